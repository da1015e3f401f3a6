//! Objects of the schema, and how they write their fields as JSON.

use async_graphql::{PathSegment, ServerError};
use entity::Timestamp;
use serde::Serialize;
use uuid::Uuid;

use super::{
    context::{Context, Request},
    loaded::{Batch, Loaded},
    outcome::json,
};
use crate::{
    api::graphql::{
        error::server_error,
        plan::{Field, Shows},
    },
    error::Error,
};

/// An object of the schema.
pub trait Object: Send + Sync {
    /// The name of the object's type, where a field has several.
    fn type_name(&self) -> Option<&'static str> {
        None
    }

    /// Writes the value of a field. Validation rejects fields that the type does not have.
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>);
}

impl<T: Object + ?Sized> Object for &T {
    fn type_name(&self) -> Option<&'static str> {
        (**self).type_name()
    }

    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        (**self).write(field, to);
    }
}

/// Writes a response. What an object doesn't have is written as null and loaded, and the response
/// is written again: one statement for each field of a level, and no task for each object.
pub struct Writer<'p> {
    /// The request.
    pub request: Request<'p>,
    out: Vec<u8>,
    path: Vec<Step<'p>>,
    errors: Vec<ServerError>,
    loaded: Loaded,
    /// How many bytes it may have in all.
    most: usize,
    /// How many bytes the errors and the written root fields have.
    written: usize,
}

/// About how many bytes an error has beside its path and message. It has as many in memory.
const ERROR_BYTES: usize = 512;

/// A step of the path to a value.
enum Step<'p> {
    Key(&'p str),
    Index(usize),
}

impl Step<'_> {
    const fn bytes(&self) -> usize {
        match self {
            Self::Key(key) => key.len(),
            Self::Index(_) => size_of::<usize>(),
        }
    }
}

impl<'p> Writer<'p> {
    /// Starts a response with what is loaded so far.
    pub fn new(request: Request<'p>, loaded: Loaded) -> Self {
        let most = request.call.budget.bytes_left();
        let (path, errors) = (Vec::new(), Vec::new());
        Self { request, out: Vec::new(), path, errors, loaded, most, written: 0 }
    }

    /// Writes a root field, and returns its value.
    pub fn root(&mut self, field: &'p Field, write: impl FnOnce(&mut Self)) -> Vec<u8> {
        self.path.push(Step::Key(&field.key));
        write(self);
        self.path.pop();
        self.written += self.out.len();
        std::mem::take(&mut self.out)
    }

    /// How many bytes are written. Past the budget only null is.
    pub const fn bytes(&self) -> usize {
        self.written + self.out.len()
    }

    const fn is_over(&self) -> bool {
        self.bytes() > self.most
    }

    /// Ends the response, and returns its errors and its loads.
    pub fn finish(self) -> (Vec<ServerError>, Loaded) {
        (self.errors, self.loaded)
    }

    /// Writes null.
    pub fn null(&mut self) {
        self.out.extend_from_slice(b"null");
    }

    /// Writes a value.
    pub fn value(&mut self, value: impl Serialize) {
        json(&mut self.out, &value);
    }

    /// Writes a text that needs no escapes.
    pub fn plain(&mut self, text: &str) {
        self.out.push(b'"');
        self.out.extend_from_slice(text.as_bytes());
        self.out.push(b'"');
    }

    /// Writes the name of an enum's value from its lower-case column.
    pub fn choice(&mut self, text: &str) {
        self.out.push(b'"');
        self.out.extend(text.bytes().map(|byte| byte.to_ascii_uppercase()));
        self.out.push(b'"');
    }

    /// Writes a timestamp.
    pub fn time(&mut self, time: Timestamp) {
        self.plain(&time.text());
    }

    /// Writes a uuid.
    pub fn uuid(&mut self, uuid: Uuid) {
        self.plain(uuid.hyphenated().encode_lower(&mut Uuid::encode_buffer()));
    }

    /// Writes what is selected of an object.
    pub fn object(&mut self, field: &'p Field, object: &dyn Object) {
        if self.is_over() {
            return self.null();
        }
        let (type_name, fields) = field.selection.of(|| object.type_name());
        self.out.push(b'{');
        for (place, field) in fields.iter().enumerate() {
            if self.is_over() {
                break;
            }
            if place > 0 {
                self.out.push(b',');
            }
            self.out.extend_from_slice(&field.json_key);
            if matches!(field.shows, Shows::TypeName) {
                self.plain(type_name);
                continue;
            }
            self.path.push(Step::Key(&field.key));
            object.write(field, self);
            self.path.pop();
        }
        self.out.push(b'}');
    }

    /// Writes what is selected of an object, or null.
    pub fn optional(&mut self, field: &'p Field, object: Option<impl Object>) {
        match object {
            Some(object) => self.object(field, &object),
            None => self.null(),
        }
    }

    /// Writes what is selected of each object.
    pub fn objects<T: Object>(&mut self, field: &'p Field, objects: impl IntoIterator<Item = T>) {
        self.list(objects, |to, object| to.object(field, &object));
    }

    /// Writes a list.
    pub fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T),
    ) {
        self.out.push(b'[');
        for (index, item) in items.into_iter().enumerate() {
            if self.is_over() {
                break;
            }
            if index > 0 {
                self.out.push(b',');
            }
            self.path.push(Step::Index(index));
            write(self, item);
            self.path.pop();
        }
        self.out.push(b']');
    }

    /// Writes an object that has to be loaded, unless that is refused.
    pub fn try_load<B: Batch<Value: Object>>(
        &mut self,
        field: &'p Field,
        batch: Result<B, Error>,
        key: B::Key,
    ) {
        match batch {
            Ok(batch) => self.load(field, batch, key),
            Err(error) => self.refuse(field, &error),
        }
    }

    /// Writes an object that has to be loaded: null until it is.
    pub fn load<B: Batch<Value: Object>>(&mut self, field: &'p Field, batch: B, key: B::Key) {
        self.load_with(field, batch, key, |to, object| to.optional(field, object));
    }

    /// Loads a value, and lets it be written if there is one: null until it is loaded.
    pub fn load_with<B: Batch>(
        &mut self,
        field: &'p Field,
        batch: B,
        key: B::Key,
        write: impl FnOnce(&mut Self, Option<&B::Value>),
    ) {
        match self.loaded.get(batch, key) {
            Some(Ok(value)) => write(self, value.as_deref()),
            Some(Err(error)) => self.refuse(field, &error),
            None => self.null(),
        }
    }

    /// Writes null and adds an error at the current path, within the response's budget; other fields
    /// are not affected.
    pub fn refuse(&mut self, field: &Field, error: &Error) {
        if self.is_over() {
            return self.null();
        }
        let error = &self.request.call.budget.explained(error.clone());
        let path = self.path.iter().map(|step| match step {
            Step::Key(key) => PathSegment::Field((*key).to_owned()),
            Step::Index(index) => PathSegment::Index(*index),
        });
        let bytes = self.path.iter().map(Step::bytes).sum::<usize>();
        self.written += bytes + error.message().len() + ERROR_BYTES;
        self.errors.push(server_error(error, field.position, path.collect()));
        self.null();
    }

    /// Writes null for a field that the object doesn't have. The schema and the object disagree.
    pub fn unknown(&mut self, field: &Field) {
        tracing::error!(field = field.name, "a field has no resolver");
        self.refuse(field, &Error::Internal);
    }

    /// The context of a field.
    pub const fn at(&self, field: &'p Field) -> Context<'p> {
        self.request.at(field)
    }
}
