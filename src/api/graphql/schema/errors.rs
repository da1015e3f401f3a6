//! The enum of error codes.

use async_graphql::registry::MetaType;

use super::types::choice;
use crate::error::Code;

/// The enum of error codes.
pub const ERROR_CODE: &str = "ErrorCode";

/// The codes that any root field can fail with.
const COMMON: [Code; 6] = [
    Code::Unauthenticated,
    Code::BadRequest,
    Code::QueryTooExpensive,
    Code::RateLimited,
    Code::Unavailable,
    Code::Internal,
];

/// The type of the enum.
pub fn error_codes() -> MetaType {
    let values = Code::ALL.into_iter().filter_map(|code| {
        let any = if COMMON.contains(&code) { " Any field can fail with it." } else { "" };
        Some((code.as_str().to_owned(), format!("{}{any}", code.meaning()?)))
    });
    let description = "The codes of errors, in `extensions.code` and in outcomes. The description of a \
                       root field names those that it answers with.";
    choice(ERROR_CODE, description, &values.collect::<Vec<_>>())
}

/// The sentence about the codes that any root field can fail with, without its full stop.
pub fn common_errors() -> String {
    let [names @ .., last] = COMMON.map(Code::as_str);
    let names = names.join(", ");
    let forbidden = Code::Forbidden.as_str();
    format!(
        "Any field can also fail with {names} or {last}, or with {forbidden} for a deleted caller"
    )
}
