//! D9: records, live and deleted, for every kind and through both ways to ask.

use serde_json::{Value as Json, json};

use super::kinds::{Kind, by_node_id, kinds};
use crate::support::{Reply, TestApp, apply, each_engine, fixture};

/// Whose a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Caller,
    Another,
    Nobody,
}

/// What comes of asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Read {
    Shown,
    Null,
    /// FORBIDDEN: neither permission is held.
    Forbidden,
    /// FORBIDDEN: another's record.
    NotOwn,
}

const OWNERS: [Owner; 3] = [Owner::Caller, Owner::Another, Owner::Nobody];

/// What a caller may hold of a kind.
const HELD: [&[&str]; 12] = [
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

/// D9, and the order of D5: a record that can't be seen comes before one that is another's.
fn expected(kind: &Kind, held: &[&str], owner: Owner, deleted: bool) -> Read {
    let holds = |name: &str| held.contains(&name);
    let own = kind.has_own() && owner == Owner::Caller;
    let bin = kind.restores && (holds("restore") || kind.has_own() && holds("restore.own"));
    let may_restore = kind.restores && (holds("restore") || own && holds("restore.own"));
    match (holds("view"), kind.has_own() && holds("view.own")) {
        (false, false) => Read::Forbidden,
        (true, _) if !deleted || may_restore => Read::Shown,
        (true, _) => Read::Null,
        (false, true) if deleted && !bin => Read::Null,
        (false, true) if own => Read::Shown,
        (false, true) => Read::NotOwn,
    }
}

fn check(reply: &Reply, kind: &Kind, id: i64, expected: Read, case: &str) {
    let record = &reply.body["data"]["record"];
    let view = kind.permission("view");
    let required = match expected {
        Read::Shown => {
            assert_eq!(reply.data()["record"]["databaseId"], json!(id), "{case}");
            return;
        }
        Read::Null => {
            assert_eq!(*reply.data(), json!({ "record": null }), "{case}");
            return;
        }
        Read::Forbidden if kind.has_own() => json!([view, format!("{view}.own")]),
        Read::Forbidden | Read::NotOwn => json!([view]),
    };
    assert_eq!(*record, Json::Null, "{case}");
    assert_eq!(reply.refusal(), Some(("FORBIDDEN", "Forbidden")), "{case}: {}", reply.text);
    let extensions = &reply.body["errors"][0]["extensions"];
    assert_eq!(extensions["requiredPermissions"], required, "{case}");
}

/// The global id of a record, which only a live one shows to everybody who may view it.
async fn global_id(app: &TestApp, kind: &Kind, id: i64, admin: &str) -> String {
    let undelete =
        |value: &str| format!("UPDATE {} SET deleted_at = {value} WHERE id = {id}", kind.table());
    let reply = kind.by_key(app, id, admin).await;
    if let Some(found) = reply.data()["record"]["id"].as_str() {
        return found.to_owned();
    }
    app.execute(&undelete("NULL")).await;
    let reply = kind.by_key(app, id, admin).await;
    app.execute(&undelete("updated_at")).await;
    reply.data()["record"]["id"].as_str().unwrap().to_owned()
}

/// Asks every caller for every record of a kind. Accounts and records are numbered from `first`.
async fn walk(app: &TestApp, kind: &Kind, admin: &str, first: i64) {
    for (held, caller) in HELD.iter().zip(first..) {
        let names: Vec<String> = held.iter().map(|action| kind.permission(action)).collect();
        let token = app.caller(caller, &names.iter().map(String::as_str).collect::<Vec<_>>()).await;
        for (owner, deleted) in OWNERS.into_iter().flat_map(|owner| [(owner, false), (owner, true)])
        {
            let own_account = kind.is_account() && owner == Owner::Caller;
            if own_account && deleted || owner == Owner::Nobody && !kind.may_be_nobodys() {
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
            let reply = match own_account {
                true => {
                    app.graphql(Some(&token), &own_account_query(app, id).await, json!({})).await
                }
                false => kind.by_key(app, id, &token).await,
            };
            check(&reply, kind, id, expected, &case);
            if !own_account {
                let id_of_it = global_id(app, kind, id, admin).await;
                let reply = by_node_id(app, &id_of_it, &token).await;
                check(&reply, kind, id, expected, &format!("{case}, by its global id"));
            }
        }
    }
}

/// The accounts of callers have uuids of their own.
async fn own_account_query(app: &TestApp, id: i64) -> String {
    let email = format!("caller{id}@example.com");
    let token = app.token(&email, None).await;
    let reply = app.graphql(Some(&token), "{ viewer { user { uuid } } }", json!({})).await;
    let uuid = reply.data()["viewer"]["user"]["uuid"].as_str().unwrap();
    format!("{{ record: user(uuid: \"{uuid}\") {{ id databaseId }} }}")
}

/// D9: every kind × what the caller holds × whose the record is × live and deleted.
#[apply(each_engine!)]
async fn records_are_shown_to_those_who_may_see_them(app: TestApp) {
    let admin = app.caller(1, &["*"]).await;
    for (kind, place) in kinds().iter().zip(1..) {
        walk(&app, kind, &admin, 100 * place).await;
    }
}

/// D5, D9: what doesn't exist is null for whoever may view the kind, and refused for others.
#[apply(each_engine!)]
async fn what_does_not_exist_is_null(app: TestApp) {
    let admin = app.caller(1, &["*"]).await;
    for (kind, caller) in kinds().iter().zip((2..).step_by(3)) {
        let view = kind.permission("view");
        let own = format!("{view}.own");
        let callers = [
            (app.caller(caller, &[&view]).await, Read::Null),
            (app.caller(caller + 1, &[]).await, Read::Forbidden),
            (
                app.caller(caller + 2, &[&own]).await,
                if kind.has_own() { Read::Null } else { Read::Forbidden },
            ),
        ];
        let id = 1_000 + caller;
        kind.load(&app, id, Some(1), false).await;
        let global = global_id(&app, kind, id, &admin).await;
        app.execute(&format!("DELETE FROM {} WHERE id = {id}", kind.table())).await;
        for (token, expected) in &callers {
            let case = format!("{} {expected:?}", kind.name());
            check(&kind.by_key(&app, id, token).await, kind, id, *expected, &case);
            let reply = by_node_id(&app, &global, token).await;
            check(&reply, kind, id, *expected, &format!("{case}, by its global id"));
        }
    }
}

/// D9, D13: an id that no record has ever had.
#[apply(each_engine!)]
async fn an_id_of_nothing_is_null(app: TestApp) {
    let admin = app.caller(1, &["*"]).await;
    let report = json!({ "id": 1, "title": "Arrivals" });
    app.load(fixture("reports", [report])).await;
    for id in ["", "nonsense", "1", "ä", "\u{0}", "===", "TG9jYWxl", "TG9jYWxlOg"] {
        let reply = by_node_id(&app, id, &admin).await;
        assert_eq!(*reply.data(), json!({ "record": null }), "{id:?}");
    }
}

/// D9, D13: a uuid in any case.
#[apply(each_engine!)]
async fn a_uuid_is_read_in_any_case(app: TestApp) {
    let admin = app.caller(1, &["*"]).await;
    let uuid = "00abcdef-0000-4000-8000-00000000abcd";
    let report = json!({ "id": 1, "uuid": uuid, "title": "Arrivals" });
    app.load(fixture("reports", [report])).await;
    for given in [uuid.to_owned(), uuid.to_uppercase(), uuid.replace("abc", "aBC")] {
        let query = format!("{{ report(uuid: \"{given}\") {{ uuid }} }}");
        let reply = app.graphql(Some(&admin), &query, json!({})).await;
        assert_eq!(reply.data()["report"]["uuid"], json!(uuid), "{given}");
    }
}
