//! Reading lines.

use entity::Timestamp;
use serde_json::{Map, Value as Json};
use std::io::{BufRead, ErrorKind, Read};

use super::tables::{kinds, tables};
use crate::data::fixtures::{FixtureTable, Flaw, Row, read_row};

/// Most bytes of a line.
const LONGEST: u64 = 16 * 1024 * 1024;

/// A line that is well-formed.
pub struct Line {
    /// The table that the record is for.
    pub table: &'static FixtureTable,
    /// The record, with defaults for what the line leaves out. Its place is the line's number.
    pub row: Row,
    /// What the line says, without defaults.
    pub given: Map<String, Json>,
}

/// The lines of a text, one at a time.
pub struct Lines<R> {
    from: R,
    /// The number of the line that was read last, from 1.
    pub number: usize,
    /// How many bytes have been read.
    pub bytes: u64,
    now: Timestamp,
}

impl<R: BufRead> Lines<R> {
    /// The lines of that text. `now` stands in for times that are left out.
    pub fn of(from: R, now: Timestamp) -> Self {
        Self { from, number: 0, bytes: 0, now }
    }

    /// The next line that is not empty.
    pub fn next(&mut self) -> Result<Option<Line>, Flaw> {
        loop {
            let mut text = Vec::new();
            let read = (&mut self.from).take(LONGEST + 1).read_until(b'\n', &mut text);
            let flaw = |problem: String| Flaw(format!("line {}: {problem}", self.number + 1));
            let read = read.map_err(|error| match error.kind() {
                ErrorKind::InvalidData => flaw("it is no UTF-8".to_owned()),
                _ => flaw(format!("it can't be read: {error}")),
            })?;
            if read == 0 {
                return Ok(None);
            }
            if read as u64 > LONGEST {
                return Err(flaw(format!("it is longer than {LONGEST} bytes")));
            }
            self.number += 1;
            self.bytes += read as u64;
            if !text.trim_ascii().is_empty() {
                return parse(self.number, &text, self.now).map(Some);
            }
        }
    }
}

fn parse(number: usize, text: &[u8], now: Timestamp) -> Result<Line, Flaw> {
    let flaw = |problem: String| Flaw(format!("line {number}: {problem}"));
    let mut given: Map<String, Json> = serde_json::from_slice(text)
        .map_err(|error| flaw(format!("it is no JSON object, at column {}", error.column())))?;
    let Some(Json::String(kind)) = given.remove("kind") else {
        return Err(flaw("kind: must be the name of a kind".to_owned()));
    };
    let Some(Json::Object(record)) = given.remove("record") else {
        return Err(flaw("record: must be an object".to_owned()));
    };
    if let Some(unknown) = given.keys().next() {
        return Err(flaw(format!("{unknown}: there is nothing but kind and record")));
    }
    let table = tables().iter().find(|table| table.name() == kind).ok_or_else(|| {
        let kinds: Vec<&str> = kinds().collect();
        flaw(format!("kind: there is no {kind:?}; kinds are {}", kinds.join(", ")))
    })?;
    let row = read_row(table, number, &record, now)?;
    Ok(Line { table, row, given: record })
}

/// Reads a text to its end, and answers how many records it has.
///
/// # Errors
/// For the first line that is not well-formed.
pub fn examine(from: impl BufRead, now: Timestamp) -> Result<u64, Flaw> {
    let mut lines = Lines::of(from, now);
    let mut count = 0;
    while lines.next()?.is_some() {
        count += 1;
    }
    Ok(count)
}
