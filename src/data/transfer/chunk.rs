//! Lines of one table that one transaction imports. They are parsed on a thread of their own.

use entity::Timestamp;
use std::{io::BufRead, mem::take, thread};
use tokio::sync::mpsc::{self, Receiver};

use super::line::{Line, Lines};
use crate::data::load::{FixtureTable, LoadError, Row};

/// Most records in a transaction.
const MOST: usize = 1_000;
/// Bytes of lines after which a transaction takes no further record.
const MOST_BYTES: u64 = 2 << 20;
/// Chunks that wait while the database writes an earlier one.
const AHEAD: usize = 2;

/// Consecutive lines of one table.
pub(super) struct Chunk {
    pub table: &'static FixtureTable,
    pub rows: Vec<Row>,
    /// How many bytes have been read so far.
    pub bytes: u64,
}

/// Parses chunks while the database writes earlier ones. An invalid line ends it.
///
/// Lines can be events if it is `full`.
pub(super) fn chunks(
    from: impl BufRead + Send + 'static,
    now: Timestamp,
    full: bool,
) -> Result<Receiver<Result<Chunk, LoadError>>, LoadError> {
    let (sender, receiver) = mpsc::channel(AHEAD);
    let parse = move || {
        let mut lines = Lines::of(from, now, full);
        let (mut open, mut before) = (Vec::new(), 0);
        loop {
            let read = lines.bytes;
            let next = lines.next();
            let following = next.as_ref().ok().and_then(Option::as_ref);
            if let Some(table) = complete(&open, read - before, following) {
                before = read;
                let rows = take(&mut open).into_iter().map(|line| line.row).collect();
                let chunk = Chunk { table, rows, bytes: read };
                // Nobody waits for the next one after an error.
                if sender.blocking_send(Ok(chunk)).is_err() {
                    return;
                }
            }
            match next {
                Ok(Some(line)) => open.push(line),
                Ok(None) => return,
                Err(error) => return drop(sender.blocking_send(Err(error))),
            }
        }
    };
    let started = thread::Builder::new().name("import-lines".to_owned()).spawn(parse);
    started.map_err(|error| LoadError(format!("no thread can be started: {error}")))?;
    Ok(receiver)
}

/// The table of the open lines, unless the next one belongs to them.
fn complete(open: &[Line], bytes: u64, next: Option<&Line>) -> Option<&'static FixtureTable> {
    let table = open.first()?.table;
    let has_room = open.len() < MOST && bytes < MOST_BYTES;
    let goes_on = has_room && next.is_some_and(|next| next.table.name() == table.name());
    (!goes_on).then_some(table)
}
