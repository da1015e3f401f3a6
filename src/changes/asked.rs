//! What is asked of an operation that changes something, and what it replies.

use futures_util::future::BoxFuture;
use serde_json::Value as Json;
use std::sync::Arc;

use crate::{
    app::App,
    auth::Call,
    error::Error,
    kinds::global_id,
    operations::rows::{Expected, Fields, Projections, Selection, read::Filter},
    parameters::Arguments,
    resources::Input,
    views::{About, Described, View},
};

/// Runs an operation, once its permission is checked.
pub type Change =
    Box<dyn for<'a> Fn(Asked<'a>) -> BoxFuture<'a, Result<Reply, Error>> + Send + Sync>;

/// What an operation shows.
pub struct Shows {
    /// The view.
    pub about: &'static About,
    /// The members that its payload in GraphQL lacks.
    pub lacks: &'static [&'static str],
    /// An example in place of the view's.
    pub example: Option<fn() -> Json>,
}

impl Shows {
    /// A view with all its members.
    pub fn all<V: Described>() -> Self {
        Self::without::<V>(&[])
    }

    /// A view whose payload in GraphQL lacks some members.
    pub fn without<V: Described>(lacks: &'static [&'static str]) -> Self {
        Self { about: V::about(), lacks, example: None }
    }
}

/// What a request asks of an operation.
///
/// What the operation doesn't take is empty.
pub struct Asked<'a> {
    /// The application.
    pub app: &'a Arc<App>,
    /// The call, with its reason.
    pub call: &'a Arc<Call>,
    /// Its parameters.
    pub arguments: &'a Arguments,
    /// The id that it names, in the form of its API.
    pub id: Option<&'a str>,
    /// Its fields, by the names of REST.
    pub fields: Fields,
    /// The rules of its fields.
    pub inputs: &'static [Input],
    /// The filter that records match.
    pub filter: Option<Filter>,
    /// The expected version.
    pub expected: Expected,
    /// Whether the response shows the member of the view with this name.
    pub shows: &'a (dyn Fn(&str) -> bool + Send + Sync),
    /// What the response shows of records.
    pub projections: &'a (dyn Fn() -> Projections + Send + Sync),
}

impl Asked<'_> {
    /// The id that it names; `None`: none, or one that nothing can have.
    pub fn id_of(&self, kind: &str) -> Option<i64> {
        self.id.and_then(|text| self.arguments.id_of(kind, text))
    }

    /// The record that it names by its global id.
    pub fn selection(&self) -> Selection {
        self.id.and_then(global_id::decode)
    }
}

/// What an operation replies.
pub struct Reply {
    /// What it shows.
    pub view: Box<dyn View>,
    /// The path in REST of what it created.
    pub path: Option<String>,
}

impl Reply {
    /// A view, and no path.
    pub fn of(view: impl View + 'static) -> Self {
        Self { view: Box::new(view), path: None }
    }

    /// A view of what was created, with its path.
    pub fn at(path: String, view: impl View + 'static) -> Self {
        Self { path: Some(path), ..Self::of(view) }
    }
}
