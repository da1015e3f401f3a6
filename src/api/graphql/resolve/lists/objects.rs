//! Writes pages of lists: connections and edges.

use engine::execute::Object;

use crate::api::graphql::{
    execute::{Graphql, Writer},
    plan::Field,
};

/// A page of a list.
pub struct Connection<N> {
    /// The items.
    pub nodes: Vec<N>,
    /// The cursor of an item.
    pub cursor: Box<dyn Fn(&N) -> String + Send + Sync>,
    /// Whether there are items before the page.
    pub previous: bool,
    /// Whether there are items after the page.
    pub next: bool,
    /// The number of items in the whole list, when it is selected.
    pub total: Option<i64>,
}

impl<N> Connection<N> {
    /// A page of a list that is only read forward, and isn't counted.
    pub fn forward(
        nodes: Vec<N>,
        cursor: impl Fn(&N) -> String + Send + Sync + 'static,
        previous: bool,
        next: bool,
    ) -> Self {
        Self { nodes, cursor: Box::new(cursor), previous, next, total: None }
    }
}

impl<N: Object<Graphql>> Object<Graphql> for Connection<N> {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "edges" => to.objects(field, self.nodes.iter().map(|node| Edge { page: self, node })),
            "nodes" => to.objects(field, &self.nodes),
            "pageInfo" => to.object(field, &PageInfo(self)),
            "totalCount" => to.value(self.total),
            _ => to.unknown(field),
        }
    }
}

/// An item of a list with its cursor.
struct Edge<'c, N> {
    page: &'c Connection<N>,
    node: &'c N,
}

impl<N: Object<Graphql>> Object<Graphql> for Edge<'_, N> {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "cursor" => to.plain(&(self.page.cursor)(self.node)),
            "node" => to.object(field, self.node),
            _ => to.unknown(field),
        }
    }
}

/// The position of a page in its list.
struct PageInfo<'c, N>(&'c Connection<N>);

impl<N: Object<Graphql>> Object<Graphql> for PageInfo<'_, N> {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        let Self(page) = self;
        match field.name.as_str() {
            "hasNextPage" => to.value(page.next),
            "hasPreviousPage" => to.value(page.previous),
            "startCursor" => to.value(page.nodes.first().map(&page.cursor)),
            "endCursor" => to.value(page.nodes.last().map(&page.cursor)),
            _ => to.unknown(field),
        }
    }
}
