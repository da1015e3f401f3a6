//! D28: renaming a locale takes its translations along.

use std::time::{Duration, Instant};

use reinstate::{data::transfer::Conflict, operations::callers::invalidate_caches};
use serde_json::{Value as Json, json};

use super::change;
use crate::{
    change::{Kind, Outcome, Record, UpdateApi},
    support::{TestApp, apply, each_engine, fixture, within},
};

const LONG_AGO: &str = "2026-01-01T00:00:00Z";

fn translation(id: i64, locale: &str, deleted: Option<&str>) -> Json {
    json!({
        "id": id, "key": format!("k{id}"), "locale": locale, "value": "v", "group": "g",
        "deleted_at": deleted, "updated_at": LONG_AGO,
    })
}

async fn bundle(app: &TestApp, token: &str, locale: &str) -> Json {
    let query = "query($locale: String!) { translationBundle(locale: $locale, group: \"g\") }";
    let response = app.graphql(Some(token), query, json!({ "locale": locale })).await;
    response.data()["translationBundle"].clone()
}

/// The number of translations with an event of the operation that last updated the locale.
async fn followed(app: &TestApp, locale: i64) -> i64 {
    app.count(&format!(
        "record_events WHERE kind = 'Translation' AND action = 'updated' AND operation_id = \
         (SELECT operation_id FROM record_events WHERE kind = 'Locale' AND record_id = {locale} \
         ORDER BY id DESC LIMIT 1)"
    ))
    .await
}

/// The stored locale of a translation, and its version.
async fn stored(app: &TestApp, id: i64) -> (Json, Json) {
    let row = app.stored("translations", id).await;
    let is_old = row["updated_at"] == "2026-01-01T00:00:00.000000Z";
    assert_eq!(is_old, row["version"] == 1, "{row}");
    (row["locale"].clone(), row["version"].clone())
}

/// D28: deleted translations follow too, each with an event; another locale that takes the old code
/// inherits none.
#[apply(each_engine!)]
async fn translations_follow_their_locale(app: TestApp, token: String) {
    let replica = app.replica().await;
    invalidate_caches(&replica.state);
    for (id, via) in (1..).zip(UpdateApi::ALL) {
        let (old, new) = (format!("en-x-{id}"), format!("pt-x-{id}"));
        let record = Record { kind: Kind::Locale, id, key: old.clone() };
        let locale = |id: i64, code: &str| json!({ "id": id, "code": code, "name": "n" });
        let taken = format!("de-x-{id}");
        app.load(fixture("locales", [locale(id, &old), locale(100 + id, &taken)])).await;
        let at = 10 * id;
        app.load(fixture(
            "translations",
            [
                translation(at, &old, None),
                translation(at + 1, &old, Some(LONG_AGO)),
                translation(at + 2, &taken, None),
            ],
        ))
        .await;
        let texts = json!({ format!("k{at}"): "v" });
        for server in [&app, &replica] {
            assert_eq!(bundle(server, &token, &old).await, texts);
            assert_eq!(bundle(server, &token, &new).await, json!({}));
        }
        let case = format!("{via:?}");
        let update = async |record: &Record, code: &str| {
            change(&app, record, via, Some(&token), &json!({ "code": code }), &case).await
        };

        // Nothing moves with an update that is refused, or that writes the code it has.
        assert_eq!(update(&record, &taken).await, Outcome::invalid(["code"]));
        assert_eq!(update(&record, &old).await, Outcome::Done);
        assert_eq!(stored(&app, at).await, (json!(old), json!(1)), "{case}");

        assert_eq!(update(&record, &new).await, Outcome::Done);
        for id in [at, at + 1] {
            assert_eq!(stored(&app, id).await, (json!(new), json!(2)), "{case}");
        }
        assert_eq!(stored(&app, at + 2).await, (json!(taken), json!(1)), "{case}");
        assert_eq!(followed(&app, id).await, 2, "{case}");
        let other = Record { kind: Kind::Locale, id: 100 + id, key: taken };
        assert_eq!(update(&other, &old).await, Outcome::Done);
        let started = Instant::now();
        for (server, soon) in [(&app, Duration::ZERO), (&replica, within(Duration::from_secs(1)))] {
            while bundle(server, &token, &new).await != texts {
                assert!(started.elapsed() < soon, "{case}: the bundle is that of before");
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            assert_eq!(bundle(server, &token, &old).await, json!({ format!("k{}", at + 2): "v" }));
        }
    }
}

/// D28: an import renames like any other update.
#[apply(each_engine!)]
async fn translations_follow_an_imported_locale(app: TestApp) {
    app.load(fixture("locales", [json!({ "id": 1, "code": "en", "name": "n" })])).await;
    app.load(fixture("translations", [translation(1, "en", None), translation(2, "de", None)]))
        .await;
    let line = json!({ "kind": "locales", "record": { "id": 1, "code": "en-GB", "name": "n" } })
        .to_string();
    app.import(Conflict::Update, line).await.unwrap();
    assert_eq!(stored(&app, 1).await, (json!("en-GB"), json!(2)));
    assert_eq!(stored(&app, 2).await, (json!("de"), json!(1)));
    assert_eq!(followed(&app, 1).await, 1);
}
