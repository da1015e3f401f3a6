//! GraphiQL: a page for browsers at the URL of the API, served completely by this server.
//! `tests/clients` tests it in a browser.

use axum::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, REFERRER_POLICY, VARY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use reinstate::api::graphql::Settings;

use crate::support::{Engine, Response, TestApp};

const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

async fn app() -> TestApp {
    TestApp::start(Engine::Sqlite).await.unwrap()
}

async fn ask(app: &TestApp, method: &str, path: &str, accept: &str, known: &str) -> Response {
    app.ask(method, path, None, &[("accept", accept), ("if-none-match", known)], "").await
}

/// The URLs in the page.
fn links(page: &str) -> Vec<String> {
    let attributes = page
        .split([' ', '>'])
        .filter_map(|word| word.strip_prefix("href=\"").or_else(|| word.strip_prefix("src=\"")));
    attributes.map(|value| value.trim_end_matches('"').to_owned()).collect()
}

#[tokio::test]
async fn a_browser_gets_the_page_without_a_credential() {
    let app = app().await;
    let page = ask(&app, "GET", "/graphql", BROWSER, "\"\"").await.expect(200);
    assert!(page.text.starts_with("<!doctype html>"), "{}", page.text);
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; \
        connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    for (name, value) in [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, policy),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-cache"),
        (VARY, "Accept, Accept-Encoding"),
    ] {
        assert_eq!(page.headers[&name], value, "{name}");
    }
    let tag = page.headers[ETAG].to_str().unwrap();
    let again = ask(&app, "GET", "/graphql", BROWSER, tag).await.expect(304);
    assert_eq!(again.text, "");
    assert_eq!(again.headers[CONTENT_SECURITY_POLICY], policy);
    let head = ask(&app, "HEAD", "/graphql", BROWSER, "\"\"").await.expect(200);
    assert_eq!((head.text.as_str(), &head.headers[ETAG]), ("", &page.headers[ETAG]));
}

#[tokio::test]
async fn its_assets_are_served_and_cacheable() {
    let app = app().await;
    let page = ask(&app, "GET", "/graphql", BROWSER, "\"\"").await.expect(200);
    let types = [
        (".txt", "text/plain; charset=utf-8"),
        (".css", "text/css; charset=utf-8"),
        (".js", "text/javascript; charset=utf-8"),
    ];
    let links: Vec<String> =
        links(&page.text).into_iter().filter(|link| link != "data:,").collect();
    assert_eq!(links.len(), types.len(), "{links:?}");
    for (link, (ending, content_type)) in links.iter().zip(types) {
        assert!(link.starts_with("graphql/assets/") && link.ends_with(ending), "{link}");
        let path = format!("/{link}");
        let asset = ask(&app, "GET", &path, "*/*", "\"\"").await.expect(200);
        assert!(asset.text.len() > 10_000, "{link}");
        assert_eq!(asset.headers[CONTENT_TYPE], content_type, "{link}");
        assert_eq!(asset.headers[X_CONTENT_TYPE_OPTIONS], "nosniff", "{link}");
        assert_eq!(asset.headers[CACHE_CONTROL], "public, max-age=31536000, immutable", "{link}");
        let tag = asset.headers[ETAG].to_str().unwrap();
        assert!(link.contains(tag.trim_matches('"')), "{link} {tag}");
        for known in [tag, &format!("W/{tag}"), &format!("\"other\", {tag}"), "*"] {
            ask(&app, "GET", &path, "*/*", known).await.expect(304);
        }
        let refused = ask(&app, "POST", &path, "*/*", "\"\"").await.expect(405);
        assert!(refused.headers[ALLOW].to_str().unwrap().contains("GET"));
    }
    for path in ["/graphql/assets/graphiql.js", "/graphql/assets/..%2Fgraphiql.js"] {
        let missing = ask(&app, "GET", path, "*/*", "*").await.expect(404);
        assert_eq!(missing.error(), Some(("NOT_FOUND", "Not Found")), "{path}");
    }
}

/// The page changes nothing for API clients: a client that sends a request or accepts JSON needs a
/// credential first (D1).
#[tokio::test]
async fn requests_are_served_as_without_the_page() {
    let app = app().await;
    let query = "/graphql?query=%7B__typename%7D";
    for (path, accept) in [
        ("/graphql", "application/json"),
        ("/graphql", "application/graphql-response+json"),
        (query, BROWSER),
        (query, "application/json"),
        ("/graphql?query", BROWSER),
        ("/graphql?x=1&documentId=a", BROWSER),
        ("/graphql?extensions=%7B%7D", BROWSER),
        ("/graphql?q%75ery=a", BROWSER),
    ] {
        let response = ask(&app, "GET", path, accept, "*").await.expect(401);
        let expected = Some(("UNAUTHENTICATED", "Unauthenticated"));
        assert_eq!(response.error(), expected, "{path} {accept}");
    }
    ask(&app, "GET", "/graphql?from=bookmark", BROWSER, "\"\"").await.expect(200);
    ask(&app, "POST", "/graphql", BROWSER, "\"\"").await.expect(401);
}

/// Who prefers HTML gets the page, as browsers do.
#[tokio::test]
async fn browsers_are_recognised() {
    let app = app().await;
    let cases = [
        // Chrome, Firefox and Safari, opening a URL.
        (
            "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,\
            image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
            200,
        ),
        (BROWSER, 200),
        ("text/html", 200),
        ("TEXT/HTML", 200),
        ("text/*", 200),
        ("text/html, */*", 200),
        ("application/json;q=0.9, text/html", 200),
        ("*/*", 401),
        ("", 401),
        ("application/*", 401),
        ("text/html, application/json", 401),
        ("text/html, application/graphql-response+json", 401),
        ("text/html;q=0.9, application/json", 401),
        ("text/html;q=0.9, */*", 401),
        ("text/html;q=0", 401),
        ("text/html;q=0, */*", 401),
        ("text/plain", 401),
    ];
    for (accept, status) in cases {
        let response = ask(&app, "GET", "/graphql", accept, "\"\"").await;
        assert_eq!(response.status, status, "{accept:?}");
    }
    app.rest("GET", "/graphql", None, None).await.expect(401);
}

/// Without introspection neither the page nor its assets are served.
#[tokio::test]
async fn it_is_served_only_with_introspection() {
    let mut app = app().await;
    let page = ask(&app, "GET", "/graphql", BROWSER, "\"\"").await.expect(200);
    let script = links(&page.text).into_iter().find(|link| link.ends_with(".js")).unwrap();
    for settings in [
        Settings { hide_schema: true, ..Settings::default() },
        Settings { trusted_only: true, ..Settings::default() },
    ] {
        app.configure(&settings);
        ask(&app, "GET", "/graphql", BROWSER, "\"\"").await.expect(401);
        ask(&app, "GET", &format!("/{script}"), "*/*", "\"\"").await.expect(404);
    }
}
