//! The operations of the REST API, from the table of operations.

use crate::{
    kinds,
    resources::{Act, Action, RecordAct, Rest},
};

/// Every operation of the REST API, with its entry.
pub fn operations() -> impl Iterator<Item = (&'static Action, &'static RecordAct, &'static Rest)> {
    kinds::actions().iter().filter_map(|action| match &action.act {
        Act::Record(act) => act.rest.as_ref().map(|rest| (action, act, rest)),
        Act::Read(_) | Act::ById(_) | Act::Bulk(_) | Act::Inbox(_) => None,
    })
}
