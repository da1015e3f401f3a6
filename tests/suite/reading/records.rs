//! D9: reading live and deleted records of every kind, by key and by global id.

use serde_json::{Value as Json, json};

use super::kinds::{Kind, by_node_id, kinds};
use crate::support::{Response, TestApp, apply, each_engine, fixture, global_id};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Caller,
    Another,
    Nobody,
}

/// The result of reading a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    Shown,
    Null,
    /// FORBIDDEN: neither permission.
    Forbidden,
    /// FORBIDDEN: another's record.
    NotOwn,
}

const OWNERS: [Owner; 3] = [Owner::Caller, Owner::Another, Owner::Nobody];

/// Permissions that a caller may have for a kind.
pub const HELD: [&[&str]; 12] = [
    &["view"],
    &["view", "restore"],
    &["view", "restore.own"],
    &["view.own"],
    &["view.own", "restore"],
    &["view.own", "restore.own"],
    &["view", "view.own", "restore.own"],
    &["restore"],
    &["restore.own"],
    &["update", "send", "delete", "create"],
    &["views", "view.own.own", "VIEW"],
    &[],
];

/// D9, and the order of D5: whether the record is visible comes before whose it is.
fn expected(kind: &Kind, held: &[&str], owner: Owner, deleted: bool) -> Expected {
    let holds = |name: &str| held.contains(&name);
    let own = kind.has_own() && owner == Owner::Caller;
    let bin = kind.restores && (holds("restore") || kind.has_own() && holds("restore.own"));
    let may_restore = kind.restores && (holds("restore") || own && holds("restore.own"));
    match (holds("view"), kind.has_own() && holds("view.own")) {
        (false, false) => Expected::Forbidden,
        (true, _) if !deleted || may_restore => Expected::Shown,
        (true, _) => Expected::Null,
        (false, true) if deleted && !bin => Expected::Null,
        (false, true) if own => Expected::Shown,
        (false, true) => Expected::NotOwn,
    }
}

fn check(response: &Response, kind: &Kind, id: i64, expected: Expected, case: &str) {
    let record = &response.body["data"]["record"];
    let view = kind.permission("view");
    let required = match expected {
        Expected::Shown => {
            assert_eq!(response.data()["record"]["databaseId"], json!(id), "{case}");
            return;
        }
        // Another account looks like a missing one (D7).
        Expected::NotOwn if kind.is_account() => {
            assert_eq!(*response.data(), json!({ "record": null }), "{case}");
            return;
        }
        Expected::Null => {
            assert_eq!(*response.data(), json!({ "record": null }), "{case}");
            return;
        }
        Expected::Forbidden if kind.has_own() => json!([view, format!("{view}.own")]),
        Expected::Forbidden | Expected::NotOwn => json!([view]),
    };
    assert_eq!(*record, Json::Null, "{case}");
    assert_eq!(response.error(), Some(("FORBIDDEN", "Forbidden")), "{case}: {}", response.text);
    let extensions = &response.body["errors"][0]["extensions"];
    assert_eq!(extensions["requiredPermissions"], required, "{case}");
}

/// Reads every record of a kind with every caller. Accounts and records have ids from `first`.
async fn walk(app: &TestApp, kind: &Kind, first: i64) {
    for (held, caller) in HELD.iter().zip(first..) {
        let names: Vec<String> = held.iter().map(|action| kind.permission(action)).collect();
        let token = app.caller(caller, &names.iter().map(String::as_str).collect::<Vec<_>>()).await;
        for (owner, deleted) in OWNERS.into_iter().flat_map(|owner| [(owner, false), (owner, true)])
        {
            let own_account = kind.is_account() && owner == Owner::Caller;
            if own_account && deleted || owner == Owner::Nobody && !kind.may_have_no_owner() {
                // A deleted caller reads nothing (D2).
                continue;
            }
            let place = 2 * OWNERS.iter().position(|known| *known == owner).unwrap();
            let id = match own_account {
                true => caller,
                false => 100 * caller + i64::try_from(place).unwrap() + i64::from(deleted),
            };
            if !own_account {
                let owner = match owner {
                    Owner::Caller => Some(caller),
                    Owner::Another => Some(1),
                    Owner::Nobody => None,
                };
                kind.load(app, id, owner, deleted).await;
            }
            let case = format!("{} {owner:?} deleted {deleted} for {held:?}", kind.name());
            let expected = expected(kind, held, owner, deleted);
            let response = match own_account {
                true => app.query(&token, &own_account_query(app, id).await).await,
                false => kind.by_key(app, id, &token).await,
            };
            check(&response, kind, id, expected, &case);
            if !own_account {
                let response = by_node_id(app, &global_id(&kind.name(), id), &token).await;
                check(&response, kind, id, expected, &format!("{case}, by its global id"));
            }
        }
    }
}

/// The accounts of callers have their own uuids.
async fn own_account_query(app: &TestApp, id: i64) -> String {
    let token = app.token(&format!("caller{id}@example.com"), None).await;
    let response = app.query(&token, "{ viewer { user { uuid } } }").await;
    let uuid = response.data()["viewer"]["user"]["uuid"].as_str().unwrap();
    format!("{{ record: user(uuid: \"{uuid}\") {{ id databaseId }} }}")
}

/// D9: every kind × permissions × owner × live and deleted.
#[apply(each_engine!)]
async fn records_are_visible_with_permission(app: TestApp) {
    app.caller(1, &[]).await;
    for (kind, place) in kinds().iter().zip(1..) {
        walk(&app, kind, 100 * place).await;
    }
}

/// D5, D9: a missing record is null for callers who may view the kind, and FORBIDDEN for others.
#[apply(each_engine!)]
async fn missing_records_are_null(app: TestApp) {
    app.caller(1, &[]).await;
    for (kind, caller) in kinds().iter().zip((2..).step_by(3)) {
        let view = kind.permission("view");
        let own = format!("{view}.own");
        let callers = [
            (app.caller(caller, &[&view]).await, Expected::Null),
            (app.caller(caller + 1, &[]).await, Expected::Forbidden),
            (
                app.caller(caller + 2, &[&own]).await,
                if kind.has_own() { Expected::Null } else { Expected::Forbidden },
            ),
        ];
        let id = 1_000 + caller;
        let global = global_id(&kind.name(), id);
        for (token, expected) in &callers {
            let case = format!("{} {expected:?}", kind.name());
            check(&kind.by_key(&app, id, token).await, kind, id, *expected, &case);
            let response = by_node_id(&app, &global, token).await;
            check(&response, kind, id, *expected, &format!("{case}, by its global id"));
        }
    }
}

/// Texts that are the global id of no record. The last two are `Locale:+1` and `Locale:01`.
const UNKNOWN: [&str; 11] = [
    "",
    "nonsense",
    "1",
    "ä",
    "\u{0}",
    "===",
    "Locale:1",
    "TG9jYWxl",
    "TG9jYWxlOg",
    "TG9jYWxlOisx",
    "TG9jYWxlOjAx",
];

/// D9, D13: a global id of no record.
#[apply(each_engine!)]
async fn unknown_global_ids_are_null(app: TestApp, admin: String) {
    app.load(fixture("locales", [json!({ "id": 1, "code": "en", "name": "English" })])).await;
    for id in UNKNOWN {
        assert_eq!(*by_node_id(&app, id, &admin).await.data(), json!({ "record": null }), "{id:?}");
    }
}

/// D9, D13: a uuid in any case.
#[apply(each_engine!)]
async fn uuids_are_case_insensitive(app: TestApp, admin: String) {
    let uuid = "00abcdef-0000-4000-8000-00000000abcd";
    let report = json!({ "id": 1, "uuid": uuid, "title": "Arrivals" });
    app.load(fixture("reports", [report])).await;
    for given in [uuid.to_owned(), uuid.to_uppercase(), uuid.replace("abc", "aBC")] {
        let query = format!("{{ report(uuid: \"{given}\") {{ uuid }} }}");
        assert_eq!(app.data(&admin, &query).await["report"]["uuid"], json!(uuid), "{given}");
    }
}
