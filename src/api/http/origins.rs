//! The origins whose pages may use the API from a browser (CORS).

use axum::http::HeaderValue;
use std::{str::FromStr, sync::Arc};
use url::Url;

/// Names of this machine, as browsers write them in an origin.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// An origin as browsers send it, such as `https://app.example.com`. `*` stands for any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(HeaderValue);

/// Which origins are allowed.
#[derive(Clone, Debug)]
pub enum Origins {
    /// Any.
    Any,
    /// Exactly these.
    Listed(Arc<[Origin]>),
    /// Any port of this machine.
    Loopback,
}

impl Origins {
    /// The origins of a list; `None` if it is empty.
    pub fn listed(origins: &[Origin]) -> Option<Self> {
        match origins {
            [] => None,
            _ if origins.iter().any(|origin| origin.0 == "*") => Some(Self::Any),
            _ => Some(Self::Listed(origins.into())),
        }
    }

    /// Whether an origin is allowed.
    pub fn allow(&self, origin: &HeaderValue) -> bool {
        match self {
            Self::Any => true,
            Self::Listed(origins) => origins.iter().any(|allowed| allowed.0 == origin),
            Self::Loopback => is_loopback(origin),
        }
    }
}

impl FromStr for Origin {
    type Err = String;

    /// Parses an origin: a scheme, a host and perhaps a port.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let form = || "must be an origin such as https://app.example.com, or *".to_owned();
        if text == "*" {
            return Ok(Self(HeaderValue::from_static("*")));
        }
        let (scheme, rest) = text.split_once("://").ok_or_else(form)?;
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let origin = match scheme.to_ascii_lowercase().as_str() {
            // In the form that browsers send: no default port, no capitals, no characters beyond ASCII.
            "http" | "https" => {
                let url = Url::parse(text).map_err(|_| form())?;
                let has_account = !url.username().is_empty() || url.password().is_some();
                // Nothing is a wildcard within a host, though a parser of URLs takes it.
                if has_account || text.contains('*') {
                    return Err(form());
                }
                url.origin().ascii_serialization()
            }
            // Such as capacitor://localhost, of an app that shows pages.
            scheme if is_scheme(scheme) && is_host(&rest[..end]) => {
                format!("{scheme}://{}", &rest[..end])
            }
            _ => return Err(form()),
        };
        if end < rest.len() {
            return Err(format!("an origin has no path, not even a slash: {origin}"));
        }
        HeaderValue::try_from(origin).map(Self).map_err(|_| form())
    }
}

fn is_scheme(text: &str) -> bool {
    let is_part = |it: char| it.is_ascii_alphanumeric() || ['+', '-', '.'].contains(&it);
    text.starts_with(|it: char| it.is_ascii_alphabetic()) && text.chars().all(is_part)
}

/// Whether a text is a host without need of conversion. It may have a port.
fn is_host(text: &str) -> bool {
    let is_part = |it: char| it.is_ascii_alphanumeric() || ['-', '.', '_', ':'].contains(&it);
    !text.is_empty() && text.chars().all(is_part)
}

fn is_loopback(origin: &HeaderValue) -> bool {
    let host = || {
        let text = origin.to_str().ok()?;
        let authority = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"))?;
        let port = authority.rfind(':').filter(|at| !authority[*at..].contains(']'));
        let is_number = |port: &str| port.parse::<u16>().is_ok();
        match port {
            Some(at) if is_number(&authority[at + 1..]) => Some(&authority[..at]),
            Some(_) => None,
            None => Some(authority),
        }
    };
    host().is_some_and(|host| LOOPBACK.contains(&host))
}
