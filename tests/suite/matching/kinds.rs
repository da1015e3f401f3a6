//! Every kind × delete and restore × both APIs × callers with all and with own records.

use reinstate::{
    auth::Permission,
    kinds::registered,
    resources::{Resource, capital},
};
use serde_json::json;

use super::{Asked, code};
use crate::{
    authorisation::fixture_row,
    call::{APIS, Api},
    support::{TestApp, apply, each_engine, fixture, global_id, resource},
};

const ME: i64 = 1;
const OTHER: i64 = 2;

/// The operation on the records of a kind with these ids.
fn asked(kind: &Resource, verb: &str, ids: &[i64]) -> Asked {
    let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
    let path = kind.path.rsplit('/').next().unwrap();
    Asked {
        field: format!("{verb}{}", capital(&kind.plural())),
        path: format!("/api/v1/{verb}/{path}"),
        arguments: format!("where: {{ databaseId: {{ in: [{}] }} }}", ids.join(", ")),
        query: format!("id[in]={}", ids.join(",")),
    }
}

fn permission<'k>(kind: &'k Resource, verb: &str) -> Option<&'k Permission> {
    match verb {
        "delete" => kind.delete.as_ref(),
        _ => kind.restore.as_ref().map(|restore| &restore.permission),
    }
}

async fn is_deleted(app: &TestApp, kind: &Resource, id: i64) -> bool {
    !app.stored(kind.table.name, id).await["deleted_at"].is_null()
}

/// The records that the caller may act on are changed, and no others: not those of somebody else for
/// `.own`, nor those in the other state.
#[apply(each_engine!)]
async fn every_kind_changes_what_matches(app: TestApp) {
    app.caller(ME, &["*"]).await;
    app.caller(OTHER, &[]).await;
    let mut id = 1_000;
    for kind in registered() {
        for (verb, deleted) in [("delete", false), ("restore", true)] {
            let Some(permission) = permission(kind, verb) else { continue };
            for (own, api) in [(false, Api::Rest), (false, Api::Graphql), (true, Api::Graphql)] {
                let name = if own { permission.own } else { Some(permission.all) };
                let Some(name) = name else { continue };
                let case = format!("{verb} {} {name} {api:?}", kind.name);
                let token = app.token("caller1@example.com", Some(&[name, kind.view.all])).await;
                id += 10;
                let rows = [
                    fixture_row(kind, id, ME, deleted),
                    fixture_row(kind, id + 1, OTHER, deleted),
                    fixture_row(kind, id + 2, ME, !deleted),
                    fixture_row(kind, id + 3, ME, deleted),
                ];
                app.load(fixture(kind.table.name, rows)).await;
                // Not the last one.
                let asked = asked(kind, verb, &[id, id + 1, id + 2]);
                // An account is its own owner.
                let mine = [(); 2].map(|()| !kind.is_account() && kind.owner.is_some());
                let may = [!own || mine[0], !own];
                let changing = may.iter().filter(|it| **it).count();
                let preview = asked.preview(&app, api, &token).await;
                let mut counts =
                    vec![json!({ "kind": null, "error_code": null, "count": changing })];
                // Deleted records are shown to those who may restore them.
                if own && verb == "delete" {
                    let refused = 2 - changing;
                    counts
                        .push(json!({ "kind": null, "error_code": "FORBIDDEN", "count": refused }));
                }
                assert_eq!(preview["counts"], json!(counts), "{case}");
                let shown: Vec<i64> =
                    (0..2).filter(|it| may[*it as usize]).map(|it| id + it).collect();
                assert_eq!(preview["samples"], json!(shown), "{case}");
                for place in 0..4 {
                    let state = is_deleted(&app, kind, id + place).await;
                    assert_eq!(state, deleted != (place == 2), "{case}: a preview changed");
                }
                let done = asked.confirm(&app, api, &token).await;
                let expected = json!({
                    "state": "done", "total": changing, "changed": changing, "refused": 0,
                    "error_code": null,
                });
                assert_eq!(
                    json!([done["progress"], done["preview"]]),
                    json!([expected, null]),
                    "{case}"
                );
                assert_eq!(done["operation_id"].is_string(), changing > 0, "{case}");
                for place in 0..4 {
                    let changed = place < 2 && may[place as usize];
                    let before = deleted != (place == 2);
                    let state = is_deleted(&app, kind, id + place).await;
                    assert_eq!(state, before != changed, "{case}: {place}");
                }
            }
        }
    }
}

/// A caller needs the permission, and the one to view the kind.
#[apply(each_engine!)]
async fn both_permissions_are_needed(app: TestApp) {
    app.caller(ME, &["*"]).await;
    let kind = resource("reports");
    for (held, expected) in [
        (vec!["reports.delete", "reports.restore"], "FORBIDDEN"),
        (vec!["reports.view"], "FORBIDDEN"),
        (vec!["reports.delete", "reports.restore", "reports.view.own"], ""),
    ] {
        let token = app.token("caller1@example.com", Some(&held)).await;
        for (verb, api) in [("delete", Api::Rest), ("restore", Api::Graphql)] {
            let response = asked(kind, verb, &[1]).send(&app, api, &token, None).await;
            let code = code(&response, api).replace("200", "");
            assert_eq!(code, expected, "{verb} {held:?}");
        }
    }
}

/// The trash is filtered as its list is.
#[apply(each_engine!)]
async fn the_trash_is_restored_by_its_filter(app: TestApp, me: String) {
    let other = app.caller(OTHER, &["*"]).await;
    let kinds: Vec<&Resource> = registered().iter().filter(|kind| kind.restore.is_some()).collect();
    let load = async |first: i64| {
        for (token, id) in [(&me, first), (&other, first + 1)] {
            let mut ids = Vec::new();
            for kind in &kinds {
                app.load(fixture(kind.table.name, [fixture_row(kind, id, ME, false)])).await;
                ids.push(global_id(kind.name, id));
            }
            let query = "mutation($ids: [ID!]!) { deleteMany(ids: $ids) { operationId } }";
            app.graphql(Some(token), query, json!({ "ids": ids })).await.data();
        }
    };
    let count = kinds.len();
    let cases = [
        ("kinds: [REPORT, LOCALE]", "kinds=report,locale", 4),
        ("deletedBy: 2", "deleted_by=2", count),
        ("deletedBy: 2, kinds: [REPORT]", "deleted_by=2&kinds=report", 1),
        ("deletedAfter: \"9999-01-01T00:00:00Z\"", "deleted_after=9999-01-01T00:00:00Z", 0),
        (
            "deletedBefore: \"9999-01-01T00:00:00Z\"",
            "deleted_before=9999-01-01T00:00:00Z",
            2 * count,
        ),
    ];
    let mut first = 1_000;
    for (arguments, query, expected) in cases {
        for api in APIS {
            first += 10;
            load(first).await;
            let asked = Asked {
                field: "restoreTrash".to_owned(),
                path: "/api/v1/restore/trash".to_owned(),
                arguments: arguments.to_owned(),
                query: query.to_owned(),
            };
            let done = asked.confirm(&app, api, &me).await;
            assert_eq!(done["progress"]["changed"], expected, "{arguments} {api:?}: {done}");
            let rest =
                Asked { arguments: "search: \"\"".to_owned(), query: String::new(), ..asked };
            let rest = rest.confirm(&app, api, &me).await;
            let left = 2 * count - expected;
            assert_eq!(rest["progress"]["changed"], left, "{arguments} {api:?}: {rest}");
        }
    }
}

/// A record that an account deleted twice within an instant is one record of its trash.
#[apply(each_engine!)]
async fn a_record_that_was_deleted_twice_counts_once(app: TestApp, me: String) {
    let reports = registered().iter().find(|kind| kind.name == "Report").unwrap();
    let rows = (1..=6).map(|id| fixture_row(reports, id, ME, false));
    app.load(fixture(reports.table.name, rows)).await;
    let ids: Vec<_> = (1..=6).map(|id| global_id("Report", id)).collect();
    let query = "mutation($ids: [ID!]!) { deleteMany(ids: $ids) { operationId } }";
    app.graphql(Some(&me), query, json!({ "ids": ids })).await.data();
    let columns = "operation_id, action, kind, record_id, owner_id, actor_id, after, created_at";
    app.execute(&format!(
        "INSERT INTO record_events ({columns}) SELECT {columns} FROM record_events \
         WHERE action = 'deleted'"
    ))
    .await;
    let asked = Asked {
        field: "restoreTrash".to_owned(),
        path: "/api/v1/restore/trash".to_owned(),
        arguments: format!("deletedBy: {ME}"),
        query: format!("deleted_by={ME}"),
    };
    for api in APIS {
        let preview = asked.preview(&app, api, &me).await;
        assert_eq!(preview["counts"], json!([{ "kind": null, "error_code": null, "count": 6 }]));
        assert_eq!(preview["samples"], json!([1, 2, 3, 4, 5]));
    }
    let done = asked.confirm(&app, Api::Rest, &me).await;
    assert_eq!(done["progress"]["changed"], 6, "{done}");
}
