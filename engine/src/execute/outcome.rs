//! The outcome of an operation.

use async_graphql::{ServerError, Value};
use axum::body::Bytes;

/// The outcome of an operation: data, errors, or both. Clones share the data.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The root fields.
    ///
    /// `None`: the operation was not executed, or its data is null.
    pub data: Option<Vec<Root>>,
    /// The errors.
    pub errors: Vec<ServerError>,
    /// `extensions.cost`, if the request asks for it.
    pub cost: Option<Value>,
}

/// A root field with its value.
#[derive(Clone, Debug)]
pub struct Root {
    /// The response key.
    pub key: String,
    /// The value as JSON.
    pub json: Bytes,
}

impl Outcome {
    /// The outcome of an operation that was not executed.
    pub fn of_errors(errors: Vec<ServerError>) -> Self {
        Self { errors, ..Self::default() }
    }

    /// The outcome of an operation that failed with this error.
    pub fn refused(error: impl Into<ServerError>) -> Self {
        Self::of_errors(vec![error.into()])
    }

    /// Appends the outcome of a further root field.
    pub fn append(&mut self, next: Self) {
        self.data = self.data.take().zip(next.data).map(|(mut data, more)| {
            data.extend(more);
            data
        });
        self.errors.extend(next.errors);
    }

    /// Whether the operation was executed: only errors of execution have a path.
    pub fn is_executed(&self) -> bool {
        self.data.is_some() || self.errors.iter().any(|error| !error.path.is_empty())
    }

    /// Whether there is no data, only errors, and all of them fit.
    pub fn has_only(&self, fits: impl Fn(&ServerError) -> bool) -> bool {
        let has_nothing = self.data.iter().flatten().all(|root| *root.json == *b"null");
        has_nothing && !self.errors.is_empty() && self.errors.iter().all(fits)
    }

    /// Bytes of the data.
    pub fn size(&self) -> usize {
        self.data.iter().flatten().map(|root| root.json.len()).sum()
    }

    /// Writes the outcome as JSON, with its fields in the specification's order.
    pub fn write(&self, out: &mut Vec<u8>) {
        let start = out.len();
        let part = |out: &mut Vec<u8>, name: &str| {
            out.push(if out.len() == start { b'{' } else { b',' });
            out.extend_from_slice(name.as_bytes());
        };
        if !self.errors.is_empty() {
            part(out, "\"errors\":");
            json(out, &self.errors);
        }
        if self.is_executed() {
            part(out, "\"data\":");
            self.write_data(out);
        }
        if let Some(cost) = &self.cost {
            part(out, "\"extensions\":{\"cost\":");
            json(out, cost);
            out.push(b'}');
        }
        if out.len() == start {
            out.push(b'{');
        }
        out.push(b'}');
    }

    /// The outcome as JSON.
    pub fn text(&self) -> String {
        self.text_within("", "")
    }

    /// The outcome as JSON, between two texts.
    pub fn text_within(&self, before: &str, after: &str) -> String {
        let mut out = Vec::with_capacity(before.len() + self.data_bytes() + after.len());
        out.extend_from_slice(before.as_bytes());
        self.write(&mut out);
        out.extend_from_slice(after.as_bytes());
        // Only texts are written, so there is nothing to replace.
        String::from_utf8(out).unwrap_or_else(|error| {
            tracing::error!(%error, "an outcome is not text");
            "{}".to_owned()
        })
    }

    /// Bytes of the data with its keys and what is between them.
    fn data_bytes(&self) -> usize {
        self.data.iter().flatten().map(|it| it.key.len() + it.json.len() + 4).sum::<usize>() + 2
    }

    fn write_data(&self, out: &mut Vec<u8>) {
        let Some(roots) = &self.data else {
            return out.extend_from_slice(b"null");
        };
        out.reserve(self.data_bytes());
        out.push(b'{');
        for (place, root) in roots.iter().enumerate() {
            if place > 0 {
                out.push(b',');
            }
            json(out, &root.key);
            out.push(b':');
            out.extend_from_slice(&root.json);
        }
        out.push(b'}');
    }
}

/// Appends a value as JSON.
pub(super) fn json(out: &mut Vec<u8>, value: &impl serde::Serialize) {
    let length = out.len();
    if let Err(error) = serde_json::to_writer(&mut *out, value) {
        // Only a map with keys other than texts can't be written, and there is none.
        tracing::error!(%error, "a value could not be written");
        out.truncate(length);
        out.extend_from_slice(b"null");
    }
}
