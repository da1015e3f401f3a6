//! What can be read, by whom: D9, the viewer and the bundles of translations.

mod bundle;
mod kinds;
mod nodes;
mod records;
mod viewer;
mod wide;
