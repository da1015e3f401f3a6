//! D15, D17 and D18: what may be sent.

use serde_json::{Value as Json, json};

use super::{FACES, people, sending, whole, whole_with};
use crate::{
    call::Face,
    change::{Fit, Kind, Verdict, rules, send, sent, verdict},
    support::{TestApp, apply, each_engine},
};

const REQUIRED: [&str; 4] = ["user_id", "type", "title", "message"];

/// interface.md section 7, D17: the required fields that are missing are told, all at once,
/// with whatever else is wrong.
#[apply(each_engine!)]
async fn what_is_missing_is_told(app: TestApp) {
    let token = people(&app).await;
    for missing in 0..1_u8 << REQUIRED.len() {
        let names: Vec<&str> = (0..REQUIRED.len())
            .filter(|place| missing & (1 << place) != 0)
            .map(|place| REQUIRED[place])
            .collect();
        for and_more in [false, true] {
            let mut body = whole();
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
            let outcome = sending(&app, Face::Rest, Some(&token), &body, &case).await;
            let expected = match wrong.as_slice() {
                [] => Verdict::Done,
                wrong => Verdict::invalid(wrong.iter().copied()),
            };
            assert_eq!(outcome, expected, "{case}");
        }
    }
}

/// D13: in GraphQL the type system misses them.
#[apply(each_engine!)]
async fn what_is_missing_is_a_bad_request_in_graphql(app: TestApp) {
    let token = people(&app).await;
    for name in REQUIRED {
        let mut body = whole();
        body.as_object_mut().unwrap().remove(name);
        for case in [format!("no {name}"), format!("null {name}")] {
            let outcome = sending(&app, Face::Graphql, Some(&token), &body, &case).await;
            assert_eq!(outcome, Verdict::refused("BAD_REQUEST"), "{case}");
            body[name] = Json::Null;
        }
    }
}

/// D15: null is nothing for a link and for metadata, and a 422 for every other field.
#[apply(each_engine!)]
async fn null_is_refused_where_it_is_nothing(app: TestApp) {
    let token = people(&app).await;
    let nullable = ["action_url", "metadata"];
    let others = ["sender_id", "is_active"];
    for face in FACES {
        for name in REQUIRED.iter().chain(&nullable).chain(&others) {
            let case = format!("{face:?} {name}");
            let body = whole_with(&json!({ *name: null }));
            let expected = match face {
                _ if nullable.contains(name) => Verdict::Done,
                Face::Graphql if REQUIRED.contains(name) => Verdict::refused("BAD_REQUEST"),
                _ => Verdict::invalid([*name]),
            };
            let outcome = sending(&app, face, Some(&token), &body, &case).await;
            assert_eq!(outcome, expected, "{case}");
        }
    }
    let mut body = json!({});
    for name in REQUIRED.iter().chain(&nullable).chain(&others) {
        body[*name] = Json::Null;
    }
    let firm = REQUIRED.into_iter().chain(others);
    let outcome = sending(&app, Face::Rest, Some(&token), &body, "all null").await;
    assert_eq!(outcome, Verdict::invalid(firm), "all null");
}

/// D14: a variable that is left out gets the default in GraphQL, as a field does in REST.
#[apply(each_engine!)]
async fn a_variable_left_out_gets_the_default(app: TestApp) {
    let token = people(&app).await;
    let query = "mutation($sender: BigInt, $link: String, $active: Boolean) { \
            sendNotification(input: { userId: 2, type: INFO, title: \"Hello\", message: \"There\", \
            senderId: $sender, actionUrl: $link, isActive: $active }) { \
            notification { sender { databaseId } actionUrl isActive } } }";
    let reply = app.graphql(Some(&token), query, json!({})).await;
    let expected = json!({ "sender": { "databaseId": 1 }, "actionUrl": null, "isActive": true });
    assert_eq!(reply.data()["sendNotification"]["notification"], expected);
}

/// D17, D18: the rules for each field, those of updates.
#[apply(each_engine!)]
async fn the_rules_are_those_of_updates(app: TestApp) {
    let token = people(&app).await;
    let rules = rules().into_iter().filter(|rule| rule.kind == Kind::Notification);
    for rule in rules {
        for face in FACES {
            let case = format!("{face:?} {} {:.60}", rule.field, rule.value.to_string());
            let body = whole_with(&json!({ rule.field: rule.value }));
            let reply = send(&app, face, Some(&token), &body).await;
            let outcome = verdict(face, &reply, &case);
            let expected = match (&rule.fit, face) {
                (Fit::Fits | Fit::As(_), _) => Verdict::Done,
                (Fit::Mistyped, Face::Graphql) => Verdict::refused("BAD_REQUEST"),
                (Fit::Breaks | Fit::Mistyped, _) => Verdict::invalid([rule.field]),
            };
            assert_eq!(outcome, expected, "{case}");
            if outcome == Verdict::Done {
                let id = sent(face, &reply)["id"].as_i64().unwrap();
                let stored = app.stored("notifications", id).await;
                assert!(stored[rule.field] == rule.value, "{case}");
                app.execute(&format!("DELETE FROM notifications WHERE id = {id}")).await;
            } else {
                assert_eq!(app.count("notifications").await, 0, "{case}");
            }
        }
    }
}

/// D17: everything that is wrong is told at once.
#[apply(each_engine!)]
async fn every_complaint_at_once(app: TestApp) {
    let token = people(&app).await;
    let broken = json!({
        "user_id": 99,
        "sender_id": 3,
        "title": "",
        "message": "a\0b",
        "action_url": "//example.com",
        "metadata": { "a": "\0" },
        "is_active": null,
    });
    for face in FACES {
        let case = format!("{face:?}");
        let body = whole_with(&broken);
        let outcome = sending(&app, face, Some(&token), &body, &case).await;
        let fields = broken.as_object().unwrap().keys().map(String::as_str);
        assert_eq!(outcome, Verdict::invalid(fields), "{case}");
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
    let outcome = sending(&app, Face::Rest, Some(&token), &mistyped, "mistyped").await;
    let fields = mistyped.as_object().unwrap().keys().map(String::as_str);
    assert_eq!(outcome, Verdict::invalid(fields), "mistyped");
}
