//! How many notifications somebody has not read.

use entity::Holds;

use super::{Filter, Test, Trashed, Value, Wanted, count};
use crate::{access::Caller, app::App, failure::Failure, resources};

/// How many live notifications to the caller it has not read.
///
/// # Errors
/// `Forbidden` for one who may see none.
pub async fn unread_count(app: &App, caller: &Caller) -> Result<i64, Failure> {
    let resource = resources::notifications();
    let is = |name, holds, value| Filter::Field(name, holds, Test::Is(value));
    let own = resource.owner.map(|owner| is(owner, Holds::BigInt, Value::Int(caller.user_id)));
    let unread = is("is_read", Holds::Bool, Value::Bool(false));
    let filter = Filter::All(own.into_iter().chain([unread]).collect());
    let wanted =
        Wanted { resource, trashed: Trashed::Without, filter: Some(filter), order: Vec::new() };
    count(app, caller, &wanted).await
}
