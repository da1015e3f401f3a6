//! D18, D32: the code of a locale is unique, whatever its case.

use std::io::Cursor;

use reinstate::data::{
    fixtures::Fixtures,
    transfer::{Conflict, Import},
};
use serde_json::{Value as Json, json};
use tokio::sync::Mutex;

use super::change;
use crate::{
    change::{Kind, Outcome, Record, UpdateApi},
    support::{TestApp, apply, each_engine, fixture},
};

const LONG_AGO: &str = "2026-01-01T00:00:00Z";

/// A body for the locale `fr` next to `en`, `pt-BR` and the deleted `de`, and its errors.
fn cases() -> Vec<(Json, &'static [&'static str])> {
    vec![
        (json!({ "code": "en" }), &["code"]),
        (json!({ "code": "de" }), &["code"]),
        (json!({ "code": "pt-BR" }), &["code"]),
        (json!({ "code": "fr" }), &[]),
        (json!({ "code": "it" }), &[]),
        (json!({ "code": "EN" }), &["code"]),
        (json!({ "code": "De" }), &["code"]),
        (json!({ "code": "pt-br" }), &["code"]),
        (json!({ "code": "pt_BR" }), &[]),
        (json!({ "code": "FR" }), &[]),
        // The taken code is reported with the other errors.
        (json!({ "code": "en", "name": "" }), &["code", "name"]),
        (
            json!({ "code": "de", "name": null, "sort_order": -1, "native_name": "\0" }),
            &["code", "name", "sort_order", "native_name"],
        ),
        (json!({ "code": "fr", "name": "" }), &["name"]),
        (json!({ "code": "en", "name": "French", "sort_order": 5 }), &["code"]),
    ]
}

/// D18, D32: unique among all locales, including deleted ones, whatever the case, through each API.
#[apply(each_engine!)]
async fn codes_are_unique(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let others = [
        json!({ "id": 1, "code": "en", "name": "English" }),
        json!({ "id": 2, "code": "pt-BR", "name": "Portuguese" }),
        json!({ "id": 3, "code": "de", "name": "German", "deleted_at": LONG_AGO }),
    ];
    app.load(fixture("locales", others)).await;
    for via in UpdateApi::ALL {
        for (body, fields) in cases() {
            let case = format!("{via:?} {body}");
            let row = json!({ "id": 10, "code": "fr", "name": "French" });
            app.load(fixture("locales", [row])).await;
            let record = Record { kind: Kind::Locale, id: 10, key: "fr".to_owned() };
            let outcome = change(&app, &record, via, Some(&token), &body, &case).await;
            let expected = match fields {
                [] => Outcome::Done,
                fields => Outcome::invalid(fields.iter().copied()),
            };
            assert_eq!(outcome, expected, "{case}");
            if outcome == Outcome::Done {
                assert_eq!(record.stored(&app).await["code"], body["code"], "{case}");
            }
            app.execute("DELETE FROM locales WHERE id = 10").await;
        }
    }
}

/// D18: a code is free again when its locale gets another one, and the locale is found by its new
/// code only.
#[apply(each_engine!)]
async fn a_former_code_is_free(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for (place, via) in (1..).zip(UpdateApi::ALL) {
        let (first, second) = (10 * place, 10 * place + 1);
        let rows = [
            json!({ "id": first, "code": "en", "name": "English" }),
            json!({ "id": second, "code": "fr", "name": "French" }),
        ];
        app.load(fixture("locales", rows)).await;
        let record = |id, key: &str| Record { kind: Kind::Locale, id, key: key.to_owned() };
        let steps = [
            (record(first, "en"), json!({ "code": "it" }), Outcome::Done),
            (record(first, "en"), json!({ "name": "Gone" }), Outcome::refused("NOT_FOUND")),
            (record(second, "fr"), json!({ "code": "en" }), Outcome::Done),
            (record(second, "en"), json!({ "name": "New" }), Outcome::Done),
        ];
        for (record, body, expected) in steps {
            let case = format!("{via:?} {} {body}", record.key);
            let outcome = change(&app, &record, via, Some(&token), &body, &case).await;
            assert_eq!(outcome, expected, "{case}");
        }
        app.execute("DELETE FROM locales").await;
    }
}

/// D32: neither fixtures nor an import bring a code that differs from another in case alone.
#[apply(each_engine!)]
async fn loaded_codes_are_unique_whatever_their_case(app: TestApp) {
    let row = |code: &str| json!({ "code": code, "name": "n" });
    let deleted = json!({ "code": "de", "name": "n", "deleted_at": LONG_AGO });
    app.load(fixture("locales", [row("en"), deleted])).await;
    let taken = "code: is taken by a row of the database";
    for (rows, error) in [
        (vec![row("EN")], format!("locales[0].{taken}")),
        (vec![row("De")], format!("locales[0].{taken}")),
        (
            vec![row("it"), row("IT")],
            "locales[1].code: is the same as that of locales[0]".to_owned(),
        ),
    ] {
        let rows = fixture("locales", rows).to_string();
        let rows = Fixtures::read(&rows, app.state.clock.now()).unwrap();
        let refused = rows.load(&app.state, |_| {}).await.unwrap_err().to_string();
        assert_eq!(refused, error);
    }
    for code in ["EN", "De"] {
        let line = json!({ "kind": "locales", "record": row(code) }).to_string();
        let import = Import { conflict: Conflict::Refuse, dry_run: false, full: false };
        let read = import.read(&app.state, Cursor::new(line), &Mutex::default(), |_| {}).await;
        let refused = read.unwrap_err().to_string();
        assert!(refused.starts_with(&format!("line 1: locales.{taken}")), "{code}: {refused}");
    }
    assert_eq!(app.count("locales").await, 2);
}
