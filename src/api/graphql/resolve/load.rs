//! Loads what objects refer to, in one statement for each kind of it.

use std::{collections::HashMap, sync::Arc};

use super::{audit, inbox};
use crate::{
    api::graphql::execute::{Answer, Load, Loaded, Request},
    error::Error,
    kinds,
    operations::{
        audit::{LastAction, last_actors},
        inbox::unread_count,
        records::read::user_summaries,
    },
};

/// The latest events of records of a kind: of which kind, how many, and older than which.
type HistoryPage = (usize, u64, Option<i64>);

/// Loads all of these.
pub async fn load<'p>(
    request: Request<'p>,
    missing: Vec<Load<'p>>,
    loaded: &mut Loaded<'p, Answer>,
) {
    let mut accounts: Vec<i64> = Vec::new();
    let mut actors: Vec<LastAction> = Vec::new();
    let mut histories: HashMap<HistoryPage, Vec<i64>> = HashMap::new();
    for load in missing {
        match load {
            Load::Account(id) => accounts.push(id),
            Load::LastActor(action) => actors.push(action),
            Load::History { kind_index, id, size, older_than } => {
                histories.entry((kind_index, size, older_than)).or_default().push(id);
            }
            Load::Inbox(field) => {
                loaded.insert(
                    load,
                    inbox::page(request.at(field)).await.map(|it| Answer::Object(it.into())),
                );
            }
            Load::UnreadCount => {
                let count = unread_count(request.app, request.call).await;
                loaded.insert(load, count.map(Answer::Number));
            }
        }
    }
    if !accounts.is_empty() {
        let found = user_summaries(request.app, &accounts).await;
        insert(loaded, accounts, Load::Account, found, |it| Answer::Object(Arc::new(it)));
    }
    if !actors.is_empty() {
        let found = last_actors(request.app, &actors).await;
        insert(loaded, actors, Load::LastActor, found, Answer::Number);
    }
    for ((kind_index, size, older_than), ids) in histories {
        let resource = &kinds::all()[kind_index];
        let found = crate::operations::audit::histories(
            request.app,
            request.call,
            resource,
            &ids,
            size,
            older_than,
        )
        .await;
        let key = |id| Load::History { kind_index, id, size, older_than };
        insert(loaded, ids, key, found, |page| {
            Answer::Object(Arc::new(audit::connection(page, older_than.is_some())))
        });
    }
}

/// Inserts what was found for each key, or the error of all.
fn insert<'p, K: Copy + Eq + std::hash::Hash, V>(
    loaded: &mut Loaded<'p, Answer>,
    keys: Vec<K>,
    load: impl Fn(K) -> Load<'p>,
    mut found: Result<HashMap<K, V>, Error>,
    answer: impl Fn(V) -> Answer,
) {
    for key in keys {
        let one = match &mut found {
            Ok(found) => Ok(found.remove(&key).map_or(Answer::Nothing, &answer)),
            Err(error) => Err(error.clone()),
        };
        loaded.insert(load(key), one);
    }
}
