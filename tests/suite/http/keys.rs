//! D5, D13: unusual keys in paths.

use serde_json::json;

use super::{assert_refused, operations};
use crate::{
    contract::{Act, Operation},
    support::{Response, TestApp, apply, each_engine, fixture},
};

/// Path segments that are the key of no record.
const ODD: &str = "% %% %2 %zz %FF %C3%28 %ED%A0%80 %00 a%00b %2F a%2Fb %2E%2E .. . %20 + %0A %25%32%35 \
                   {uuid} * '%20OR%20'1'='1 -1 1e3 %D9%A1";

async fn ask(app: &TestApp, operation: &Operation, key: &str, token: Option<&str>) -> Response {
    let path = operation.path.replace("{}", key);
    let body = match operation.act {
        Act::Restore { .. } => String::new(),
        Act::Update { .. } => (operation.body)().0.to_string(),
    };
    app.ask(operation.method(), &path, token, &[], body).await
}

/// 401, then 403, then the operation's 404.
#[apply(each_engine!)]
async fn unusual_keys_are_not_found(app: TestApp, all: String) {
    let none = app.caller(2, &[]).await;
    let long = ["a".repeat(20_000), "9".repeat(400), "%41".repeat(3_000)];
    for operation in operations() {
        for key in ODD.split(' ').chain(long.iter().map(String::as_str)) {
            let case = format!("{} {} {key:.40}", operation.method(), operation.path);
            assert_refused(&ask(&app, &operation, key, None).await, 401, &case);
            let response = ask(&app, &operation, key, Some(&none)).await;
            assert_refused(&response, if operation.conceals() { 404 } else { 403 }, &case);
            let response = ask(&app, &operation, key, Some(&all)).await;
            assert_refused(&response, 404, &case);
            assert_eq!(response.message(), operation.missing(), "{case}");
        }
    }
}

/// The same key with and without percent-encoding; a uuid in any case.
#[apply(each_engine!)]
async fn keys_are_percent_decoded(app: TestApp, token: String) {
    let uuid = "00abcdef-0000-4000-8000-00000000abcd";
    let report = json!({ "uuid": uuid, "title": "Arrivals" });
    let locale = json!({ "code": "pt-BR", "name": "Portuguese" });
    let odd = json!({ "code": "a/b c+é%", "name": "Odd" });
    let translation = json!({ "id": 42, "key": "a", "locale": "en", "value": "A", "group": "g" });
    app.load(fixture("reports", [report])).await.load(fixture("locales", [locale, odd])).await;
    app.load(fixture("translations", [translation])).await;
    let cases = [
        ("POST", format!("/api/v1/reports/{uuid}/restore"), 200),
        ("POST", format!("/api/v1/reports/{}/restore", uuid.to_uppercase()), 200),
        ("POST", format!("/api/v1/reports/{}/restore", uuid.replace('-', "%2D")), 200),
        ("POST", format!("/api/v1/reports/{}/restore", uuid.replace('-', "")), 404),
        ("POST", format!("/api/v1/reports/%7B{uuid}%7D/restore"), 404),
        ("POST", format!("/api/v1/reports/urn:uuid:{uuid}/restore"), 404),
        ("POST", format!("/api/v1/reports/%20{uuid}/restore"), 404),
        ("POST", "/api/v1/reports//restore".to_owned(), 404),
        ("POST", "/api/v1/admin/translations/42/restore".to_owned(), 200),
        ("POST", "/api/v1/admin/translations/%34%32/restore".to_owned(), 200),
        ("POST", "/api/v1/admin/translations/42.0/restore".to_owned(), 404),
        ("POST", "/api/v1/admin/translations/%2042/restore".to_owned(), 404),
        ("POST", "/api/v1/admin/translations/0x2A/restore".to_owned(), 404),
        ("PATCH", "/api/v1/admin/locales/pt-BR".to_owned(), 200),
        ("PATCH", "/api/v1/admin/locales/%70t%2DBR".to_owned(), 200),
        ("PATCH", "/api/v1/admin/locales/pt-br".to_owned(), 404),
        ("PATCH", "/api/v1/admin/locales/pt-BR%20".to_owned(), 404),
        ("PATCH", "/api/v1/admin/locales/pt%25BR".to_owned(), 404),
        ("PATCH", "/api/v1/admin/locales/a%2Fb%20c+%C3%A9%25".to_owned(), 200),
        ("PATCH", "/api/v1/admin/locales/pt-BR?code=en".to_owned(), 200),
    ];
    for (method, path, status) in cases {
        let body = (method == "PATCH").then(|| json!({}));
        let response = app.rest(method, &path, Some(&token), body.as_ref()).await;
        assert_eq!(response.status, status, "{method} {path}: {}", response.text);
    }
}
