//! Shows what an operation on the records that match a filter would do.

use super::{matches::Matches, token::Token};
use crate::{
    app::App,
    auth::Call,
    error::{Code, Error},
    operations::records::{Record, read::with_ids, run, write::Projections},
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

/// Counts the records that match, and reads the first of those that would be changed.
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
    let first = matches.next(app, call, as_of, (0, i64::MIN), SAMPLES).await?;
    let mut samples: Vec<Record> = Vec::new();
    for of_kind in first.chunk_by(|one, next| one.0.name == next.0.name) {
        let resource = of_kind[0].0;
        let ids: Vec<i64> = of_kind.iter().map(|(_, id)| *id).collect();
        let projection = projections(resource).with_access(resource);
        let condition = with_ids(resource, &ids, app.database.backend());
        let rows = run(&app.database.reader, &resource.select(&projection, condition)).await?;
        for row in &rows {
            samples.push(Record::from_row(resource, &projection, row)?);
        }
    }
    // Another request may have changed one meanwhile.
    samples.retain(|record| !matches.to().is_of(record));
    samples.sort_by_key(|record| (record.resource.kind_index(), record.id()));
    call.budget.spend_read(samples.iter().map(Record::bytes).sum())?;
    let refused = counts.matching - counts.changing;
    let refused = (refused > 0).then_some((Some(Code::Forbidden), refused));
    let counts = [(None, counts.changing)].into_iter().chain(refused).collect();
    Ok(Preview { token, counts, samples })
}
