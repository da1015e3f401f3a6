//! D17 and D18: the accounts that a notification is sent to and from, and the range of their ids.

use serde_json::{Value as Json, json};

use super::{FACES, people, sending, whole, whole_with};
use crate::{
    call::Face,
    change::{Verdict, send, sent},
    support::{TestApp, apply, each_engine, fixture},
};

/// The first integer that a double can't hold, and the last of 64 bits.
const LARGE: [i64; 2] = [9_007_199_254_740_993, i64::MAX];

/// D18: an account that doesn't exist or is deleted is a 422 on its field, alone or with more.
#[apply(each_engine!)]
async fn accounts_exist_and_are_live(app: TestApp) {
    let token = people(&app).await;
    app.load(fixture(
        "users",
        [json!({ "id": 4, "email": "four@example.com", "is_active": false })],
    ))
    .await;
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
        // An inactive account is not a deleted one.
        (json!({ "user_id": 4, "sender_id": 4 }), &[]),
        (json!({ "user_id": 1, "sender_id": 2 }), &[]),
    ];
    for face in FACES {
        for (changes, fields) in &cases {
            let case = format!("{face:?} {changes}");
            let body = whole_with(changes);
            let outcome = sending(&app, face, Some(&token), &body, &case).await;
            let expected = match fields {
                [] => Verdict::Done,
                fields => Verdict::invalid(fields.iter().copied()),
            };
            assert_eq!(outcome, expected, "{case}");
        }
    }
}

/// D17, D18: what is missing or mistyped in REST is told with the account that isn't there.
#[apply(each_engine!)]
async fn unknown_accounts_are_told_with_what_is_missing(app: TestApp) {
    let token = people(&app).await;
    let body = json!({ "user_id": 99, "sender_id": "1", "is_active": 5 });
    let outcome = sending(&app, Face::Rest, Some(&token), &body, "some").await;
    let fields = ["user_id", "sender_id", "is_active", "type", "title", "message"];
    assert_eq!(outcome, Verdict::invalid(fields), "some");
    let body = json!({ "sender_id": 99 });
    let outcome = sending(&app, Face::Rest, Some(&token), &body, "none").await;
    let fields = ["user_id", "sender_id", "type", "title", "message"];
    assert_eq!(outcome, Verdict::invalid(fields), "none");
}

/// D17: ids are 64 bits, exact in both faces; digits in a string are a number to GraphQL's
/// BigInt alone.
#[apply(each_engine!)]
async fn ids_have_64_bits(app: TestApp) {
    let token = people(&app).await;
    let rows = LARGE.map(|id| json!({ "id": id, "email": format!("large{id}@example.com") }));
    app.load(fixture("users", rows)).await;
    for id in LARGE {
        let as_number = json!({ "user_id": id, "sender_id": id });
        let as_text = json!({ "user_id": id.to_string(), "sender_id": id.to_string() });
        for face in FACES {
            let case = format!("{face:?} {id}");
            let reply = send(&app, face, Some(&token), &whole_with(&as_number)).await;
            let record = sent(face, &reply);
            assert_eq!(record["user"]["id"], id, "{case}: {}", reply.body);
            assert_eq!(record["sender"]["id"], id, "{case}");
            assert_eq!(record["user_id"], id, "{case}");
            assert_eq!(record["sender_id"], id, "{case}");
            let stored = app.stored("notifications", record["id"].as_i64().unwrap()).await;
            assert_eq!(
                (&stored["user_id"], &stored["sender_id"]),
                (&json!(id), &json!(id)),
                "{case}"
            );
        }
        let case = format!("the digits of {id}");
        let body = whole_with(&as_text);
        let outcome = sending(&app, Face::Rest, Some(&token), &body, &case).await;
        assert_eq!(outcome, Verdict::invalid(["user_id", "sender_id"]), "{case}");
        let reply = send(&app, Face::Graphql, Some(&token), &body).await;
        assert_eq!(sent(Face::Graphql, &reply)["user"]["id"], id, "{case}");
        for literal in [id.to_string(), format!("{:?}", id.to_string())] {
            let query = format!(
                "mutation {{ sendNotification(input: {{ userId: {literal}, type: INFO, \
                     title: \"Hello\", message: \"There\" }}) \
                     {{ notification {{ user {{ databaseId }} }} }} }}"
            );
            let reply = app.graphql(Some(&token), &query, json!({})).await;
            let user = &reply.data()["sendNotification"]["notification"]["user"];
            assert_eq!(user["databaseId"], id, "{case} as {literal}");
        }
    }
}

/// D13, D17: what is no integer of 64 bits.
#[apply(each_engine!)]
async fn other_ids_are_none(app: TestApp) {
    let token = people(&app).await;
    let past: Json = serde_json::from_str("9223372036854775808").unwrap();
    let values = [
        past,
        json!(2.5),
        json!(true),
        json!([2]),
        json!({ "id": 2 }),
        json!(""),
        json!("two"),
        json!("2.0"),
        json!("2e0"),
        json!(" 2"),
        json!("+2"),
        json!("-"),
        json!("9223372036854775808"),
        json!("٢"),
    ];
    for name in ["user_id", "sender_id"] {
        for value in &values {
            let mut body = whole();
            body[name] = value.clone();
            let case = format!("{name} {value}");
            let outcome = sending(&app, Face::Rest, Some(&token), &body, &case).await;
            assert_eq!(outcome, Verdict::invalid([name]), "{case}");
            let outcome = sending(&app, Face::Graphql, Some(&token), &body, &case).await;
            assert_eq!(outcome, Verdict::refused("BAD_REQUEST"), "{case}");
        }
    }
}
