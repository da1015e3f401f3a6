//! GraphQL's code for a REST response.

use crate::support::Response;

/// GraphQL's code for a REST response (D21).
pub fn code(response: &Response) -> &'static str {
    match (response.status.as_u16(), response.message()) {
        (400, message) if message.ends_with("is not deleted") => "NOT_DELETED",
        (400, _) => "BAD_REQUEST",
        (401, _) => "UNAUTHENTICATED",
        (403, _) => "FORBIDDEN",
        (404, _) => "NOT_FOUND",
        (422, _) => "VALIDATION_FAILED",
        _ => "another",
    }
}
