//! Serves pages to browsers. A page is a document and the assets that it names, built by `web` and
//! embedded.

use axum::{
    Router,
    extract::Path,
    http::{
        HeaderMap, HeaderValue,
        header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_FRAME_OPTIONS},
    },
    response::Response,
    routing::get,
};
use std::collections::HashMap;

use super::{Coding, HttpError, PublicFile, allow_reading};

/// The content security policy. It allows own scripts and styles, images inside the styles,
/// requests to this server, no framing.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// An asset of a page, as it is and compressed.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// The name in the document.
    pub name: &'static str,
    /// The value of `Content-Type`.
    pub content_type: &'static str,
    /// The content.
    pub plain: &'static [u8],
    /// The content, compressed with Brotli.
    pub brotli: &'static [u8],
    /// The content, compressed with gzip.
    pub gzip: &'static [u8],
}

/// Embeds files that `web/build.mjs` has built. It takes their folder in `web`, their names and
/// their media types.
#[macro_export]
macro_rules! assets {
    ($folder:literal, $($name:literal: $content_type:literal),+ $(,)?) => {
        [$($crate::assets!(@one concat!(env!("CARGO_MANIFEST_DIR"), "/web/", $folder, "/dist/", $name), $name, $content_type)),+]
    };
    (@one $path:expr, $name:literal, $content_type:literal) => {
        $crate::api::http::Asset {
            name: $name,
            content_type: $content_type,
            plain: include_bytes!($path),
            brotli: include_bytes!(concat!($path, ".br")),
            gzip: include_bytes!(concat!($path, ".gz")),
        }
    };
}

/// The assets of pages, under names that contain their hash.
#[derive(Debug)]
pub struct Assets {
    files: HashMap<String, PublicFile>,
    /// The names in documents, and those that contain the hash.
    names: Vec<(&'static str, String)>,
}

impl Assets {
    /// Hashes assets: once in a process, since they may have megabytes.
    pub fn new(assets: &[Asset]) -> Self {
        let (mut files, mut names) = (HashMap::new(), Vec::new());
        for asset in assets {
            let (stem, extension) = asset.name.split_once('.').unwrap_or((asset.name, ""));
            let file =
                PublicFile::new(asset.content_type, PublicFile::IMMUTABLE, asset.plain.into())
                    .with_encoded(Coding::Brotli, asset.brotli.into())
                    .with_encoded(Coding::Gzip, asset.gzip.into());
            let versioned = format!("{stem}-{}.{extension}", file.hash());
            names.push((asset.name, versioned.clone()));
            files.insert(versioned, file);
        }
        Self { files, names }
    }

    /// The routes of the assets in a folder, public like the pages.
    pub fn router(&'static self, folder: &str, refused: fn(&HttpError) -> Response) -> Router {
        let asset =
            async move |Path(name): Path<String>, headers: HeaderMap| match self.files.get(&name) {
                Some(file) => file.response(&headers).await,
                None => refused(&HttpError::NoSuchPath),
            };
        let not_allowed = move || async move { refused(&HttpError::MethodNotAllowed) };
        let methods = get(asset).options(allow_reading).fallback(not_allowed);
        Router::new().route(&format!("{folder}/{{name}}"), methods)
    }
}

/// A document for browsers.
#[derive(Debug)]
pub struct Page {
    document: PublicFile,
    policy: HeaderValue,
}

impl Page {
    /// A page whose document names these assets. Its requests may go to further origins.
    pub fn new(document: &str, assets: &Assets, origins: &[String]) -> Self {
        let names = assets.names.iter();
        let document = names.fold(document.to_owned(), |document, (name, versioned)| {
            document.replace(name, versioned)
        });
        let content_type = "text/html; charset=utf-8";
        let document = PublicFile::new(content_type, PublicFile::REVALIDATED, document.into());
        let connect = origins
            .iter()
            .fold("connect-src 'self'".to_owned(), |all, origin| format!("{all} {origin}"));
        let policy = HeaderValue::try_from(POLICY.replace("connect-src 'self'", &connect))
            .unwrap_or(HeaderValue::from_static(POLICY));
        Self { document, policy }
    }

    /// The document.
    pub async fn response(&self, headers: &HeaderMap) -> Response {
        let mut response = self.document.response(headers).await;
        for (name, value) in [
            (CONTENT_SECURITY_POLICY, self.policy.clone()),
            (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
            (X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
        ] {
            response.headers_mut().insert(name, value);
        }
        response
    }
}
