//! Lists of the trash: what they show, in which order, and paging.

mod large;
mod order;
mod pages;
