//! Previews an operation on the records that match a filter.

use super::{matches::Matches, source::START, token::Token};
use crate::{
    app::App,
    auth::Call,
    error::{Code, Error},
    operations::rows::{
        Projections, Record,
        read::{by_kind, with_ids},
    },
};

/// Most records that are shown.
const SAMPLES: u64 = 5;

/// What an operation would do.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The token by which the same request changes these records.
    pub token: String,
    /// How many records match, by the error that they would have. `None`: they would be changed.
    pub counts: Vec<(Option<Code>, i64)>,
    /// The first records that would be changed.
    pub samples: Vec<Record>,
}

/// Counts the records that match, and reads the first to change.
///
/// # Errors
/// `Forbidden`, `TooExpensive`, and when the database can't be reached.
pub(super) async fn preview(
    app: &App,
    call: &Call,
    matches: &Matches,
    projections: &Projections,
) -> Result<Preview, Error> {
    let as_of = app.clock.now();
    let counts = matches.count(app, call, as_of).await?;
    let token = Token::new(call, matches, as_of, counts.changing).encode();
    let first = matches.next(app, call, as_of, START, SAMPLES).await?;
    let mut samples: Vec<Record> = Vec::new();
    for (resource, ids) in by_kind(first) {
        let projection = projections(resource).with_access(resource);
        let condition = with_ids(resource, &ids, app.database.backend());
        let reader = app.point_reader(call, ids.len()).await?;
        samples.extend(resource.read(&*reader, &projection, condition).await?);
    }
    // Another request may have changed one meanwhile.
    samples.retain(|record| !matches.to().is_of(record));
    samples.sort_by_key(|record| (record.resource.kind_index(), record.id()));
    app.spend_read(call, samples.iter().map(Record::bytes).sum())?;
    let refused = counts.matching - counts.changing;
    let refused = (refused > 0).then_some((Some(Code::Forbidden), refused));
    let counts = [(None, counts.changing)].into_iter().chain(refused).collect();
    Ok(Preview { token, counts, samples })
}
