//! `PageInfo` of Relay's connections.

use async_graphql::SimpleObject;

/// The position of a page in its list.
#[derive(SimpleObject)]
pub struct PageInfo {
    /// Whether there are items after the page.
    pub has_next_page: bool,
    /// Whether there are items before the page.
    pub has_previous_page: bool,
    /// The cursor of the first item.
    pub start_cursor: Option<String>,
    /// The cursor of the last item.
    pub end_cursor: Option<String>,
}
