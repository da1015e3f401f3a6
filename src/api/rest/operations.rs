//! The operations of the REST API, from the table of operations.

use crate::{
    kinds,
    resources::{Act, Action, RecordAct, Rest, Route},
};

/// Every operation that changes one record, with its entry.
pub fn operations() -> impl Iterator<Item = (&'static Action, &'static RecordAct, &'static Rest)> {
    kinds::actions().iter().filter_map(|action| match &action.act {
        Act::Record(act) => act.rest.as_ref().map(|rest| (action, act, rest)),
        _ => None,
    })
}

/// Every other operation, with its entry.
pub fn routes() -> impl Iterator<Item = (&'static Action, &'static Route)> {
    kinds::actions().iter().filter_map(|action| Some((action, action.route.as_ref()?)))
}
