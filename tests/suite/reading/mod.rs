//! Reading records (D9), the viewer and translation bundles.

mod access;
mod accounts;
mod bundle;
mod interface;
mod kinds;
mod large_columns;
mod nodes;
mod records;
mod viewer;
