//! The types of lists.

mod lists;
mod page_info;

pub use lists::{
    connection_name, describe, edge_name, listed, page_arguments, pages, query_name,
    register_lists, sort_name,
};
pub use page_info::PageInfo;
