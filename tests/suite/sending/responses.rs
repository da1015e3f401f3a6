//! What sending a notification answers and stores.

use serde_json::{Value as Json, json};

use super::{APIS, accounts, input, input_with};
use crate::{
    call::Api,
    change::{send, sent},
    support::{TestApp, apply, each_engine, names, sorted},
};

/// The documented fields, sorted. There is no `metadata` and no `deleted_at`.
const FIELDS: &str = "action_url created_at id is_active is_read message read_at sender sender_id \
     title type updated_at user user_id uuid";

/// The record with these fields alone.
fn only<'a>(record: &Json, names: impl IntoIterator<Item = &'a str>) -> Json {
    names.into_iter().map(|name| (name.to_owned(), record[name].clone())).collect()
}

/// D19, D22: 201, exactly the documented fields, and every default.
#[apply(each_engine!)]
async fn required_fields_alone_get_defaults(app: TestApp) {
    let token = accounts(&app).await;
    for api in APIS {
        let case = format!("{api:?}");
        let response = send(&app, api, Some(&token), &input()).await;
        assert_eq!(response.status.as_u16(), if api == Api::Rest { 201 } else { 200 }, "{case}");
        let record = sent(api, &response);
        assert_eq!(sorted(names(&record)).join(" "), FIELDS, "{case}");
        let expected = json!({
            "user_id": 2, "sender_id": 1, "type": "info", "title": "Hello", "message": "There",
            "action_url": null, "is_read": false, "read_at": null, "is_active": true,
            "user": { "id": 2, "email": "two@example.com" },
            "sender": { "id": 1, "email": "caller1@example.com" },
        });
        assert_eq!(only(&record, names(&expected)), expected, "{case}");
        assert_eq!(record["created_at"], record["updated_at"], "{case}");
        let uuid = record["uuid"].as_str().unwrap();
        assert_eq!(uuid::Uuid::parse_str(uuid).unwrap().get_version_num(), 4, "{case}");
        assert_eq!(uuid, uuid.to_lowercase(), "{case}");

        let stored = app.stored("notifications", record["id"].as_i64().unwrap()).await;
        let columns = FIELDS.split(' ').filter(|name| !["user", "sender", "uuid"].contains(name));
        let columns: Vec<&str> = columns.collect();
        assert_eq!(only(&stored, columns.clone()), only(&record, columns), "{case}");
        assert_eq!(stored["metadata"], Json::Null, "{case}");
        assert_eq!(stored["deleted_at"], Json::Null, "{case}");
        assert_eq!(stored["version"], 1, "{case}");
    }
}

/// D15, D22: everything that can be sent; metadata is stored and not shown.
#[apply(each_engine!)]
async fn all_fields_are_stored(app: TestApp) {
    let token = accounts(&app).await;
    let more = json!({
        "sender_id": 2,
        "type": "error",
        "action_url": "https://example.com/a",
        "metadata": { "a": [1, { "b": null }] },
        "is_active": false,
    });
    let empty = json!({ "action_url": null, "metadata": null });
    for api in APIS {
        for changes in [&more, &empty] {
            let case = format!("{api:?} {changes}");
            let response = send(&app, api, Some(&token), &input_with(changes)).await;
            let record = sent(api, &response);
            assert_eq!(record.get("metadata"), None, "{case}");
            let stored = app.stored("notifications", record["id"].as_i64().unwrap()).await;
            assert_eq!(only(&stored, names(changes)), *changes, "{case}");
            for name in names(changes).into_iter().filter(|name| *name != "metadata") {
                assert_eq!(record[name], changes[name], "{case}");
            }
        }
    }
}

/// D16: fields that only the server writes are ignored, as are unknown ones.
#[apply(each_engine!)]
async fn fields_of_the_server_are_ignored(app: TestApp) {
    let token = accounts(&app).await;
    let more = json!({
        "id": 77, "uuid": "00000000-0000-4000-8000-000000000000", "is_read": true,
        "read_at": "2026-01-01T00:00:00Z", "deleted_at": "2026-01-01T00:00:00Z",
        "created_at": "2020-01-01T00:00:00Z", "updated_at": "2020-01-01T00:00:00Z", "version": 5,
        "user": { "id": 1 }, "sender": { "id": 3 }, "no_such_field": [null],
    });
    let response = send(&app, Api::Rest, Some(&token), &input_with(&more)).await.expect(201);
    let stored = app.stored("notifications", response.body["id"].as_i64().unwrap()).await;
    for name in names(&more).into_iter().filter(|name| stored.get(*name).is_some()) {
        assert_ne!(stored[name], more[name], "{name}");
    }
    assert_eq!(stored["deleted_at"], Json::Null);
    assert_eq!((&stored["user_id"], &stored["sender_id"]), (&json!(2), &json!(1)));
    assert_ne!(response.body["uuid"], more["uuid"]);
    assert!(!response.body["created_at"].as_str().unwrap().starts_with("2020"));
}
