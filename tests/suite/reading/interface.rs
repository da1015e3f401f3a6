//! The interface `Record`: what the records of all kinds show.

use reinstate::resources::snake_case;
use serde_json::{Value as Json, json};

use super::kinds::{Kind, kinds};
use crate::support::{TestApp, apply, each_engine, global_id};

const OWNER: i64 = 1;
const LIVE: i64 = 500;
const DELETED: i64 = 600;

const FRAGMENT: &str = "fragment R on Record { __typename id restKey databaseId kind label version \
    isActive createdAt updatedAt deletedAt deletedBy { id } user { id databaseId uuid email deletedAt } \
    viewerCan { restore delete update } history(first: 5) { nodes { action } } }";

/// What a record shows through the interface, from its stored row.
async fn expected(app: &TestApp, token: &str, kind: &Kind, id: i64) -> Json {
    let (resource, stored) = (kind.resource(), app.stored(kind.table(), id).await);
    let argument = kind.key_argument(id);
    let rest_key = argument.split_once(": ").unwrap().1.trim_matches('"');
    let user = match resource.owner {
        None => Json::Null,
        Some(_) if kind.is_account() => json!({
            "id": global_id("User", id), "databaseId": id, "uuid": rest_key,
            "email": stored["email"], "deletedAt": stored["deleted_at"],
        }),
        Some(_) => {
            let query = "{ viewer { user { id databaseId uuid email deletedAt } } }";
            app.query(token, query).await.data()["viewer"]["user"].clone()
        }
    };
    json!({
        "__typename": kind.name(), "id": global_id(&kind.name(), id), "restKey": rest_key,
        "databaseId": id, "label": stored[resource.label], "version": stored["version"],
        "isActive": stored["is_active"], "createdAt": stored["created_at"],
        "updatedAt": stored["updated_at"], "deletedAt": stored["deleted_at"], "deletedBy": null,
        "user": user,
    })
}

#[track_caller]
fn assert_shows(record: &Json, expected: &Json, case: &str) {
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(&record[name], value, "{name} of {case}: {record}");
    }
    assert!(
        record["kind"].is_string() && record["history"]["nodes"].is_array(),
        "{case}: {record}"
    );
    assert!(record["viewerCan"]["restore"].is_boolean(), "{case}: {record}");
}

/// In the query of its kind, in its list, by global id and in the trash.
#[apply(each_engine!)]
async fn every_kind_shows_the_interface_everywhere(app: TestApp, token: String) {
    for kind in kinds() {
        kind.load(&app, LIVE, Some(OWNER), false).await;
        let live = expected(&app, &token, &kind, LIVE).await;
        let id = global_id(&kind.name(), LIVE);
        let (plural, upper) = (kind.resource().plural(), snake_case(&kind.name()).to_uppercase());
        let mut cases = vec![
            (format!("{{ record: {} {{ ...R }} }}", kind.field_by_key(LIVE)), "/record", &live),
            (
                format!(
                    "{{ list: {plural}(where: {{ id: {{ eq: \"{id}\" }} }}) {{ nodes {{ ...R }} }} }}"
                ),
                "/list/nodes/0",
                &live,
            ),
            (format!("{{ node(id: \"{id}\") {{ ...R }} }}"), "/node", &live),
            (format!("{{ nodes(ids: [\"{id}\"]) {{ ...R }} }}"), "/nodes/0", &live),
        ];
        let deleted = match kind.restores {
            true => {
                kind.load(&app, DELETED, Some(OWNER), true).await;
                expected(&app, &token, &kind, DELETED).await
            }
            false => Json::Null,
        };
        if kind.restores {
            let trash = format!("{{ trash(kinds: [{upper}]) {{ nodes {{ ...R }} }} }}");
            cases.push((trash, "/trash/nodes/0", &deleted));
            for field in ["restKey", "user { id uuid }", "version", "createdAt", "label"] {
                let query = format!("{{ trash(kinds: [{upper}]) {{ nodes {{ {field} }} }} }}");
                let alone = app.query(&token, &query).await;
                let name = field.split(' ').next().unwrap();
                let shown = &alone.data()["trash"]["nodes"][0][name];
                match name {
                    "user" => assert_eq!(shown["uuid"], deleted[name]["uuid"], "{query}"),
                    name => assert_eq!(shown, &deleted[name], "{query}"),
                }
            }
        }
        for (query, place, expected) in cases {
            let query = format!("{query} {FRAGMENT}");
            assert_shows(app.data(&token, &query).await.pointer(place).unwrap(), expected, &query);
        }
    }
}

/// Deleting names who did it for every kind, API keys too; bulk outcomes show the interface.
#[apply(each_engine!)]
async fn a_deleted_record_names_who_deleted_it(app: TestApp, token: String) {
    for kind in kinds() {
        kind.load(&app, LIVE, Some(OWNER), false).await;
        let id = global_id(&kind.name(), LIVE);
        let query = "mutation($ids: [ID!]!) { deleteMany(ids: $ids) { outcomes { record { \
             ... on Record { label deletedBy { id uuid } } ... on Restorable { restoredBy { id } } } } } }";
        let response = app.graphql(Some(&token), query, json!({ "ids": [id] })).await;
        let record = &response.data()["deleteMany"]["outcomes"][0]["record"];
        assert_eq!(record["deletedBy"]["id"], json!(global_id("User", OWNER)), "{record}");
        assert_eq!(record.get("restoredBy").is_some(), kind.restores, "{record}");
    }
}
