//! Resolves pages of lists: connections and edges.

use async_graphql::Value;
use std::borrow::Cow;

use crate::api::graphql::{
    resolve::select::{FieldValue, Object},
    schema::{PageInfo, connection_name, edge_name},
};

/// A page of a list.
pub struct Connection<N> {
    /// The common name of the connection and edge types.
    pub of: &'static str,
    /// The items.
    pub nodes: Vec<N>,
    /// The cursor of each item.
    pub cursors: Vec<String>,
    /// Whether there are items before the page.
    pub previous: bool,
    /// Whether there are items after the page.
    pub next: bool,
    /// The number of items in the whole list, when it is selected.
    pub total: Option<i64>,
}

impl<N: Object> Object for Connection<N> {
    fn type_name(&self) -> Cow<'_, str> {
        connection_name(self.of).into()
    }

    fn field<'a>(&'a self, name: &str) -> FieldValue<'a> {
        match name {
            "nodes" => FieldValue::Objects(
                self.nodes.iter().map(|node| Box::new(node) as Box<_>).collect(),
            ),
            "edges" => {
                let pairs = self.nodes.iter().zip(&self.cursors);
                let edge = |(node, cursor)| Box::new(Edge { of: self.of, node, cursor }) as Box<_>;
                FieldValue::Objects(pairs.map(edge).collect())
            }
            "pageInfo" => FieldValue::Derived(Box::new(PageInfo {
                has_next_page: self.next,
                has_previous_page: self.previous,
                start_cursor: self.cursors.first().cloned(),
                end_cursor: self.cursors.last().cloned(),
            })),
            "totalCount" => FieldValue::Ready(self.total.map_or(Value::Null, Into::into)),
            _ => FieldValue::Unknown,
        }
    }
}

/// An item of a list with its cursor.
struct Edge<'c, N> {
    of: &'static str,
    node: &'c N,
    cursor: &'c String,
}

impl<N: Object> Object for Edge<'_, N> {
    fn type_name(&self) -> Cow<'_, str> {
        edge_name(self.of).into()
    }

    fn field<'a>(&'a self, name: &str) -> FieldValue<'a> {
        match name {
            "cursor" => FieldValue::Ready(self.cursor.as_str().into()),
            "node" => FieldValue::Object(Box::new(self.node)),
            _ => FieldValue::Unknown,
        }
    }
}
