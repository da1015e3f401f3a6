//! Imports of translations as a catalogue.

use std::sync::Arc;

use futures_util::future::join_all;
use serde_json::{Map, Value as Json, json};

use super::load_locale;
use crate::support::{Response, TestApp, apply, each_engine, each_engine_threaded, fixture};

const QUERY: &str = "mutation($input: ImportTranslationsInput!) { importTranslations(input: $input) \
    { created updated unchanged deletedKeys operationId } }";

async fn import(app: &TestApp, token: &str, input: Json) -> Response {
    app.graphql(Some(token), QUERY, json!({ "input": input })).await
}

fn of(catalogue: Json) -> Json {
    json!({ "locale": "en", "group": "menu", "catalogue": catalogue })
}

/// The counts and the deleted keys of a payload, and whether it was an operation.
#[track_caller]
fn done(response: &Response) -> (Json, Json, Json, Json, bool) {
    let it = &response.data()["importTranslations"];
    let of = |name: &str| it[name].clone();
    let is_operation = it["operationId"].is_string();
    (of("created"), of("updated"), of("unchanged"), of("deletedKeys"), is_operation)
}

async fn bundle(app: &TestApp, token: &str) -> Json {
    let query = "{ translationBundle(locale: \"en\", group: \"menu\") }";
    app.query(token, query).await.data()["translationBundle"].clone()
}

/// Missing texts are created, others updated; the rest stay, and deleted ones aren't revived.
#[apply(each_engine!)]
async fn a_catalogue_is_imported(app: TestApp, token: String) {
    load_locale(&app).await;
    let row = |id: i64, key: &str, text: &str| json!({ "id": id, "key": key, "locale": "en", "group": "menu", "value": text });
    let mut gone = row(13, "gone", "Gone");
    gone["deleted_at"] = json!(super::LONG_AGO);
    let mut other = row(15, "open", "Offen");
    other["group"] = json!("other");
    let twice = [row(10, "file.open", "Opne"), row(11, "file.open", "Ope")];
    let rest = [row(12, "same", "Same"), gone, row(14, "untouched", "Stays"), other];
    app.load(fixture("translations", twice.into_iter().chain(rest))).await;
    assert_eq!(bundle(&app, &token).await["file.open"], json!("Ope"));
    let events = app.count("record_events").await;
    let catalogue = json!({
        "file": { "open": "Open", "close": { "all": "Close 'all' \"\u{1f980}\"" } },
        "same": "Same", "gone": "Back", "empty": "", "nothing": {},
    });
    let before = app.last_event().await;
    let imported = import(&app, &token, of(catalogue.clone())).await;
    app.assert_documented_events(before, "Mutation.importTranslations").await;
    let expected = (json!(2), json!(1), json!(1), json!(["gone"]), true);
    assert_eq!(done(&imported), expected);
    assert_eq!(app.count("record_events").await, events + 3);
    let shown = json!({
        "file.open": "Open", "file.close.all": "Close 'all' \"\u{1f980}\"", "same": "Same",
        "untouched": "Stays", "empty": "",
    });
    assert_eq!(bundle(&app, &token).await, shown, "the cached bundle is cleared");
    // Of several live records with a key the newest counts.
    assert_eq!(app.stored("translations", 10).await["value"], "Opne");
    let changed = app.stored("translations", 11).await;
    assert_eq!((&changed["value"], &changed["version"]), (&json!("Open"), &json!(2)));
    assert_eq!(app.stored("translations", 12).await["version"], 1);
    assert_eq!(app.stored("translations", 13).await["value"], "Gone");
    assert_eq!(app.stored("translations", 15).await["value"], "Offen");

    // The events have the values of each record, in one operation.
    let operation = imported.data()["importTranslations"]["operationId"].clone();
    let query = "query($id: UUID!) { operation(id: $id) { counts { kind count } } \
        recordEvents(first: 3) { nodes { operationId action before after } } }";
    let shown = app.graphql(Some(&token), query, json!({ "id": operation })).await;
    assert_eq!(shown.data()["operation"]["counts"], json!([{ "kind": "TRANSLATION", "count": 3 }]));
    let mut seen = Map::new();
    for event in shown.data()["recordEvents"]["nodes"].as_array().unwrap() {
        assert_eq!(event["operationId"], operation);
        let name = event["after"]["key"].as_str().unwrap_or("changed").to_owned();
        seen.insert(name, json!([event["action"], event["before"], event["after"]["value"]]));
    }
    let expected = json!({
        "changed": ["UPDATED", { "value": "Ope" }, "Open"], "empty": ["CREATED", null, ""],
        "file.close.all": ["CREATED", null, "Close 'all' \"\u{1f980}\""],
    });
    assert_eq!(json!(seen), expected);

    // Again, nothing is left to do.
    let again = done(&import(&app, &token, of(catalogue)).await);
    assert_eq!(again, (json!(0), json!(0), json!(4), json!(["gone"]), false));
    assert_eq!(app.count("record_events").await, events + 3);
}

/// D5, D17: every invalid field and text at once, by its key; nothing is written.
#[apply(each_engine!)]
async fn a_catalogue_is_checked_whole(app: TestApp, token: String) {
    load_locale(&app).await;
    let many = |count: usize| {
        let texts = (0..count).map(|place| (format!("key{place}"), json!("text")));
        Json::Object(texts.collect())
    };
    let long = "k".repeat(256);
    let text = |length: usize| json!("x".repeat(length));
    let cases = [
        (
            of(json!({ "a_b": 1, "c": { "d_e": ["x"], "f": null } })),
            vec!["catalogue.a_b", "catalogue.c.d_e", "catalogue.c.f"],
        ),
        (of(json!({ "a": { "b": "x" }, "a.b": "y", "c": "z" })), vec!["catalogue.a.b"]),
        (
            of(json!({ "": "x", "b": "a\0b", "c": text(65_536), "d": text(65_535) })),
            vec!["catalogue.", "catalogue.b", "catalogue.c"],
        ),
        (of(json!({ (long.as_str()): "x" })), vec!["catalogue.long"]),
        (of(many(10_001)), vec!["catalogue"]),
        (
            json!({ "locale": "xx", "group": "", "catalogue": { "a": true } }),
            vec!["catalogue.a", "group", "locale"],
        ),
        (json!({ "locale": "gone", "group": "menu", "catalogue": { "a": "b" } }), vec!["locale"]),
    ];
    for (input, expected) in cases {
        let response = import(&app, &token, input).await;
        let (code, _) = response.error().unwrap();
        assert_eq!(code, "VALIDATION_FAILED");
        let errors = &response.body["errors"][0]["extensions"]["errors"];
        let mut fields: Vec<String> = crate::support::names(errors)
            .into_iter()
            .map(|name| name.replace(&long, "long"))
            .collect();
        fields.sort_unstable();
        assert_eq!(fields, expected, "{errors}");
    }
    assert_eq!(app.count("translations").await, 0);
    let most = import(&app, &token, of(many(10_000))).await;
    assert_eq!(done(&most), (json!(10_000), json!(0), json!(0), json!([]), true));
    let (count, again) = app.statements(import(&app, &token, of(many(10_000)))).await;
    assert_eq!(done(&again), (json!(0), json!(0), json!(10_000), json!([]), false));
    // Four for each thousand, whatever else is for the whole.
    assert!(count <= 4 * 10 + 5, "{count} statements");
}

/// It takes the permissions to create and to update.
#[apply(each_engine!)]
async fn an_import_takes_both_permissions(app: TestApp) {
    load_locale(&app).await;
    let cases: [(&[&str], bool); 4] = [
        (&["translations.create", "translations.update"], true),
        (&["translations.create"], false),
        (&["translations.update", "translations.view"], false),
        (&[], false),
    ];
    app.caller(1, &["*"]).await;
    for (permissions, allowed) in cases {
        let token = app.token("caller1@example.com", Some(permissions)).await;
        let response = import(&app, &token, of(json!({ "a": "b" }))).await;
        let code = response.code();
        assert_eq!(code, (!allowed).then_some("FORBIDDEN"), "{permissions:?}");
    }
}

/// Concurrent imports create each text once.
#[apply(each_engine_threaded!)]
async fn concurrent_imports_create_each_text_once(app: TestApp, token: String) {
    load_locale(&app).await;
    let app = Arc::new(app);
    let imports = (0..8).map(|place| {
        let (app, token) = (Arc::clone(&app), token.clone());
        let catalogue = json!({ "a": "A", "b": "B", "own": format!("{place}") });
        tokio::spawn(async move { done(&import(&app, &token, of(catalogue)).await).0 })
    });
    let created: i64 =
        join_all(imports).await.into_iter().map(|it| it.unwrap().as_i64().unwrap()).sum();
    assert_eq!((created, app.count("translations").await), (3, 3));
}
