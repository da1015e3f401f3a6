//! What logs say of an operation.

use apollo_compiler::{
    ExecutableDocument, Name,
    executable::{Operation, OperationType},
};
use std::sync::Arc;

/// The type, name and root fields of an operation.
#[derive(Debug)]
pub struct Outline {
    /// Query, mutation or subscription.
    pub kind: OperationType,
    /// The name, if it has one.
    pub name: Option<Name>,
    /// The root fields, each with its response key.
    pub fields: Vec<(String, Arc<str>)>,
}

impl Outline {
    /// The outline of an operation of a valid document.
    pub(super) fn of(document: &ExecutableDocument, operation: &Operation) -> Self {
        let fields = operation.root_fields(document);
        let field = |key: &str, name: &str| (key.to_owned(), Arc::from(name));
        Self {
            kind: operation.operation_type,
            name: operation.name.clone(),
            fields: fields.map(|it| field(it.response_key(), &it.name)).collect(),
        }
    }
}
