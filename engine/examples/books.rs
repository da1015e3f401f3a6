//! Guards, plans and executes a document: books, and their authors, which one batch loads.
//!
//! ```sh
//! cargo run -p engine --example books
//! ```

use async_graphql::{PathSegment, Pos, ServerError};
use engine::{
    execute::{Batch, Object, Outcome, Resolver, Values, Writer, render},
    guard::{Documents, Limits, Rejection},
    plan::{Definitions, Field, Host, Place, Selection, Variables},
};
use std::sync::Arc;

const SCHEMA: &str = "
    type Query { books: [Book!]! }
    type Book { title: String! author: Author! }
    type Author { name: String! }
";

/// What would be in a database, each book with the id of its author.
const BOOKS: [(&str, usize); 3] = [("Emma", 0), ("Persuasion", 0), ("Middlemarch", 1)];
const AUTHORS: [&str; 2] = ["Jane Austen", "George Eliot"];

/// The service.
#[derive(Clone, Copy, Debug)]
pub struct Library;

impl Host for Library {
    // A service with many types would note here which column a field shows.
    type Notes = ();

    fn note(_: Place<'_>, _: &Selection<()>) {}
}

impl Resolver for Library {
    // A service would add its database and its caller.
    type Request<'a> = &'a Arc<Variables>;
    type Kept = Arc<Variables>;
    type Error = &'static str;
    type Turn = ();

    fn variables<'a>(request: Self::Request<'a>) -> &'a Variables {
        request
    }

    async fn turn(_: Self::Request<'_>, _: Option<()>) {}

    fn keep(request: Self::Request<'_>) -> Arc<Variables> {
        Arc::clone(request)
    }

    async fn load<B: Batch<Self>>(
        request: &Arc<Variables>,
        batch: B,
        keys: &[B::Key],
    ) -> Values<Self, B> {
        batch.load(&request, keys).await
    }

    fn error(
        _: Self::Request<'_>,
        error: &&'static str,
        position: Option<Pos>,
        path: Vec<PathSegment>,
    ) -> ServerError {
        ServerError { path, ..ServerError::new(*error, position) }
    }

    fn unknown() -> &'static str {
        "The type has no such field"
    }
}

struct Book(&'static str, usize);

impl Object<Library> for Book {
    fn write<'p>(&self, field: &'p Field<()>, to: &mut Writer<'p, Library>) {
        match field.name.as_str() {
            "title" => to.value(self.0),
            "author" => to.load(field, Authors, self.1),
            _ => to.unknown(field),
        }
    }
}

/// Writes the field `books`.
fn write<'p>(field: &'p Field<()>, books: &&[Book; 3], to: &mut Writer<'p, Library>) {
    to.objects(field, *books);
}

struct Author(&'static str);

impl Object<Library> for Author {
    fn write<'p>(&self, field: &'p Field<()>, to: &mut Writer<'p, Library>) {
        match field.name.as_str() {
            "name" => to.value(self.0),
            _ => to.unknown(field),
        }
    }
}

/// Loads authors by their ids, each once for a whole level of the response.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Authors;

impl Batch<Library> for Authors {
    type Key = usize;
    type Value = Author;

    async fn load(self, _: &&Arc<Variables>, ids: &[usize]) -> Values<Library, Self> {
        println!("loads the authors {ids:?}");
        Ok(ids.iter().filter_map(|id| Some((*id, Author(AUTHORS.get(*id)?)))).collect())
    }
}

/// Executes a document, and returns the response as JSON.
pub async fn respond(documents: &Documents<Library>, text: &str) -> String {
    let outcome = execute(documents, text).await;
    outcome.unwrap_or_else(|rejection| Outcome::of_errors(rejection.errors)).text()
}

async fn execute(documents: &Documents<Library>, text: &str) -> Result<Outcome, Rejection> {
    let document = documents.look_up(text)?;
    let (prepared, _) = documents.prepare(&document, None, async_graphql::Variables::default())?;
    let books = BOOKS.map(|(title, author)| Book(title, author));
    let roots: Vec<_> = prepared.plan.fields.iter().map(|field| (field, &books)).collect();
    let rendered = render::<Library, _>(&prepared.variables, &roots, write).await;
    let (data, errors) = (Some(rendered.data), rendered.errors);
    Ok(Outcome { data, errors, cost: None })
}

/// Checks documents against the schema.
pub fn documents() -> Result<Documents<Library>, String> {
    let definitions = Arc::new(Definitions::read(SCHEMA, None)?);
    Ok(Documents::new(definitions, Limits::default(), false))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), String> {
    let documents = documents()?;
    for text in ["{ books { title author { name } } }", "{ books { price } }"] {
        println!("{}", respond(&documents, text).await);
    }
    Ok(())
}
