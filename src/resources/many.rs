//! Defines operations on many records of a kind. They are sending to many accounts, and importing
//! texts.

use super::input::{Input, Rule};

/// How records are created for many accounts, one each (D6).
#[derive(Debug)]
pub struct Many {
    /// The column of the account.
    pub owner: &'static str,
    /// The input that lists the accounts.
    pub accounts: &'static str,
    /// The input that names a role instead of accounts.
    pub role: &'static str,
    /// The inputs: these two, and those that all the records share.
    pub inputs: Vec<Input>,
}

/// How a request writes many texts.
#[derive(Debug)]
pub struct Catalogue {
    /// The input with the texts.
    pub name: &'static str,
    /// The column of the key.
    pub key_column: &'static str,
    /// The keys that are allowed.
    pub key: Rule,
    /// The column of the text.
    pub text_column: &'static str,
    /// The texts that are allowed.
    pub text: Rule,
    /// The inputs: those that all the records share, and the texts.
    pub inputs: Vec<Input>,
}
