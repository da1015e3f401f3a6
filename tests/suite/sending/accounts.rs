//! D17 and D18: recipient and sender of a notification, and the range of their ids.

use serde_json::{Value as Json, json};

use super::{APIS, accounts, input_with, sending};
use crate::{
    call::Api,
    change::{Outcome, send, sent},
    support::{TestApp, apply, each_engine, fixture},
};

/// The first integer that a double can't hold, and the largest.
const LARGE: [i64; 2] = [9_007_199_254_740_993, i64::MAX - 1];

/// D18: an unknown or deleted account is a 422 on its field, alone or with other errors.
#[apply(each_engine!)]
async fn recipient_and_sender_must_exist_and_be_live(app: TestApp) {
    let token = accounts(&app).await;
    let inactive = json!({ "id": 4, "email": "four@example.com", "is_active": false });
    app.load(fixture("users", [inactive])).await;
    let cases: [(Json, &[&str]); 15] = [
        (json!({ "user_id": 99 }), &["user_id"]),
        (json!({ "user_id": 3 }), &["user_id"]),
        (json!({ "user_id": 0 }), &["user_id"]),
        (json!({ "user_id": -1 }), &["user_id"]),
        (json!({ "user_id": i64::MIN }), &["user_id"]),
        (json!({ "user_id": i64::MAX }), &["user_id"]),
        (json!({ "sender_id": 99 }), &["sender_id"]),
        (json!({ "sender_id": 3 }), &["sender_id"]),
        (json!({ "user_id": 99, "sender_id": 3 }), &["user_id", "sender_id"]),
        (json!({ "user_id": 3, "sender_id": 3 }), &["user_id", "sender_id"]),
        (json!({ "user_id": 99, "sender_id": 1, "title": "" }), &["user_id", "title"]),
        (
            json!({ "sender_id": 3, "message": "", "metadata": { "\0": 1 } }),
            &["sender_id", "message", "metadata"],
        ),
        (json!({ "user_id": 3, "sender_id": null }), &["user_id", "sender_id"]),
        // An inactive account is a valid recipient.
        (json!({ "user_id": 4, "sender_id": 4 }), &[]),
        (json!({ "user_id": 1, "sender_id": 2 }), &[]),
    ];
    for api in APIS {
        for (changes, fields) in &cases {
            let case = format!("{api:?} {changes}");
            let body = input_with(changes);
            let outcome = sending(&app, api, Some(&token), &body, &case).await;
            let expected = match fields {
                [] => Outcome::Done,
                fields => Outcome::invalid(fields.iter().copied()),
            };
            assert_eq!(outcome, expected, "{case}");
        }
    }
}

/// D17: ids are 64 bits, exact in both APIs; only GraphQL's BigInt takes digits in a string.
#[apply(each_engine!)]
async fn ids_have_64_bits(app: TestApp) {
    let token = accounts(&app).await;
    let rows = LARGE.map(|id| json!({ "id": id, "email": format!("large{id}@example.com") }));
    app.load(fixture("users", rows)).await;
    for id in LARGE {
        let as_number = json!({ "user_id": id, "sender_id": id });
        let as_text = json!({ "user_id": id.to_string(), "sender_id": id.to_string() });
        for api in APIS {
            let case = format!("{api:?} {id}");
            let response = send(&app, api, Some(&token), &input_with(&as_number)).await;
            let record = sent(api, &response);
            let stored = app.stored("notifications", record["id"].as_i64().unwrap()).await;
            for (name, account) in [("user_id", "user"), ("sender_id", "sender")] {
                let shown = [&record[account]["id"], &record[name], &stored[name]];
                assert_eq!(shown, [&json!(id); 3], "{case} {name}: {}", response.body);
            }
        }
        let case = format!("the digits of {id}");
        let body = input_with(&as_text);
        let outcome = sending(&app, Api::Rest, Some(&token), &body, &case).await;
        assert_eq!(outcome, Outcome::invalid(["user_id", "sender_id"]), "{case}");
        let response = send(&app, Api::Graphql, Some(&token), &body).await;
        assert_eq!(sent(Api::Graphql, &response)["user"]["id"], id, "{case}");
        for literal in [id.to_string(), format!("{:?}", id.to_string())] {
            let query = format!(
                "mutation {{ sendNotification(input: {{ userId: {literal}, type: INFO, \
                     title: \"Hello\", message: \"There\" }}) \
                     {{ notification {{ user {{ databaseId }} }} }} }}"
            );
            let user = &app.data(&token, &query).await["sendNotification"]["notification"]["user"];
            assert_eq!(user["databaseId"], id, "{case} as {literal}");
        }
    }
}
