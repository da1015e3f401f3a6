//! Writes pages of lists: connections and edges.

use crate::api::graphql::execute::{Object, view};

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

view! { @[N: Object] Connection<N>, (of: (&str, &str)), |it, field, to| {
    "edges": format!("[{}!]!", of.0), "The items, each with its cursor."
        => to.objects(field, it.nodes.iter().map(|node| Edge { page: it, node }));
    "nodes": format!("[{}!]!", of.1), "The items of this page, without their cursors."
        => to.objects(field, &it.nodes);
    "pageInfo": "PageInfo!", "The position of the page in the list."
        => to.object(field, &PageInfo(it));
    "totalCount": "Int!", "The number of items in the whole list." => to.value(it.total);
} }

/// An item of a list with its cursor.
pub struct Edge<'c, N> {
    page: &'c Connection<N>,
    node: &'c N,
}

view! { @[N: Object] Edge<'_, N>, (node: &str), |it, field, to| {
    "cursor": "String!", "The position in the list, opaque." => to.plain(&(it.page.cursor)(it.node));
    "node": format!("{node}!"), "What the list has at this place." => to.object(field, it.node);
} }

/// The position of a page in its list.
pub struct PageInfo<'c, N>(&'c Connection<N>);

view! { @[N: Object] PageInfo<'_, N>, (), |it, field, to| {
    "hasNextPage": "Boolean!", "Whether there are items after the page." => to.value(it.0.next);
    "hasPreviousPage": "Boolean!", "Whether there are items before the page."
        => to.value(it.0.previous);
    "startCursor": "String", "The cursor of the first item."
        => to.value(it.0.nodes.first().map(&it.0.cursor));
    "endCursor": "String", "The cursor of the last item."
        => to.value(it.0.nodes.last().map(&it.0.cursor));
} }
