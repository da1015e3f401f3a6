//! D18, D32: the code of a locale is unique, whatever its case.

use reinstate::data::transfer::Conflict;
use serde_json::json;

use super::change;
use crate::{
    change::{Kind, Outcome, Record, UpdateApi},
    support::{TestApp, apply, each_engine, fixture},
};

const LONG_AGO: &str = "2026-01-01T00:00:00Z";

/// D18: a code is free again when its locale gets another one, and the locale is found by its new
/// code only; its own code in another case is not taken.
#[apply(each_engine!)]
async fn a_former_code_is_free(app: TestApp, token: String) {
    for (place, via) in (1..).zip(UpdateApi::ALL) {
        let (first, second) = (10 * place, 10 * place + 1);
        let rows = [
            json!({ "id": first, "code": "en", "name": "English" }),
            json!({ "id": second, "code": "fr", "name": "French" }),
        ];
        app.load(fixture("locales", rows)).await;
        let record = |id, key: &str| Record { kind: Kind::Locale, id, key: key.to_owned() };
        let both = Outcome::invalid(["code", "name"]);
        let steps = [
            (record(first, "en"), json!({ "code": "it" }), Outcome::Done),
            (record(first, "en"), json!({ "name": "Gone" }), Outcome::refused("NOT_FOUND")),
            (record(second, "fr"), json!({ "code": "en" }), Outcome::Done),
            (record(second, "en"), json!({ "name": "New" }), Outcome::Done),
            (record(first, "it"), json!({ "code": "en", "name": "" }), both),
            (record(first, "it"), json!({ "code": "pt-BR" }), Outcome::Done),
            (record(second, "en"), json!({ "code": "pt_BR" }), Outcome::Done),
            (record(first, "pt-BR"), json!({ "code": "PT-br" }), Outcome::Done),
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
        assert_eq!(app.refusal_of(fixture("locales", rows)).await, error);
    }
    for code in ["EN", "De"] {
        let line = json!({ "kind": "locales", "record": row(code) }).to_string();
        let refused = app.import(Conflict::Refuse, line).await.unwrap_err();
        assert!(refused.starts_with(&format!("line 1: locales.{taken}")), "{code}: {refused}");
    }
    assert_eq!(app.count("locales").await, 2);
}
