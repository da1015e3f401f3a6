//! D15, D17 and D18: the input of sending a notification.

use serde_json::{Value as Json, json};

use super::{APIS, accounts, input, input_with, sending};
use crate::{
    call::Api,
    change::{Kind, Outcome, Validity, outcome, rules, send, sent},
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

/// D13: GraphQL's types refuse missing fields.
#[apply(each_engine!)]
async fn missing_fields_are_a_bad_request_in_graphql(app: TestApp) {
    let token = accounts(&app).await;
    for name in REQUIRED {
        let mut body = input();
        body.as_object_mut().unwrap().remove(name);
        for case in [format!("no {name}"), format!("null {name}")] {
            let outcome = sending(&app, Api::Graphql, Some(&token), &body, &case).await;
            assert_eq!(outcome, Outcome::refused("BAD_REQUEST"), "{case}");
            body[name] = Json::Null;
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
            let outcome = sending(&app, api, Some(&token), &body, &case).await;
            assert_eq!(outcome, expected, "{case}");
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
    let response = app.graphql(Some(&token), query, json!({})).await;
    let expected = json!({ "sender": { "databaseId": 1 }, "actionUrl": null, "isActive": true });
    assert_eq!(response.data()["sendNotification"]["notification"], expected);
}

/// D17, D18: each field has the rules of updates.
#[apply(each_engine!)]
async fn fields_have_the_rules_of_updates(app: TestApp) {
    let token = accounts(&app).await;
    let rules = rules().into_iter().filter(|rule| rule.kind == Kind::Notification);
    for rule in rules {
        for api in APIS {
            let case = format!("{api:?} {} {:.60}", rule.field, rule.value.to_string());
            let body = input_with(&json!({ rule.field: rule.value }));
            let response = send(&app, api, Some(&token), &body).await;
            let outcome = outcome(api, &response, &case);
            let expected = match (&rule.fit, api) {
                (Validity::Fits | Validity::As(_), _) => Outcome::Done,
                (Validity::Mistyped, Api::Graphql) => Outcome::refused("BAD_REQUEST"),
                (Validity::Breaks | Validity::Mistyped, _) => Outcome::invalid([rule.field]),
            };
            assert_eq!(outcome, expected, "{case}");
            if outcome == Outcome::Done {
                let id = sent(api, &response)["id"].as_i64().unwrap();
                let stored = app.stored("notifications", id).await;
                assert!(stored[rule.field] == rule.value, "{case}");
                app.execute(&format!("DELETE FROM notifications WHERE id = {id}")).await;
            } else {
                assert_eq!(app.count("notifications").await, 0, "{case}");
            }
        }
    }
}

/// D17: all errors are reported at once.
#[apply(each_engine!)]
async fn all_errors_are_reported_at_once(app: TestApp) {
    let token = accounts(&app).await;
    let broken = json!({
        "user_id": 99,
        "sender_id": 3,
        "title": "",
        "message": "a\0b",
        "action_url": "//example.com",
        "metadata": { "a": "\0" },
        "is_active": null,
    });
    for api in APIS {
        let case = format!("{api:?}");
        let body = input_with(&broken);
        let outcome = sending(&app, api, Some(&token), &body, &case).await;
        let fields = broken.as_object().unwrap().keys().map(String::as_str);
        assert_eq!(outcome, Outcome::invalid(fields), "{case}");
    }
    let mistyped = json!({
        "user_id": "2",
        "sender_id": true,
        "type": "INFO",
        "title": 5,
        "message": [],
        "action_url": {},
        "metadata": "{}",
        "is_active": 0,
    });
    let outcome = sending(&app, Api::Rest, Some(&token), &mistyped, "mistyped").await;
    let fields = mistyped.as_object().unwrap().keys().map(String::as_str);
    assert_eq!(outcome, Outcome::invalid(fields), "mistyped");
}
