//! What is asked of an operation that reads, and what it finds.

use futures_util::future::BoxFuture;

use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::rows::Projections,
    parameters::Arguments,
    views::{About, View},
};

/// Runs an operation that shows views, once its permission is checked.
pub type ReadViews = for<'a> fn(&'a Asked<'a>) -> BoxFuture<'a, Result<Found, Error>>;

/// What an operation finds.
#[derive(Clone, Copy)]
pub enum Finds {
    /// One view, or none.
    One(&'static About),
    /// Views that can all be seen.
    All(&'static About),
    /// Views, or none, each in the place of its id.
    Each(&'static About),
    /// A page of views, which are called so.
    Page(&'static About, &'static str),
    /// A page of views, which GraphQL shows as a list.
    Part(&'static About, &'static str),
    /// Names.
    Names,
}

/// What a request asks of an operation that reads.
pub struct Asked<'a> {
    /// The application.
    pub app: &'a App,
    /// The call.
    pub call: &'a Call,
    /// What the operation finds.
    pub finds: Finds,
    /// Its parameters.
    pub arguments: &'a Arguments,
    /// The id that it names, in the form of its API.
    pub id: Option<&'a str>,
    /// Most items of the page.
    pub size: u64,
    /// The cursor of the item before the page.
    pub after: Option<&'a str>,
    /// Whether the response shows the member of the view with this name.
    pub shows: &'a (dyn Fn(&str) -> bool + Send + Sync),
    /// What the response shows of records.
    pub projections: &'a (dyn Fn() -> Projections + Send + Sync),
}

impl Asked<'_> {
    /// Decodes the cursor of the item before the page.
    ///
    /// # Errors
    /// `BadRequest` for what is no cursor of the list.
    pub fn after<P>(&self, decode: impl Fn(&str) -> Option<P>) -> Result<Option<P>, Error> {
        let problem = || Error::bad_request("after is not a cursor of this list");
        self.after.map(|text| decode(text).ok_or_else(problem)).transpose()
    }
}

/// What an operation found.
pub enum Found {
    /// One view, or none.
    One(Option<Box<dyn View>>),
    /// Views, each in its place.
    Several(Vec<Option<Box<dyn View>>>),
    /// A page of views, each with its cursor, and whether there are more behind them.
    Page(Vec<(Box<dyn View>, String)>, bool),
    /// Names.
    Names(Vec<&'static str>),
}

impl Found {
    /// One view, or none.
    pub fn one<V: View + 'static>(view: Option<V>) -> Self {
        Self::One(view.map(|it| Box::new(it) as Box<dyn View>))
    }

    /// Views, each in its place.
    pub fn several<V: View + 'static>(views: impl IntoIterator<Item = Option<V>>) -> Self {
        let boxed = |view: V| Box::new(view) as Box<dyn View>;
        Self::Several(views.into_iter().map(|view| view.map(boxed)).collect())
    }

    /// A page of views with these cursors.
    pub fn page<V: View + 'static>(
        views: impl IntoIterator<Item = V>,
        cursor: impl Fn(&V) -> String,
        more: bool,
    ) -> Self {
        let with_cursor = |view: V| {
            let cursor = cursor(&view);
            (Box::new(view) as Box<dyn View>, cursor)
        };
        Self::Page(views.into_iter().map(with_cursor).collect(), more)
    }
}
