//! Which media type a client wants its answer in.

use axum::http::{HeaderMap, header::ACCEPT};

use crate::http::Refusal;

/// A media type of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaType {
    /// `application/json`: what clients got before there was a specification.
    Json,
    /// `application/graphql-response+json`: the status says what became of the request.
    GraphqlResponse,
}

impl MediaType {
    /// The value of `Content-Type`.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Json => "application/json; charset=utf-8",
            Self::GraphqlResponse => "application/graphql-response+json; charset=utf-8",
        }
    }

    /// How well a media range fits: the closer, the larger.
    fn fits(self, range: &str) -> Option<u8> {
        let name = self.content_type().split(';').next().unwrap_or_default();
        match range {
            _ if range.eq_ignore_ascii_case(name) => Some(3),
            "application/*" => Some(2),
            "*/*" => Some(1),
            _ => None,
        }
    }
}

/// The media type that `Accept` prefers; `application/json` when it leaves the choice.
///
/// # Errors
/// `NotAcceptable` when it takes neither.
pub fn preferred(headers: &HeaderMap) -> Result<MediaType, Refusal> {
    let accepts: Vec<&str> =
        headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok()).collect();
    if accepts.is_empty() {
        return Ok(MediaType::Json);
    }
    let ranges: Vec<(&str, u16)> =
        accepts.iter().flat_map(|value| value.split(',')).map(range).collect();
    let wanted = |media_type: MediaType| (quality(media_type, &ranges), media_type);
    let (json, strict) = (wanted(MediaType::Json), wanted(MediaType::GraphqlResponse));
    match if strict.0 > json.0 { strict } else { json } {
        ((0, _), _) => Err(Refusal::NotAcceptable),
        (_, media_type) => Ok(media_type),
    }
}

/// A media range and its weight in thousandths.
fn range(text: &str) -> (&str, u16) {
    let mut parts = text.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
    let weight = weight.map_or(1.0, |weight| weight.parse().unwrap_or(0.0_f32).clamp(0.0, 1.0));
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1,000")]
    (name, (weight * 1_000.0) as u16)
}

/// The weight that the closest range gives a media type, and how close it is: of two with the same
/// weight the one that was named wins over the one that was meant too.
fn quality(media_type: MediaType, ranges: &[(&str, u16)]) -> (u16, u8) {
    let fitting =
        ranges.iter().filter_map(|(name, weight)| Some((media_type.fits(name)?, *weight)));
    fitting.max_by_key(|(fit, _)| *fit).map_or((0, 0), |(fit, weight)| (weight, fit))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header::ACCEPT};

    use super::{MediaType, preferred};

    #[test]
    fn the_client_chooses() {
        let (json, strict) = (Some(MediaType::Json), Some(MediaType::GraphqlResponse));
        let cases = [
            (None, json),
            (Some("*/*"), json),
            (Some("application/*"), json),
            (Some("application/json"), json),
            (Some("application/graphql-response+json"), strict),
            (Some("application/graphql-response+json; charset=utf-8, application/json"), json),
            (Some("application/graphql-response+json, application/json;q=0.9"), strict),
            (Some("application/json;q=0.5, application/graphql-response+json;q=0.4"), json),
            (Some("application/graphql-response+json, */*;q=0.1"), strict),
            (Some("application/json;q=0, application/graphql-response+json"), strict),
            (Some("application/json;q=0, */*"), strict),
            (Some("text/html, */*"), json),
            (Some("text/html"), None),
            (Some("application/json;q=0"), None),
            (Some(""), None),
        ];
        for (accept, expected) in cases {
            let mut headers = HeaderMap::new();
            if let Some(accept) = accept {
                headers.insert(ACCEPT, HeaderValue::from_static(accept));
            }
            assert_eq!(preferred(&headers).ok(), expected, "{accept:?}");
        }
    }
}
