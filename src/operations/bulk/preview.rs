//! Previews an operation on the records that match a filter.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use super::{
    change::BulkChange,
    matches::Matches,
    progress::check_total,
    source::{BulkSource, Part, START},
    token::Token,
    undo::{Undone, count_of},
};
use crate::{
    app::App,
    auth::Call,
    error::{Code, Error},
    kinds,
    operations::{
        purge::Keeper,
        rows::{
            Projections, Record, ids_only,
            read::{by_kind, may_view, with_ids},
        },
    },
    resources::Resource,
};

/// Most records that are shown.
const SAMPLES: u64 = 5;

/// A kind, if records are counted by it, the error that they would have, and their number.
pub type Counted = (Option<&'static str>, Option<Code>, i64);

/// What an operation would do.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The token by which the same request changes these records.
    pub token: String,
    /// How many records match, by the error that they would have, and in an undo by their kind. `None`:
    /// they would be changed.
    pub counts: Vec<Counted>,
    /// How many of those to purge are kept, by what keeps them. A kind of which the caller may not view all has
    /// no name. A record may have several.
    pub kept: Vec<(Option<Keeper>, i64)>,
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
    let token = Token::new(call, &matches.text(), as_of, counts.changing).encode();
    let first = matches.next(app, call, as_of, START, SAMPLES).await?;
    let mut samples = samples(app, call, first, projections).await?;
    // Another request may have changed one meanwhile.
    samples.retain(|record| !matches.to().is_of(record));
    let refused = [
        (None, Some(Code::Forbidden), counts.matching - counts.permitted),
        (None, Some(Code::Conflict), counts.permitted - counts.changing),
    ];
    let refused = refused.into_iter().filter(|(.., count)| *count > 0);
    let kept = match counts.permitted - counts.changing {
        0 => Vec::new(),
        _ => matches.kept(app, call, as_of).await?,
    };
    let may_name =
        |kind: &Resource| call.require(&kind.view).is_ok_and(|it| it.account().is_none());
    let named =
        |(keeper, count): (Keeper, i64)| (Some(keeper).filter(|it| it.is_none_or(may_name)), count);
    let kept = kept.into_iter().map(named).collect();
    let counts = [(None, None, counts.changing)].into_iter().chain(refused).collect();
    Ok(Preview { token, counts, kept, samples })
}

/// Says what would become of the records of events that match, and reads the first to change.
///
/// # Errors
/// `Forbidden` for a deleted caller, `BadRequest` for too many, and `TooExpensive`.
pub(super) async fn undo_preview(
    app: &Arc<App>,
    call: &Arc<Call>,
    undone: Undone,
    request: &str,
    projections: Projections,
) -> Result<Preview, Error> {
    let as_of = app.clock.now();
    let count = count_of(app, call, &undone).await?;
    check_total(count)?;
    let source = BulkSource::Undo(Arc::new(undone));
    let change = BulkChange::new(app, call, source.clone(), ids_only());
    let (mut outcomes, mut position) = (HashMap::new(), START);
    let mut first = Vec::new();
    while let Some((Part::Undo(undoing), last)) = source.next(app, call, position).await? {
        position = last;
        change.foresee(&undoing, &mut outcomes).await?;
        let changing = |of: &&(&'static Resource, i64)| matches!(outcomes.get(*of), Some(None));
        let left = (SAMPLES as usize).saturating_sub(first.len());
        first.extend(undoing.records.iter().filter(changing).take(left).copied());
    }
    let mut counts = BTreeMap::<_, i64>::new();
    for ((resource, _), error) in &outcomes {
        let key = (resource.kind_index(), error.map(Code::as_str));
        *counts.entry(key).or_default() += 1;
    }
    let named = |((kind, code), count): ((usize, Option<&str>), i64)| {
        (Some(kinds::registered()[kind].name), code.map(Code::parse), count)
    };
    let counts = counts.into_iter().map(named).collect();
    let samples = samples(app, call, first, &projections).await?;
    let token = Token::new(call, request, as_of, count).encode();
    Ok(Preview { token, counts, kept: Vec::new(), samples })
}

/// Reads the first records that would be changed and that the caller may view.
async fn samples(
    app: &App,
    call: &Call,
    first: Vec<(&'static Resource, i64)>,
    projections: &Projections,
) -> Result<Vec<Record>, Error> {
    let mut samples: Vec<Record> = Vec::new();
    for (resource, ids) in by_kind(first) {
        let projection = projections(resource).with_access(resource);
        let condition = with_ids(resource, &ids, app.database.backend());
        let reader = app.point_reader(call, ids.len()).await?;
        samples.extend(resource.read(&*reader, &projection, condition).await?);
    }
    samples.retain(|record| may_view(call, record));
    samples.sort_by_key(|record| (record.resource.kind_index(), record.id()));
    app.spend_read(call, samples.iter().map(Record::bytes).sum())?;
    Ok(samples)
}
