//! Objects of the schema, and how they write their fields as JSON.

use async_graphql::{PathSegment, ServerError};
use serde::Serialize;
use uuid::Uuid;

use super::{
    loaded::Loaded,
    outcome::json,
    resolver::{Batch, Resolver},
};
use crate::plan::Field;

/// An object of the schema.
pub trait Object<H: Resolver>: Send + Sync {
    /// The name of the object's type, where a field has several.
    fn type_name(&self) -> Option<&'static str> {
        None
    }

    /// Writes the value of a field. Validation rejects fields that the type does not have.
    fn write<'p>(&self, field: &'p Field<H::Notes>, to: &mut Writer<'p, H>);
}

impl<H: Resolver, T: Object<H> + ?Sized> Object<H> for &T {
    fn type_name(&self) -> Option<&'static str> {
        (**self).type_name()
    }

    fn write<'p>(&self, field: &'p Field<H::Notes>, to: &mut Writer<'p, H>) {
        (**self).write(field, to);
    }
}

/// Writes a response, with null for what is still to be loaded.
///
/// Once that is loaded the response is written again: one batch for each field of a level, and no
/// task for each object.
pub struct Writer<'p, H: Resolver> {
    /// The request.
    pub request: H::Request<'p>,
    out: Vec<u8>,
    path: Vec<Step<'p>>,
    errors: Vec<ServerError>,
    loaded: Loaded<H>,
    /// How many bytes it may have in all.
    most: usize,
    /// How many bytes the errors and the written root fields have.
    written: usize,
    /// How many bytes the last root field has.
    last: usize,
}

/// Bytes of a long value.
const LONG_BYTES: usize = 64 * 1024;

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

impl<'p, H: Resolver> Writer<'p, H> {
    /// Starts a response with what is loaded so far.
    pub fn new(request: H::Request<'p>, loaded: Loaded<H>) -> Self {
        let most = H::bytes_left(request);
        let (path, errors) = (Vec::new(), Vec::new());
        Self { request, out: Vec::new(), path, errors, loaded, most, written: 0, last: 0 }
    }

    /// Writes a root field, and returns its value.
    pub fn root(&mut self, field: &'p Field<H::Notes>, write: impl FnOnce(&mut Self)) -> Vec<u8> {
        self.path.push(Step::Key(&field.key));
        // Fields of one document are often alike, and a long value is moved each time it grows.
        if self.last > LONG_BYTES {
            self.out.reserve(self.last);
        }
        write(self);
        self.path.pop();
        self.last = self.out.len();
        self.written += self.last;
        std::mem::take(&mut self.out)
    }

    /// How many bytes are written. Past the budget only null is.
    pub(super) const fn bytes(&self) -> usize {
        self.written + self.out.len()
    }

    /// Whether the response has more bytes than it may have.
    pub(super) const fn is_over(&self) -> bool {
        self.bytes() > self.most
    }

    /// Ends the response, and returns its errors and its loads.
    pub fn finish(self) -> (Vec<ServerError>, Loaded<H>) {
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

    /// Writes the name of an enum's value from its lower-case text.
    pub fn choice(&mut self, text: &str) {
        self.out.push(b'"');
        self.out.extend(text.bytes().map(|byte| byte.to_ascii_uppercase()));
        self.out.push(b'"');
    }

    /// Writes a uuid.
    pub fn uuid(&mut self, uuid: Uuid) {
        self.plain(uuid.hyphenated().encode_lower(&mut Uuid::encode_buffer()));
    }

    /// Writes what is selected of an object.
    pub fn object(&mut self, field: &'p Field<H::Notes>, object: &dyn Object<H>) {
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
            if field.is_type_name {
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
    pub fn optional(&mut self, field: &'p Field<H::Notes>, object: Option<impl Object<H>>) {
        match object {
            Some(object) => self.object(field, &object),
            None => self.null(),
        }
    }

    /// Writes what is selected of each object.
    pub fn objects<T: Object<H>>(
        &mut self,
        field: &'p Field<H::Notes>,
        objects: impl IntoIterator<Item = T>,
    ) {
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
    pub fn try_load<B: Batch<H, Value: Object<H>>>(
        &mut self,
        field: &'p Field<H::Notes>,
        batch: Result<B, H::Error>,
        key: B::Key,
    ) {
        match batch {
            Ok(batch) => self.load(field, batch, key),
            Err(error) => self.refuse(field, &error),
        }
    }

    /// Writes an object that has to be loaded: null until it is.
    pub fn load<B: Batch<H, Value: Object<H>>>(
        &mut self,
        field: &'p Field<H::Notes>,
        batch: B,
        key: B::Key,
    ) {
        self.load_with(field, batch, key, |to, object| to.optional(field, object));
    }

    /// Loads a value, and lets it be written: null until it is loaded.
    pub fn load_with<B: Batch<H>>(
        &mut self,
        field: &'p Field<H::Notes>,
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

    /// Writes null and adds an error at the current path.
    ///
    /// It counts for the response's budget. Other fields are not affected.
    pub fn refuse(&mut self, field: &Field<H::Notes>, error: &H::Error) {
        if self.is_over() {
            return self.null();
        }
        let path = self.path.iter().map(|step| match step {
            Step::Key(key) => PathSegment::Field((*key).to_owned()),
            Step::Index(index) => PathSegment::Index(*index),
        });
        let error = H::error(self.request, error, field.position, path.collect());
        let bytes = self.path.iter().map(Step::bytes).sum::<usize>();
        self.written += bytes + error.message.len() + ERROR_BYTES;
        self.errors.push(error);
        self.null();
    }

    /// Writes null for a field that the object doesn't have.
    ///
    /// The schema and the object disagree.
    pub fn unknown(&mut self, field: &Field<H::Notes>) {
        tracing::error!(field = field.name, "a field has no resolver");
        self.refuse(field, &H::unknown());
    }
}
