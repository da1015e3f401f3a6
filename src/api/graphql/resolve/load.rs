//! Loads what objects refer to, in one statement for each kind of it.

use futures_util::future::{BoxFuture, FutureExt, join_all};
use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
    sync::Arc,
};

use super::{accounts, audit, inbox, lists::read_related};
use crate::{
    api::graphql::{
        execute::{Answer, Load, Loaded, Object, Request},
        plan::Field,
    },
    app::Work,
    auth::Caller,
    error::Error,
    kinds,
    operations::{
        accounts::{TokenPage, TokenPlace, VisibleRole, permissions_of, roles_of, tokens_of},
        audit::{HistoryPart, LastAction, LastActor, histories, last_actors},
        inbox::unread_count,
        records::read::{Found, find_all, user_summaries},
    },
    resources::Resource,
};

/// Events of records of a kind: of which kind, and which of them.
type HistoryPage = (usize, HistoryPart);

/// A page of tokens: how many, and after which.
type TokensPage = (u64, Option<TokenPlace>);

/// What was found for each.
type Answers<'p> = Vec<(Load<'p>, Result<Answer, Error>)>;

/// Loads all of these, as many at once as the credential has turns.
pub async fn load<'p>(
    request: Request<'p>,
    missing: Vec<Load<'p>>,
    loaded: &mut Loaded<'p, Answer>,
) {
    let mut summaries: Vec<i64> = Vec::new();
    let mut users: HashMap<&'p Field, Vec<i64>> = HashMap::new();
    let mut actors: Vec<LastAction> = Vec::new();
    let mut pages: HashMap<HistoryPage, Vec<i64>> = HashMap::new();
    let mut records: HashMap<usize, Vec<Load<'p>>> = HashMap::new();
    let mut lists: HashMap<(usize, usize, &'p Field), Vec<i64>> = HashMap::new();
    let (mut permissions, mut roles): (Vec<i64>, Vec<i64>) = Default::default();
    let mut tokens: HashMap<TokensPage, Vec<i64>> = HashMap::new();
    let mut role_events: HashMap<&'p Field, Vec<i64>> = HashMap::new();
    let mut statements: Vec<BoxFuture<'_, Answers<'p>>> = Vec::new();
    for load in missing {
        match load {
            Load::Account(id) => summaries.push(id),
            Load::User(field, id) => users.entry(field).or_default().push(id),
            Load::LastActor(action) | Load::LastReason(action) => {
                if !actors.contains(&action) {
                    actors.push(action);
                }
            }
            Load::History { kind_index, id, part } => {
                pages.entry((kind_index, part)).or_default().push(id);
            }
            Load::Record { kind_index, .. } | Load::Label { kind_index, .. } => {
                records.entry(kind_index).or_default().push(load);
            }
            Load::Related { kind_index, place, id, field } => {
                lists.entry((kind_index, place, field)).or_default().push(id);
            }
            Load::Permissions(id) => permissions.push(id),
            Load::Roles(id) => roles.push(id),
            Load::Tokens { id, size, after } => tokens.entry((size, after)).or_default().push(id),
            Load::RoleHistory(field, id) => role_events.entry(field).or_default().push(id),
            Load::Members(field, id) => {
                let found = async move {
                    let page = accounts::read_members(request.at(field), id).await;
                    vec![(load, page.map(|it| Answer::Object(it.into())))]
                };
                statements.push(found.boxed());
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
    if !permissions.is_empty() {
        let found = async move {
            let found = permissions_of(request.app, request.call, &permissions).await;
            let names = |found: Option<_>| Answer::Names(Arc::new(found.unwrap_or_default()));
            each(permissions, Load::Permissions, found, names)
        };
        statements.push(found.boxed());
    }
    if !roles.is_empty() {
        let found = async move {
            let found = roles_of(request.app, request.call, &roles).await;
            let objects = |found: Option<Vec<Arc<VisibleRole>>>| {
                let roles = found.unwrap_or_default().into_iter();
                Answer::Objects(roles.map(|role| role as Arc<dyn Object>).collect())
            };
            each(roles, Load::Roles, found, objects)
        };
        statements.push(found.boxed());
    }
    for ((size, after), ids) in tokens {
        let found = async move {
            let found = tokens_of(request.app, request.call, &ids, size, after).await;
            let page = |found: Option<TokenPage>| {
                let page = found.unwrap_or_default();
                Answer::Object(Arc::new(accounts::connection(page, after.is_some())))
            };
            each(ids, |id| Load::Tokens { id, size, after }, found, page)
        };
        statements.push(found.boxed());
    }
    for (field, ids) in role_events {
        let found = async move {
            let found = accounts::read_histories(request.at(field), &ids).await;
            answers(
                ids,
                |id| Load::RoleHistory(field, id),
                found,
                |page| Answer::Object(Arc::new(page)),
            )
        };
        statements.push(found.boxed());
    }
    if !summaries.is_empty() {
        let found = async move {
            let found = user_summaries(request.app, &summaries).await;
            answers(summaries, Load::Account, found, |it| Answer::Object(Arc::new(it)))
        };
        statements.push(found.boxed());
    }
    if !actors.is_empty() {
        let found = async move {
            let found = last_actors(request.app, request.call, &actors).await;
            let reason = |it: LastActor| {
                it.reason.map_or(Answer::Nothing, |reason| Answer::Text(reason.as_str().into()))
            };
            let reasons = answers(actors.clone(), Load::LastReason, found.clone(), reason);
            let account = |it: LastActor| Answer::Number(it.account);
            answers(actors, Load::LastActor, found, account).into_iter().chain(reasons).collect()
        };
        statements.push(found.boxed());
    }
    for (field, ids) in users {
        statements.push(users_of(request, field, ids).boxed());
    }
    for ((kind_index, part), ids) in pages {
        let found = async move {
            let resource = &kinds::registered()[kind_index];
            let found = histories(request.app, request.call, resource, &ids, part).await;
            let key = |id| Load::History { kind_index, id, part };
            answers(ids, key, found, |page| {
                Answer::Object(Arc::new(audit::connection(page, part.older_than.is_some())))
            })
        };
        statements.push(found.boxed());
    }
    for (kind_index, loads) in records {
        statements.push(referred(request, &kinds::registered()[kind_index], loads).boxed());
    }
    for ((kind_index, place, field), ids) in lists {
        let found = async move {
            let ctx = request.at(field);
            let found = read_related(ctx, &kinds::registered()[kind_index], place, &ids).await;
            let key = |id| Load::Related { kind_index, place, id, field };
            answers(ids, key, found, |page| Answer::Object(Arc::new(page)))
        };
        statements.push(found.boxed());
    }
    // Each takes a turn of its own, as the fields of the root do.
    let in_turn = |statement| async move {
        let _turn = request.app.enter(request.call, Work::Other).await;
        statement.await
    };
    let statements = statements.into_iter().map(in_turn);
    for (load, answer) in join_all(statements).await.into_iter().flatten() {
        loaded.insert(load, answer);
    }
}

/// The accounts with these ids that the caller may view. Another one is refused, because whoever
/// sees its reference knows that it exists.
async fn users_of<'p>(request: Request<'p>, field: &'p Field, ids: Vec<i64>) -> Answers<'p> {
    let Request { app, call, .. } = request;
    let kind = kinds::accounts();
    let found = find_all(app, call, kind, &ids, field.projection(kind)).await;
    let mut found = match found {
        Ok(found) => found,
        Err(error) => {
            return ids.into_iter().map(|id| (Load::User(field, id), Err(error.clone()))).collect();
        }
    };
    let one = |id| {
        let answer = match found.remove(&id) {
            Some(Ok(Some(user))) => Ok(Answer::Object(Arc::new(user))),
            Some(Ok(None)) => Err(hidden(call)),
            Some(Err(error)) => Err(error),
            None => Ok(Answer::Nothing),
        };
        (Load::User(field, id), answer)
    };
    ids.into_iter().map(one).collect()
}

/// Reads the records of a kind that events refer to, by one statement. What the caller may not view is
/// null, without an error.
async fn referred<'p>(
    request: Request<'p>,
    resource: &'static Resource,
    loads: Vec<Load<'p>>,
) -> Answers<'p> {
    let fields = loads.iter().filter_map(|load| match load {
        Load::Record { field, .. } => Some(*field),
        _ => None,
    });
    let fields: HashSet<&Field> = fields.collect();
    let is_selected = |name: &str| fields.iter().any(|field| field.selection.has_within(name));
    let id = |load: &Load<'_>| match load {
        Load::Record { id, .. } | Load::Label { id, .. } => *id,
        _ => 0,
    };
    let ids: HashSet<i64> = loads.iter().map(id).collect();
    let ids: Vec<i64> = ids.into_iter().collect();
    let projection = resource.projection_with(is_selected);
    let found = match find_all(request.app, request.call, resource, &ids, projection).await {
        Err(Error::Forbidden { .. }) => Ok(HashMap::new()),
        found => found,
    };
    let found = found.map(|records| {
        let record = |(id, record): (i64, Found)| Some((id, Arc::new(record.ok()??)));
        records.into_iter().filter_map(record).collect::<HashMap<_, _>>()
    });
    let answer = |load: &Load<'p>| {
        let record = found.as_ref().map_err(Error::clone)?.get(&id(load));
        Ok(match (record, load) {
            (None, _) => Answer::Nothing,
            (Some(record), Load::Label { .. }) => Answer::Text(record.label().into()),
            (Some(record), _) => Answer::Object(Arc::clone(record) as Arc<dyn Object>),
        })
    };
    loads.iter().map(|load| (*load, answer(load))).collect()
}

/// What was found for each key, or the error of all.
fn answers<'p, K: Copy + Eq + Hash, V>(
    keys: Vec<K>,
    load: impl Fn(K) -> Load<'p>,
    found: Result<HashMap<K, V>, Error>,
    answer: impl Fn(V) -> Answer,
) -> Answers<'p> {
    each(keys, load, found, |found| found.map_or(Answer::Nothing, &answer))
}

/// Like [`answers`], where there is an answer for a key without anything too.
fn each<'p, K: Copy + Eq + Hash, V>(
    keys: Vec<K>,
    load: impl Fn(K) -> Load<'p>,
    mut found: Result<HashMap<K, V>, Error>,
    answer: impl Fn(Option<V>) -> Answer,
) -> Answers<'p> {
    let mut one = |key| match &mut found {
        Ok(found) => Ok(answer(found.remove(&key))),
        Err(error) => Err(error.clone()),
    };
    keys.into_iter().map(|key| (load(key), one(key))).collect()
}

/// The error for an account that the caller may not view. It is another one, or a deleted one that
/// it may not restore.
fn hidden(caller: &Caller) -> Error {
    let kind = kinds::accounts();
    let views_all = caller.may(&kind.view, None);
    let restored =
        kind.restore.as_ref().filter(|_| views_all).map(|restore| restore.permission.all);
    Error::Forbidden { required: vec![restored.unwrap_or(kind.view.all)] }
}
