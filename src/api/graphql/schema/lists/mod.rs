//! The types of lists.

mod connections;

pub use connections::{
    ACCOUNT_EMAIL, PAGE_INFO, connection_name, describe, listed, page_arguments, pages,
    register_lists, sort_name, trashed,
};
