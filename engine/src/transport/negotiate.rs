//! Content negotiation: the media type of a response, or a stream.

use axum::http::{HeaderMap, header::ACCEPT};

use super::{
    accept::{accepted, values, weighted},
    framing::Framing,
    media_type::MediaType,
};

/// The form of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResponseForm {
    /// One body.
    Whole(MediaType),
    /// A stream of outcomes.
    Stream(Framing),
}

/// What a client accepts.
#[derive(Clone, Copy, Debug)]
pub struct Accepted {
    /// The preferred media type of one body; `None` when it accepts none.
    whole: Option<MediaType>,
    /// The preferred stream; `None` when it accepts none.
    stream: Option<Framing>,
}

/// The media types of streams. `*/*` doesn't include them.
const EVENTS: &str = "text/event-stream";
const MULTIPART: &str = "multipart/mixed";

impl Accepted {
    /// Parses `Accept`; `application/json` wins when the client has no preference.
    ///
    /// `None`: the client accepts none of the media types of responses.
    pub fn by(headers: &HeaderMap) -> Option<Self> {
        let ranges = accepted(headers, ACCEPT);
        if ranges.is_empty() {
            return Some(Self { whole: Some(MediaType::Json), stream: None });
        }
        let wanted = |media_type: MediaType| (quality(media_type.name(), &ranges), media_type);
        let (json, strict) = (wanted(MediaType::Json), wanted(MediaType::GraphqlResponse));
        let ((weight, _), media_type) = if strict.0 > json.0 { strict } else { json };
        let whole = (weight > 0).then_some(media_type);
        let named = |name: &str, ranges: &[(&str, u16)]| {
            let named = ranges.iter().filter(|(range, _)| range.eq_ignore_ascii_case(name));
            named.map(|(_, weight)| *weight).max().unwrap_or_default()
        };
        let events = named(EVENTS, &ranges);
        let multipart = named(MULTIPART, &subscription_ranges(headers));
        let stream = match multipart.max(events) {
            0 => None,
            weight if weight > events => Some(Framing::Multipart),
            _ => Some(Framing::Events),
        };
        (whole.is_some() || stream.is_some()).then_some(Self { whole, stream })
    }

    /// The media type of one body. `None`: the client accepts streams only.
    pub const fn whole(self) -> Option<MediaType> {
        self.whole
    }

    /// The form of the response to an operation.
    ///
    /// A subscription is a stream if the client accepts one, any other operation only if it accepts
    /// nothing else: clients list what any of their operations may need.
    pub fn form(self, subscribes: bool) -> ResponseForm {
        match (self.whole, self.stream) {
            (_, Some(stream)) if subscribes => ResponseForm::Stream(stream),
            (Some(media_type), _) => ResponseForm::Whole(media_type),
            (None, Some(stream)) => ResponseForm::Stream(stream),
            // `by` returns none of them.
            (None, None) => ResponseForm::Whole(MediaType::Json),
        }
    }
}

/// Whether the client prefers HTML, as browsers do.
pub fn prefers_html(headers: &HeaderMap) -> bool {
    let ranges = accepted(headers, ACCEPT);
    let page = quality("text/html", &ranges);
    let less = |media_type: MediaType| quality(media_type.name(), &ranges) < page;
    page.0 > 0 && less(MediaType::Json) && less(MediaType::GraphqlResponse)
}

/// The media ranges for multipart subscriptions, beside other uses of `multipart/mixed`.
fn subscription_ranges(headers: &HeaderMap) -> Vec<(&str, u16)> {
    let names = |part: &str| {
        let (name, version) = part.split_once('=').unwrap_or_default();
        let is_named = name.trim().eq_ignore_ascii_case("subscriptionSpec");
        is_named && version.trim().trim_matches('"') == "1.0"
    };
    values(headers, ACCEPT).filter(|text| text.split(';').any(names)).map(weighted).collect()
}

/// The weight of a media type by the most specific range. With it comes how specific that range is.
///
/// Of two media types with the same weight the one that a more specific range matches wins.
fn quality(name: &str, ranges: &[(&str, u16)]) -> (u16, u8) {
    let fitting =
        ranges.iter().filter_map(|(range, weight)| Some((specificity(name, range)?, *weight)));
    fitting.max_by_key(|(fit, _)| *fit).map_or((0, 0), |(fit, weight)| (weight, fit))
}

/// How specifically a media range matches a media type. `None`: it doesn't.
fn specificity(name: &str, range: &str) -> Option<u8> {
    let main = |name: &str| name.split('/').next().map(str::to_ascii_lowercase);
    match range {
        _ if range.eq_ignore_ascii_case(name) => Some(3),
        "*/*" => Some(1),
        _ if range.ends_with("/*") && main(range) == main(name) => Some(2),
        _ => None,
    }
}
