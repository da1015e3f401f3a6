//! The pages that `web/build.mjs` has built.

use serde_json::json;
use std::sync::{Arc, LazyLock};
use url::Url;

use crate::{
    api::http::{Assets, Page},
    assets,
    auth::SignIn,
};

/// The assets of the console.
pub static CONSOLE: LazyLock<Assets> = LazyLock::new(|| {
    Assets::new(&assets!(
        "console",
        "console.js": "text/javascript; charset=utf-8",
        "console.css": "text/css; charset=utf-8",
        "LICENSES.txt": "text/plain; charset=utf-8",
    ))
});
/// The assets of the documentation.
pub static DOCS: LazyLock<Assets> = LazyLock::new(|| {
    Assets::new(&assets!(
        "docs",
        "rest.js": "text/javascript; charset=utf-8",
        "rest.css": "text/css; charset=utf-8",
        "schema.js": "text/javascript; charset=utf-8",
        "docs.js": "text/javascript; charset=utf-8",
        "docs.css": "text/css; charset=utf-8",
        "LICENSES.txt": "text/plain; charset=utf-8",
    ))
});

/// The console. It may send requests to the provider that people sign in with.
pub fn console(sign_in: Option<&SignIn>) -> Arc<Page> {
    let mut document = include_str!("../../../web/console/page.html").to_owned();
    let mut origins = Vec::new();
    if let Some(SignIn { issuer, client_id, scope, parameters }) = sign_in {
        let provider = json!({
            "issuer": issuer, "clientId": client_id, "scope": scope, "parameters": parameters,
        });
        let meta = format!("<meta name=\"oidc\" content=\"{}\">", escaped(&provider.to_string()));
        document = document.replace("<title>", &format!("{meta}\n    <title>"));
        origins.extend(Url::parse(issuer).map(|it| it.origin().ascii_serialization()).ok());
    }
    Arc::new(Page::new(&document, &CONSOLE, &origins))
}

/// Text as the value of an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

/// The page for all paths but those that are not served.
pub fn landing(absent: &[&str]) -> Arc<Page> {
    let document = without(include_str!("../../../web/docs/landing.html"), absent);
    Arc::new(Page::new(&document, &DOCS, &[]))
}

/// A document without the lines that link to these paths.
fn without(document: &str, absent: &[&str]) -> String {
    let links_there =
        |line: &&str| absent.iter().any(|path| line.contains(&format!("href=\"{path}\"")));
    document.lines().filter(|line| !links_there(line)).flat_map(|line| [line, "\n"]).collect()
}

/// The documentation of the REST API.
pub fn rest() -> Arc<Page> {
    Arc::new(Page::new(include_str!("../../../web/docs/api.html"), &DOCS, &[]))
}

/// The GraphQL schema, with links to the pages that are served.
pub fn schema(absent: &[&str]) -> Arc<Page> {
    let document = without(include_str!("../../../web/docs/schema.html"), absent);
    Arc::new(Page::new(&document, &DOCS, &[]))
}
