//! What a client accepts, in headers with weighted values (RFC 9110, 12.4.2).

use axum::http::{HeaderMap, HeaderName};

/// The values of a header with their weights in thousandths.
///
/// Other parameters are left out.
pub fn accepted(headers: &HeaderMap, name: HeaderName) -> Vec<(&str, u16)> {
    // Empty elements are ignored (5.6.1), so that an empty header is as good as none.
    let values = values(headers, name).filter(|value| !value.trim().is_empty());
    values.map(weighted).collect()
}

/// The values of a header with all their parameters.
pub fn values(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(','))
}

/// A value and its weight in thousandths.
pub(super) fn weighted(text: &str) -> (&str, u16) {
    let mut parts = text.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
    let weight = weight.map_or(1.0, |weight| weight.parse().unwrap_or(0.0_f32).clamp(0.0, 1.0));
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1,000")]
    (name, (weight * 1_000.0) as u16)
}
