//! The command line.

use std::{collections::HashMap, env, str::FromStr};

use crate::Outcome;

/// What to do, where, and how.
pub struct Arguments {
    pub command: String,
    pub address: String,
    pub file: Option<String>,
    pub authorization: String,
    options: HashMap<String, String>,
}

impl Arguments {
    pub fn read() -> Outcome<Self> {
        let mut positional = Vec::new();
        let mut options = HashMap::new();
        let mut given = env::args().skip(1);
        while let Some(argument) = given.next() {
            match argument.strip_prefix("--") {
                Some("once") => drop(options.insert("once".to_owned(), "true".to_owned())),
                Some(name) => {
                    let value = given.next().ok_or(format!("--{name} needs a value"))?;
                    options.insert(name.to_owned(), value);
                }
                None => positional.push(argument),
            }
        }
        let mut positional = positional.into_iter();
        let mut next = |name: &str| positional.next().ok_or(format!("{name} is required"));
        Ok(Self {
            command: next("a command")?,
            address: next("an address")?,
            file: next("").ok(),
            authorization: env::var("AUTHORIZATION").unwrap_or_default(),
            options,
        })
    }

    /// The value of an option, or its default.
    pub fn option<T: FromStr>(&self, name: &str, default: T) -> Outcome<T> {
        match self.options.get(name) {
            Some(value) => value.parse().map_err(|_| format!("--{name} {value} is invalid").into()),
            None => Ok(default),
        }
    }
}
