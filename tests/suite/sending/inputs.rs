//! D15, D17 and D18: the input of sending a notification.

use serde_json::{Value as Json, json};

use super::{APIS, accounts, input, input_with, sending};
use crate::{
    call::Api,
    change::Outcome,
    support::{TestApp, apply, each_engine},
};

const REQUIRED: [&str; 4] = ["user_id", "type", "title", "message"];

/// D17: missing required fields are reported all at once, with every other error.
#[apply(each_engine!)]
async fn missing_fields_are_reported(app: TestApp) {
    let token = accounts(&app).await;
    for missing in 0..1_u8 << REQUIRED.len() {
        let names: Vec<&str> = (0..REQUIRED.len())
            .filter(|place| missing & (1 << place) != 0)
            .map(|place| REQUIRED[place])
            .collect();
        for and_more in [false, true] {
            let mut body = input();
            for name in &names {
                body.as_object_mut().unwrap().remove(*name);
            }
            let mut wrong = names.clone();
            if and_more {
                body["action_url"] = json!("nowhere");
                body["is_active"] = json!(1);
                wrong.extend(["action_url", "is_active"]);
            }
            let case = body.to_string();
            let outcome = sending(&app, Api::Rest, Some(&token), &body, &case).await;
            let expected = match wrong.as_slice() {
                [] => Outcome::Done,
                wrong => Outcome::invalid(wrong.iter().copied()),
            };
            assert_eq!(outcome, expected, "{case}");
        }
    }
}

/// D15: null is valid for links and metadata, and a 422 for every other field.
#[apply(each_engine!)]
async fn null_is_invalid_for_most_fields(app: TestApp) {
    let token = accounts(&app).await;
    let nullable = ["action_url", "metadata"];
    let others = ["sender_id", "is_active"];
    for api in APIS {
        for name in REQUIRED.iter().chain(&nullable).chain(&others) {
            let case = format!("{api:?} {name}");
            let body = input_with(&json!({ *name: null }));
            let expected = match api {
                _ if nullable.contains(name) => Outcome::Done,
                Api::Graphql if REQUIRED.contains(name) => Outcome::refused("BAD_REQUEST"),
                _ => Outcome::invalid([*name]),
            };
            assert_eq!(sending(&app, api, Some(&token), &body, &case).await, expected, "{case}");
        }
    }
    let mut body = json!({});
    for name in REQUIRED.iter().chain(&nullable).chain(&others) {
        body[*name] = Json::Null;
    }
    let firm = REQUIRED.into_iter().chain(others);
    let outcome = sending(&app, Api::Rest, Some(&token), &body, "all null").await;
    assert_eq!(outcome, Outcome::invalid(firm), "all null");
}

/// D14: an omitted variable gets the default in GraphQL, like an omitted field in REST.
#[apply(each_engine!)]
async fn an_omitted_variable_gets_the_default(app: TestApp) {
    let token = accounts(&app).await;
    let query = "mutation($sender: BigInt, $link: String, $active: Boolean) { \
            sendNotification(input: { userId: 2, type: INFO, title: \"Hello\", message: \"There\", \
            senderId: $sender, actionUrl: $link, isActive: $active }) { \
            notification { sender { databaseId } actionUrl isActive } } }";
    let response = app.query(&token, query).await;
    let expected = json!({ "sender": { "databaseId": 1 }, "actionUrl": null, "isActive": true });
    assert_eq!(response.data()["sendNotification"]["notification"], expected);
}
