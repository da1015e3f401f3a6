//! The columns of a kind that a request reads.

/// The columns and relations of a record to read.
#[derive(Clone, Debug, Default)]
pub struct Projection {
    /// The requested fields, in order.
    pub names: Vec<&'static str>,
    /// The columns to read, by their index in the table.
    pub columns: Vec<usize>,
    /// The relations to read, by their index in the kind.
    pub relations: Vec<usize>,
    /// Whether accounts are read whole, or their email address alone.
    pub summaries: bool,
}

/// The name by which a request asks for accounts' fields.
pub const SUMMARIES: &str = "summaries";
