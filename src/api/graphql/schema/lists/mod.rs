//! The types of lists.

mod connections;
mod page_info;

pub use connections::{
    connection_name, describe, edge_name, listed, page_arguments, pages, register_lists, sort_name,
};
pub use page_info::PageInfo;
