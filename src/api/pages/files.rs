//! The pages that `web/build.mjs` has built.

use std::sync::Arc;

use crate::{
    api::http::{Asset, Page},
    assets,
};

const CONSOLE: [Asset; 3] = assets!(
    "console",
    "console.js": "text/javascript; charset=utf-8",
    "console.css": "text/css; charset=utf-8",
    "LICENSES.txt": "text/plain; charset=utf-8",
);
const DOCS: [Asset; 6] = assets!(
    "docs",
    "api.js": "text/javascript; charset=utf-8",
    "api.css": "text/css; charset=utf-8",
    "schema.js": "text/javascript; charset=utf-8",
    "docs.js": "text/javascript; charset=utf-8",
    "docs.css": "text/css; charset=utf-8",
    "LICENSES.txt": "text/plain; charset=utf-8",
);

/// The console.
pub fn console() -> Arc<Page> {
    Arc::new(Page::new(include_str!("../../../web/console/page.html"), &CONSOLE, &[]))
}

/// The page that names all others.
pub fn landing() -> Arc<Page> {
    Arc::new(Page::new(include_str!("../../../web/docs/landing.html"), &DOCS, &[]))
}

/// The documentation of the REST API.
pub fn rest() -> Arc<Page> {
    Arc::new(Page::new(include_str!("../../../web/docs/api.html"), &DOCS, &[]))
}

/// The GraphQL schema.
pub fn schema() -> Arc<Page> {
    Arc::new(Page::new(include_str!("../../../web/docs/schema.html"), &DOCS, &[]))
}
