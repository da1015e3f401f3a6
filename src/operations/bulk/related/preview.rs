//! Previews what restoring records would bring back, and what blocks it.

use std::collections::HashMap;

use super::{
    super::outcome::MANY,
    deleted::{DeletedBy, count_children, parents_of, with_links, with_operations},
};
use crate::{
    app::App,
    auth::Call,
    error::Error,
    kinds::{self, Related},
    operations::{
        records::{StateChangePolicy, list_related},
        rows::{
            Projections, Record, Selection, State,
            read::{ListQuery, Page, RecordPage, Sort, Trashed, Visibility, by_kind, find_all},
        },
    },
    resources::Resource,
};

/// Most records of one request.
pub const MAX_PREVIEWS: usize = 100;
/// Most shown records of each kind that belong to a record.
const SHOWN: u64 = 3;

/// What restoring a record would bring back.
#[derive(Clone, Debug)]
pub struct RestorePreview {
    /// The record.
    pub record: Record,
    /// Whether its owner is deleted.
    pub owner_deleted: bool,
    /// The deleted records to which it belongs, visible to the caller.
    pub refers_to: Vec<Record>,
    /// The deleted records that belong to it, visible to the caller.
    pub dependents: Vec<Dependents>,
    /// The errors that restoring it would have.
    pub obstacles: Vec<Error>,
}

/// The deleted records of a kind that belong to a record.
#[derive(Clone, Debug)]
pub struct Dependents {
    /// The kind.
    pub resource: &'static Resource,
    /// Their number.
    pub count: i64,
    /// The number of those that the same operation deleted.
    pub together: i64,
    /// The first few.
    pub records: Vec<Record>,
}

impl RestorePreview {
    /// The number of records that would come back with it.
    pub fn related(&self) -> i64 {
        let together: i64 = self.dependents.iter().map(|it| it.together).sum();
        together + self.refers_to.len() as i64
    }

    /// Whether they are too many for one operation.
    pub fn is_too_much(&self) -> bool {
        self.related() >= MANY as i64
    }
}

/// Says what restoring these records would bring back. `None` for one that the caller may not view.
///
/// A kind takes one statement for its records, one for their deletions, one for each kind to which
/// they belong, and two for each that belongs to them.
///
/// # Errors
/// `Forbidden` for a deleted caller, `BadRequest` for too many ids, and `TooExpensive`.
pub async fn restore_preview(
    app: &App,
    call: &Call,
    selections: &[Selection],
    projections: &Projections,
) -> Result<Vec<Option<RestorePreview>>, Error> {
    call.refuse_deleted()?;
    if selections.len() > MAX_PREVIEWS {
        return Err(Error::bad_request(format!("ids may name at most {MAX_PREVIEWS} records")));
    }
    let records = visible(app, call, selections, projections).await?;
    let deleted: Vec<Record> = records.iter().filter(|it| it.is_deleted()).cloned().collect();
    let parents = parents_of(app, call, &deleted, |kind| projections(kind).clone()).await?;
    let operations = with_operations(app, call, &deleted).await?;
    let mut previews: HashMap<(&Resource, i64), RestorePreview> = HashMap::new();
    for record in records {
        let obstacles = obstacles(call, &record);
        let key = (record.resource, record.id());
        let (refers_to, dependents) = (Vec::new(), Vec::new());
        let owner_deleted = false;
        let preview = RestorePreview { record, owner_deleted, refers_to, dependents, obstacles };
        previews.insert(key, preview);
    }
    for (place, parent) in parents {
        let child = &deleted[place];
        let Some(preview) = previews.get_mut(&(child.resource, child.id())) else {
            continue;
        };
        // A caller that sees a record sees whether its owner is deleted.
        preview.owner_deleted |= parent.resource.is_account() && child.owner() == Some(parent.id());
        let visibility = Visibility::of(call, parent.resource);
        if visibility.is_ok_and(|it| it.includes(&parent).unwrap_or(false)) {
            preview.refers_to.push(parent);
        }
    }
    for related in kinds::registered().iter().flat_map(kinds::related) {
        let of_kind = |it: &&Record| it.resource == related.parent;
        let roots: Vec<Record> = deleted.iter().filter(of_kind).cloned().collect();
        for (id, dependents) in
            dependents(app, call, related, &roots, &operations, projections).await?
        {
            if let Some(preview) = previews.get_mut(&(related.parent, id)) {
                preview.dependents.push(dependents);
            }
        }
    }
    let preview = |it: &Selection| previews.get(&(*it)?).cloned();
    Ok(selections.iter().map(preview).collect())
}

/// The selected records that the caller may view, each once.
async fn visible(
    app: &App,
    call: &Call,
    selections: &[Selection],
    projections: &Projections,
) -> Result<Vec<Record>, Error> {
    let mut records = Vec::new();
    for (resource, ids) in by_kind(selections.iter().flatten().copied()) {
        let projection = with_links(resource, projections(resource));
        match find_all(app, call, resource, &ids, &projection).await {
            Ok(found) => records.extend(found.into_values().filter_map(|it| it.ok().flatten())),
            Err(Error::Forbidden { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(records)
}

/// The errors that restoring a record would have. A live one is an obstacle for each kind.
fn obstacles(call: &Call, record: &Record) -> Vec<Error> {
    let policy = StateChangePolicy::of(call, record.resource, State::Live);
    let refused = policy.and_then(|it| it.check(record)).err();
    let is_live = (!record.is_deleted()).then(|| record.resource.not_deleted());
    refused.into_iter().chain(is_live).collect()
}

/// A kind's deleted records that belong to these, by their ids.
async fn dependents(
    app: &App,
    call: &Call,
    related: Related,
    roots: &[Record],
    operations: &[DeletedBy],
    projections: &Projections,
) -> Result<Vec<(i64, Dependents)>, Error> {
    let resource = related.resource;
    let visibility = Visibility::of(call, resource).ok().filter(Visibility::includes_trash);
    let (false, Some(visibility)) = (roots.is_empty(), visibility) else { return Ok(Vec::new()) };
    let of_kind = |it: &&DeletedBy| it.0.resource == related.parent;
    let operations: Vec<DeletedBy> = operations.iter().filter(of_kind).cloned().collect();
    let counts = count_children(app, call, related, visibility, roots, &operations).await?;
    let ids: Vec<i64> = counts.keys().copied().collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let by_id = Sort::by_id(resource, false);
    let wanted = ListQuery { resource, trashed: Trashed::Only, filter: None, order: vec![by_id] };
    let page = Page { size: SHOWN, from: None, backward: false };
    let projection = projections(resource);
    let mut first = list_related(app, call, related, &ids, &wanted, &page, projection).await?;
    let of_each = |(id, (count, together))| {
        let records =
            first.remove(&id).map(|RecordPage { records, .. }| records).unwrap_or_default();
        (id, Dependents { resource, count, together, records })
    };
    Ok(counts.into_iter().map(of_each).collect())
}
