//! Loads what objects refer to, in one statement for each kind of it.

use futures_util::future::{BoxFuture, FutureExt, join_all};
use std::{collections::HashMap, hash::Hash, sync::Arc};

use super::{audit, inbox};
use crate::{
    api::graphql::execute::{Answer, Load, Loaded, Request},
    error::Error,
    kinds,
    operations::{
        audit::{LastAction, histories, last_actors},
        inbox::unread_count,
        records::read::user_summaries,
    },
};

/// The latest events of records of a kind: of which kind, how many, and older than which.
type HistoryPage = (usize, u64, Option<i64>);

/// What was found for each.
type Answers<'p> = Vec<(Load<'p>, Result<Answer, Error>)>;

/// Loads all of these, concurrently.
pub async fn load<'p>(
    request: Request<'p>,
    missing: Vec<Load<'p>>,
    loaded: &mut Loaded<'p, Answer>,
) {
    let mut accounts: Vec<i64> = Vec::new();
    let mut actors: Vec<LastAction> = Vec::new();
    let mut pages: HashMap<HistoryPage, Vec<i64>> = HashMap::new();
    let mut statements: Vec<BoxFuture<'_, Answers<'p>>> = Vec::new();
    for load in missing {
        match load {
            Load::Account(id) => accounts.push(id),
            Load::LastActor(action) => actors.push(action),
            Load::History { kind_index, id, size, older_than } => {
                pages.entry((kind_index, size, older_than)).or_default().push(id);
            }
            Load::Inbox(field) => {
                let found = async move {
                    let page = inbox::page(request.at(field)).await;
                    vec![(load, page.map(|it| Answer::Object(it.into())))]
                };
                statements.push(found.boxed());
            }
            Load::UnreadCount => {
                let found = async move {
                    let count = unread_count(request.app, request.call).await;
                    vec![(load, count.map(Answer::Number))]
                };
                statements.push(found.boxed());
            }
        }
    }
    if !accounts.is_empty() {
        let found = async move {
            let found = user_summaries(request.app, &accounts).await;
            answers(accounts, Load::Account, found, |it| Answer::Object(Arc::new(it)))
        };
        statements.push(found.boxed());
    }
    if !actors.is_empty() {
        let found = async move {
            let found = last_actors(request.app, &actors).await;
            answers(actors, Load::LastActor, found, Answer::Number)
        };
        statements.push(found.boxed());
    }
    for ((kind_index, size, older_than), ids) in pages {
        let found = async move {
            let resource = &kinds::all()[kind_index];
            let found =
                histories(request.app, request.call, resource, &ids, size, older_than).await;
            let key = |id| Load::History { kind_index, id, size, older_than };
            answers(ids, key, found, |page| {
                Answer::Object(Arc::new(audit::connection(page, older_than.is_some())))
            })
        };
        statements.push(found.boxed());
    }
    for (load, answer) in join_all(statements).await.into_iter().flatten() {
        loaded.insert(load, answer);
    }
}

/// What was found for each key, or the error of all.
fn answers<'p, K: Copy + Eq + Hash, V>(
    keys: Vec<K>,
    load: impl Fn(K) -> Load<'p>,
    mut found: Result<HashMap<K, V>, Error>,
    answer: impl Fn(V) -> Answer,
) -> Answers<'p> {
    let mut one = |key| match &mut found {
        Ok(found) => Ok(found.remove(&key).map_or(Answer::Nothing, &answer)),
        Err(error) => Err(error.clone()),
    };
    keys.into_iter().map(|key| (load(key), one(key))).collect()
}
