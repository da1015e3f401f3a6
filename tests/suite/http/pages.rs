//! The pages for browsers: the console and the documentation. `tests/console` tests them in a browser.

use axum::http::header::{CONTENT_ENCODING, CONTENT_SECURITY_POLICY, ETAG, LOCATION, VARY};
use reinstate::{api::graphql::Settings, auth::SignIn};

use crate::support::{Engine, Response, TestApp};

const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const ISSUER: &str = "https://id.example.com/realm";

async fn get(app: &TestApp, path: &str, accept: &str, coding: &str) -> Response {
    app.ask("GET", path, None, &[("accept", accept), ("accept-encoding", coding)], "").await
}

async fn app() -> TestApp {
    TestApp::start(Engine::Sqlite).await.unwrap()
}

/// Browsers are sent to the console; for other clients nothing is at `/`.
#[tokio::test]
async fn browsers_are_sent_to_the_console() {
    let mut app = app().await;
    for (path, page) in [
        ("/", "console"),
        ("/console/", "../console"),
        ("/docs/", "../docs"),
        ("/graphql/", "../graphql"),
    ] {
        let sent = get(&app, path, BROWSER, "identity").await.expect(307);
        assert_eq!(sent.headers[LOCATION], page);
        for accept in ["application/json", "*/*", ""] {
            get(&app, path, accept, "identity").await.expect(404);
        }
    }
    // The documents of the console are in no manifest.
    app.configure(&Settings { trusted_only: true, ..Settings::default() });
    let sent = get(&app, "/", BROWSER, "identity").await.expect(307);
    assert_eq!(sent.headers[LOCATION], "docs");
    get(&app, "/console", BROWSER, "identity").await.expect(404);
}

#[tokio::test]
async fn pages_need_no_credential_and_name_no_other_host() {
    let app = app().await;
    for path in ["/console", "/console/records/REPORT/1", "/docs", "/docs/api", "/docs/graphql"] {
        let page = get(&app, path, BROWSER, "identity").await.expect(200);
        let policy = page.headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{path}: {policy}");
        assert!(!policy.contains("http") && !policy.contains("unsafe"), "{path}: {policy}");
        assert!(!page.text.contains("//"), "{path}: {}", page.text);
        for link in page.text.split('"').filter(|text| text.contains("/assets/")) {
            for (accepted, coding) in
                [("br", "br"), ("gzip", "gzip"), ("gzip, deflate, br, zstd", "br")]
            {
                let asset = get(&app, link, "*/*", accepted).await.expect(200);
                assert_eq!(asset.headers[CONTENT_ENCODING], coding, "{link}");
            }
            // What the build has compressed is sent in these codings, or as it is.
            let [plain, other] =
                [get(&app, link, "*/*", "identity").await, get(&app, link, "*/*", "zstd").await];
            assert!(!other.headers.contains_key(CONTENT_ENCODING), "{link}");
            assert_eq!(other.headers[ETAG], plain.headers[ETAG], "{link}");
            let vary: Vec<_> = other.headers.get_all(VARY).iter().collect();
            assert_eq!(vary, ["Accept-Encoding"], "{link}");
        }
    }
    get(&app, "/console/assets/console.js", "*/*", "identity").await.expect(404);
}

/// The pages link only to what is served.
#[tokio::test]
async fn pages_name_only_what_is_served() {
    let mut app = app().await;
    for (hide_schema, trusted_only, links) in
        [(false, false, 7), (true, false, 4), (false, true, 5), (true, true, 3)]
    {
        app.configure(&Settings { hide_schema, trusted_only, ..Settings::default() });
        let landing = get(&app, "/docs", BROWSER, "identity").await.expect(200).text;
        let schema = get(&app, "/docs/graphql", BROWSER, "identity").await.text;
        let found = |page: &str| -> Vec<String> {
            let links = page.split("<a ").skip(1).filter_map(|link| link.split_once("href=\""));
            links.filter_map(|(_, link)| Some(link.split_once('"')?.0.to_owned())).collect()
        };
        let case = format!("hidden {hide_schema}, trusted only {trusted_only}");
        assert_eq!(found(&landing).len(), links, "{case}: {landing}");
        for link in found(&landing).into_iter().chain(found(&schema)) {
            let page = get(&app, &link, BROWSER, "identity").await;
            assert_eq!(page.status, 200, "{case}: {link}");
        }
    }
}

/// Only a configured provider is named, by its origin.
#[tokio::test]
async fn the_console_may_reach_the_configured_provider() {
    let mut app = app().await;
    let sign_in = SignIn {
        issuer: ISSUER.to_owned(),
        client_id: "a\"<b>&".to_owned(),
        scope: "openid".to_owned(),
        parameters: String::new(),
    };
    assert!(app.state.sign_in.set(sign_in).is_ok());
    app.configure(&Settings::default());
    let page = get(&app, "/console", BROWSER, "identity").await.expect(200);
    let policy = page.headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.contains("connect-src 'self' https://id.example.com;"), "{policy}");
    assert!(page.text.contains("a\\&quot;&lt;b>&amp;"), "{}", page.text);
}
