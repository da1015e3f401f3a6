//! The plans of a document.

use apollo_compiler::{Name, executable::Operation};
use std::sync::{Arc, Mutex, PoisonError};

use crate::api::graphql::plan::{Plan, Variables};

/// Most plans of one document: each value of a condition's variable has its own.
const CAPACITY: usize = 16;

/// The plans of a document, by operation and by the values of the variables in its conditions.
#[derive(Debug, Default)]
pub struct Plans(Mutex<Vec<(Key, Arc<Plan>)>>);

/// The name of an operation, and its variables that are `true`.
type Key = (Option<Name>, Vec<Name>);

impl Plans {
    /// The plan of an operation for these variables, which is made when there is none.
    pub fn get(
        &self,
        operation: &Operation,
        variables: &Variables,
        make: impl FnOnce() -> Plan,
    ) -> Arc<Plan> {
        let is_true = |name: &&Name| variables.is_true(name);
        let names = operation.variables.iter().map(|variable| &variable.name);
        let key = (operation.name.clone(), names.filter(is_true).cloned().collect());
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, plan)) = known().iter().find(|(known, _)| *known == key) {
            return Arc::clone(plan);
        }
        let plan = Arc::new(make());
        let mut plans = known();
        if plans.len() == CAPACITY {
            plans.remove(0);
        }
        plans.push((key, Arc::clone(&plan)));
        plan
    }
}
