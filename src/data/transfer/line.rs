//! The tables of an export, and the lines of an import.
//!
//! A line is a JSON object with the table and the record, by columns:
//! `{"kind": "reports", "record": {"id": 1, …}}`. Roles and accounts include their permissions,
//! accounts also the names of their roles. A record comes after those it refers to. Events are exported
//! only with everything else: any other import records its own.

use entity::{
    Timestamp,
    json::{LINE_NESTING, parse_object},
};
use serde_json::Value as Json;
use std::{
    io::{BufRead, Read},
    slice,
};

use crate::data::load::{FixtureTable, LoadError, Row, check_rules, events, read_row, tables};

/// Most bytes of a line.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// The names of the tables.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    tables(true).iter().map(FixtureTable::name)
}

/// A well-formed line.
pub struct Line {
    /// The table of the record.
    pub table: &'static FixtureTable,
    /// The record, with defaults for omitted fields. Its index is the line.
    pub row: Row,
}

/// Reads lines, one at a time.
pub struct Lines<R> {
    from: R,
    /// The last line that was read, from 1.
    pub number: usize,
    /// How many bytes have been read.
    pub bytes: u64,
    now: Timestamp,
    /// Whether lines can be events.
    full: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads from a source, with events if it is `full`. `now` is the default of timestamps.
    pub fn of(from: R, now: Timestamp, full: bool) -> Self {
        Self { from, number: 0, bytes: 0, now, full }
    }

    /// The next line that is not empty.
    pub fn next(&mut self) -> Result<Option<Line>, LoadError> {
        loop {
            let mut text = Vec::new();
            let read = (&mut self.from).take(MAX_BYTES + 1).read_until(b'\n', &mut text);
            let invalid =
                |problem: String| LoadError(format!("line {}: {problem}", self.number + 1));
            let read = read.map_err(|error| invalid(format!("can't be read: {error}")))?;
            if read == 0 {
                return Ok(None);
            }
            if read as u64 > MAX_BYTES {
                return Err(invalid(format!("is longer than {MAX_BYTES} bytes")));
            }
            self.number += 1;
            self.bytes += read as u64;
            if !text.trim_ascii().is_empty() {
                return self.parse(&text).map(Some);
            }
        }
    }

    fn parse(&self, text: &[u8]) -> Result<Line, LoadError> {
        let Self { number, now, full, .. } = *self;
        let invalid = |problem: String| LoadError(format!("line {number}: {problem}"));
        let given = parse_object(text, LINE_NESTING);
        let mut given = given.map_err(|problem| invalid(format!("is {problem}")))?;
        let Some(Json::String(kind)) = given.remove("kind") else {
            return Err(invalid("kind: must be the name of a kind".to_owned()));
        };
        let Some(Json::Object(record)) = given.remove("record") else {
            return Err(invalid("record: must be an object".to_owned()));
        };
        if let Some(unknown) = given.keys().next() {
            return Err(invalid(format!("{unknown}: only kind and record are allowed")));
        }
        if kind == events(true).name() && !full {
            return Err(invalid(format!("kind: {kind:?} is read by import --full only")));
        }
        let mut known = tables(true).iter().chain(full.then(|| events(true)));
        let table = known.find(|table| table.name() == kind).ok_or_else(|| {
            let kinds: Vec<&str> = kinds().collect();
            invalid(format!("kind: {kind:?} is unknown; the kinds are {}", kinds.join(", ")))
        })?;
        let row = read_row(table, number, &record, now)?;
        // A full import becomes what was exported, whatever rules there were.
        if !full {
            check_rules(table, slice::from_ref(&row))?;
        }
        Ok(Line { table, row })
    }
}

/// Checks that all lines are well-formed.
///
/// # Errors
/// For the first line that is not.
pub fn examine(from: impl BufRead, now: Timestamp, full: bool) -> Result<(), LoadError> {
    let mut lines = Lines::of(from, now, full);
    while lines.next()?.is_some() {}
    Ok(())
}
