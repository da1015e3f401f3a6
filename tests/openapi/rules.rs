//! The schemas of bodies and responses.

use reinstate::kinds;
use serde_json::{Value as Json, json};

use crate::{
    reading::{DOCUMENT, content, operations, validator},
    server::{demo, send},
};

/// The schema of a body accepts what the server accepts.
#[tokio::test]
async fn body_schemas_accept_what_the_server_accepts() {
    let long = |count: usize| json!("ä".repeat(count));
    let cases = [
        ("replaceLocale", "code", json!("zh_Hant-HK"), true),
        ("replaceLocale", "code", json!("no such tag"), false),
        ("replaceLocale", "code", json!("e"), false),
        ("replaceLocale", "code", json!("a-b"), false),
        ("replaceLocale", "code", json!("en-1"), false),
        ("replaceLocale", "code", json!("en-abc-def-ghi-jkl"), false),
        ("replaceLocale", "code", json!("english-abc"), false),
        ("replaceLocale", "code", json!("en-u"), false),
        ("replaceLocale", "code", json!("en-x"), false),
        ("replaceLocale", "code", json!("zh-cmn-Hans_CN-1996-u-co-pinyin-x-a"), true),
        ("replaceLocale", "code", json!("sl-nedis-rozaj"), true),
        ("replaceLocale", "code", json!("x-private"), true),
        ("replaceLocale", "code", json!("i-klingon"), true),
        ("replaceLocale", "code", json!("en-GB-oed"), true),
        ("replaceLocale", "code", json!("SGN_ch_DE"), true),
        ("replaceLocale", "code", json!("I_Tsu"), true),
        ("replaceLocale", "code", json!("i-english"), false),
        ("replaceLocale", "code", json!("en-US-oed"), false),
        ("replaceLocale", "name", long(255), true),
        ("replaceLocale", "name", long(256), false),
        ("replaceLocale", "name", json!(""), false),
        ("replaceLocale", "name", json!("a\0b"), false),
        ("replaceLocale", "name", json!("a\nb"), true),
        ("replaceLocale", "name", json!(null), false),
        ("changeLocale", "native_name", json!(null), true),
        ("changeLocale", "sort_order", json!(2_147_483_647), true),
        ("changeLocale", "sort_order", json!(2_147_483_648_i64), false),
        ("changeLocale", "sort_order", json!(-1), false),
        ("changeLocale", "is_active", json!("true"), false),
        ("changeApiKey", "expires_at", json!("2030-01-01T00:00:00+05:30"), true),
        ("changeApiKey", "expires_at", json!("2030-01-01"), false),
        ("changeApiKey", "expires_at", json!(null), true),
        ("changeApiKey", "permissions", json!(["reports.view"]), true),
        ("changeApiKey", "permissions", json!([""]), false),
        ("changeApiKey", "permissions", json!(null), false),
        ("changeApiKey", "metadata", json!({ "a": [1] }), true),
        ("changeApiKey", "metadata", json!([]), false),
        ("changeNotification", "type", json!("success"), true),
        ("changeNotification", "type", json!("SUCCESS"), false),
        ("changeNotification", "message", long(65_535), true),
        ("changeNotification", "message", long(65_536), false),
        ("changeNotification", "action_url", json!("https://example.com/a?b#c"), true),
        ("changeNotification", "action_url", json!("HTTP://example.com"), true),
        ("changeNotification", "action_url", json!("/"), true),
        ("changeNotification", "action_url", json!("//example.com"), false),
        ("changeNotification", "action_url", json!("/\\example.com"), false),
        ("changeNotification", "action_url", json!("ftp://example.com"), false),
        ("changeNotification", "action_url", json!(format!("/{}", "a".repeat(2_048))), false),
        ("changeNotification", "no_such_field", json!(1), true),
        ("createCurrency", "code", json!("XTS"), true),
        ("createCurrency", "code", json!("xts"), false),
        ("createCurrency", "code", json!("XTSA"), false),
        ("createCurrency", "symbol", json!(null), true),
        ("createCurrency", "name", json!(null), false),
        ("createUser", "email", json!("new@example.com"), true),
        ("createUser", "email", json!("new example.com"), false),
        ("createUser", "email", json!("n w@example.com"), false),
        ("createUser", "email", json!("a@b@c"), false),
        ("createTranslation", "value", json!(""), true),
        ("createTranslation", "value", long(65_536), false),
        ("createTranslation", "key", json!(""), false),
        ("createTranslation", "locale", json!("en"), true),
        ("createTranslation", "locale", json!(1), false),
        ("createIntegration", "type", json!(null), true),
        ("changeReport", "title", json!("a\0b"), false),
        ("sendNotification", "user_id", json!("3"), false),
        ("sendNotification", "sender_id", json!(null), false),
        ("sendNotification", "is_active", json!(null), false),
        ("sendNotification", "metadata", json!(null), true),
    ];
    let (router, token) = demo().await;
    for (id, field, value, taken) in cases {
        let all = operations();
        let operation = all.iter().find(|known| known.described["operationId"] == id).unwrap();
        let mut body = operation.example_body().unwrap().clone();
        body[field] = value;
        let schema = &content(&operation.described["requestBody"])["schema"];
        assert_eq!(validator(schema).is_valid(&body), taken, "{id} {body:.99}");
        // Only this update changes the code, and with it the path.
        let (router, token) =
            if field == "code" { demo().await } else { (router.clone(), token.clone()) };
        let path = operation.example_path();
        let (parts, answer) =
            send(&router, &operation.method, &path, Some(&token), Some(&body)).await;
        let status = if taken { operation.success().0 } else { 422 };
        assert_eq!(parts.status, status, "{id} {body:.99}: {answer}");
        assert_eq!(answer["errors"][field].is_array(), !taken, "{id} {body:.99}: {answer}");
    }
}

/// A creation requires the fields without default; an update requires none.
#[test]
fn only_creations_require_fields() {
    let required = |name: &str| DOCUMENT["components"]["schemas"][name].get("required").cloned();
    let fields = json!(["user_id", "type", "title", "message"]);
    assert_eq!(required("SendNotificationInput"), Some(fields));
    for name in ["LocaleChanges", "LocaleReplacement", "ApiKeyChanges", "NotificationReplacement"] {
        assert_eq!(required(name), None, "{name}");
    }
}

/// A client that fills in defaults must not reset what a PATCH omits.
#[test]
fn updates_have_no_defaults() {
    for (name, schema) in DOCUMENT["components"]["schemas"].as_object().unwrap() {
        for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
            let has_default = schema.get("default").is_some();
            assert!(!(has_default && name.ends_with("Changes")), "{name}.{field}");
        }
    }
    let replacement = &DOCUMENT["components"]["schemas"]["LocaleReplacement"]["properties"];
    assert_eq!(replacement["sort_order"]["default"], json!(0));
    assert_eq!(replacement["native_name"].get("default"), Some(&Json::Null));
    assert_eq!(replacement["name"].get("default"), None);
}

/// D22: a response has exactly the documented fields.
#[test]
fn responses_have_exactly_the_documented_fields() {
    let schemas = &DOCUMENT["components"]["schemas"];
    let closed = |name: &str, fields: Json| {
        assert_eq!(schemas[name]["required"], fields, "{name}");
        assert_eq!(schemas[name]["additionalProperties"], json!(false), "{name}");
        let properties = schemas[name]["properties"].as_object().unwrap().len();
        assert_eq!(properties, fields.as_array().unwrap().len(), "{name}");
    };
    // Roles have operations of their own.
    for resource in kinds::registered().iter().filter(|it| !it.permits) {
        let answers = [
            ("Restored", resource.restore.as_ref().map(|restore| &restore.answer)),
            ("Updated", resource.update.as_ref().map(|update| &update.answer)),
            ("Created", resource.create.as_ref().map(|create| &create.answer)),
        ];
        for (became, answer) in answers {
            let Some(answer) = answer else {
                continue;
            };
            let name = format!("{became}{}", resource.name);
            let value = (became == "Created" && resource.credential.is_some()).then_some("value");
            let names: Vec<_> = answer.shows.names.iter().copied().chain(value).collect();
            closed(&name, json!(names));
            if let Some(envelope) = &answer.envelope {
                closed(&format!("{name}Answer"), json!(["message", envelope.key]));
            }
        }
    }
    closed("Message", json!(["message"]));
    closed("ValidationFailed", json!(["message", "errors"]));
    closed("UserSummary", json!(["id", "email"]));
}
