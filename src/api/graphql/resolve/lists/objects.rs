//! A page as clients see it.

use async_graphql::Value;
use std::borrow::Cow;

use crate::api::graphql::{
    resolve::select::{Answer, Object},
    schema::{PAGE_INFO, connection_name, edge_name},
};

/// A page of a list.
pub struct Connection<N> {
    /// Name of the type of what is listed.
    pub of: &'static str,
    /// What is listed.
    pub nodes: Vec<N>,
    /// The place of each.
    pub cursors: Vec<String>,
    /// Whether there are some before them.
    pub previous: bool,
    /// Whether there are some after them.
    pub next: bool,
    /// How many there are in the whole list, where that was asked for.
    pub total: Option<i64>,
}

impl<N: Object> Object for Connection<N> {
    fn type_name(&self) -> Cow<'_, str> {
        connection_name(self.of).into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        match name {
            "nodes" => {
                Answer::Objects(self.nodes.iter().map(|node| Box::new(node) as Box<_>).collect())
            }
            "edges" => {
                let pairs = self.nodes.iter().zip(&self.cursors);
                let edge = |(node, cursor)| Box::new(Edge { of: self.of, node, cursor }) as Box<_>;
                Answer::Objects(pairs.map(edge).collect())
            }
            "pageInfo" => Answer::Object(Box::new(PageInfo {
                next: self.next,
                previous: self.previous,
                cursors: &self.cursors,
            })),
            _ => Answer::Ready(self.total.map_or(Value::Null, Into::into)),
        }
    }
}

/// One of a list and its place.
struct Edge<'c, N> {
    of: &'static str,
    node: &'c N,
    cursor: &'c String,
}

impl<N: Object> Object for Edge<'_, N> {
    fn type_name(&self) -> Cow<'_, str> {
        edge_name(self.of).into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        match name {
            "cursor" => Answer::Ready(self.cursor.as_str().into()),
            _ => Answer::Object(Box::new(self.node)),
        }
    }
}

/// Where a page lies.
struct PageInfo<'c> {
    next: bool,
    previous: bool,
    cursors: &'c [String],
}

impl Object for PageInfo<'_> {
    fn type_name(&self) -> Cow<'_, str> {
        PAGE_INFO.into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        let place =
            |cursor: Option<&String>| cursor.map_or(Value::Null, |text| text.as_str().into());
        Answer::Ready(match name {
            "hasNextPage" => self.next.into(),
            "hasPreviousPage" => self.previous.into(),
            "startCursor" => place(self.cursors.first()),
            _ => place(self.cursors.last()),
        })
    }
}
