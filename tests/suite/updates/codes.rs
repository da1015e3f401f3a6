//! D18: a locale's code is its own among all locales.

use serde_json::{Value as Json, json};

use super::change;
use crate::{
    change::{Kind, Record, Verdict, Way},
    support::{TestApp, apply, each_engine, fixture},
};

const LONG_AGO: &str = "2026-01-01T00:00:00Z";

/// A body for the locale `fr` beside `en`, `pt-BR` and the deleted `de`, and what is wrong with it.
fn cases() -> Vec<(Json, &'static [&'static str])> {
    vec![
        (json!({ "code": "en" }), &["code"]),
        (json!({ "code": "de" }), &["code"]),
        (json!({ "code": "pt-BR" }), &["code"]),
        (json!({ "code": "fr" }), &[]),
        (json!({ "code": "it" }), &[]),
        (json!({ "code": "EN" }), &[]),
        (json!({ "code": "De" }), &[]),
        (json!({ "code": "pt_BR" }), &[]),
        (json!({ "code": "pt-br" }), &[]),
        // The code that is taken is told with the rest.
        (json!({ "code": "en", "name": "" }), &["code", "name"]),
        (
            json!({ "code": "de", "name": null, "sort_order": -1, "native_name": "\0" }),
            &["code", "name", "sort_order", "native_name"],
        ),
        (json!({ "code": "fr", "name": "" }), &["name"]),
        (json!({ "code": "en", "name": "French", "sort_order": 5 }), &["code"]),
    ]
}

/// D18: unique among all locales, deleted ones too, compared exactly, by each way.
#[apply(each_engine!)]
async fn a_code_is_taken_once(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let others = [
        json!({ "id": 1, "code": "en", "name": "English" }),
        json!({ "id": 2, "code": "pt-BR", "name": "Portuguese" }),
        json!({ "id": 3, "code": "de", "name": "German", "deleted_at": LONG_AGO }),
    ];
    app.load(fixture("locales", others)).await;
    for way in Way::ALL {
        for (body, fields) in cases() {
            let case = format!("{way:?} {body}");
            let row = json!({ "id": 10, "code": "fr", "name": "French" });
            app.load(fixture("locales", [row])).await;
            let record = Record { kind: Kind::Locale, id: 10, key: "fr".to_owned() };
            let outcome = change(&app, &record, way, Some(&token), &body, &case).await;
            let expected = match fields {
                [] => Verdict::Done,
                fields => Verdict::invalid(fields.iter().copied()),
            };
            assert_eq!(outcome, expected, "{case}");
            if outcome == Verdict::Done {
                assert_eq!(record.stored(&app).await["code"], body["code"], "{case}");
            }
            app.execute("DELETE FROM locales WHERE id = 10").await;
        }
    }
}

/// D18, interface.md 4.2: a code is free again once its locale has another, and the locale is
/// found by the new one alone.
#[apply(each_engine!)]
async fn a_code_that_was_given_up_is_free(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for (place, way) in (1..).zip(Way::ALL) {
        let (first, second) = (10 * place, 10 * place + 1);
        let rows = [
            json!({ "id": first, "code": "en", "name": "English" }),
            json!({ "id": second, "code": "fr", "name": "French" }),
        ];
        app.load(fixture("locales", rows)).await;
        let record = |id, key: &str| Record { kind: Kind::Locale, id, key: key.to_owned() };
        let steps = [
            (record(first, "en"), json!({ "code": "it" }), Verdict::Done),
            (record(first, "en"), json!({ "name": "Gone" }), Verdict::refused("NOT_FOUND")),
            (record(second, "fr"), json!({ "code": "en" }), Verdict::Done),
            (record(second, "en"), json!({ "name": "New" }), Verdict::Done),
        ];
        for (record, body, expected) in steps {
            let case = format!("{way:?} {} {body}", record.key);
            let outcome = change(&app, &record, way, Some(&token), &body, &case).await;
            assert_eq!(outcome, expected, "{case}");
        }
        app.execute("DELETE FROM locales").await;
    }
}
