//! Loads referenced objects, with one statement for each kind of load.

use async_graphql::indexmap::{IndexMap, IndexSet};
use futures_util::future::{FutureExt, join_all};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use super::{accounts, audit, lists::read_related, viewer::inbox_page};
use crate::{
    api::graphql::{
        execute::{Answer, Key, Load, Loaded, Object, Request},
        plan::Field,
    },
    app::Work,
    auth::Caller,
    error::Error,
    kinds,
    operations::{
        accounts::{permissions_of, roles_of, tokens_of},
        audit::{Action, LastAction, histories, last_actors},
        inbox::unread_count,
        rows::{
            UserSummary,
            read::{FindResult, find_all, user_summaries},
        },
    },
    resources::Resource,
};

/// What was found for each.
type Answers<'p> = Vec<(Key<'p>, Result<Answer, Error>)>;

/// Loads all of these, concurrently within the credential's limit.
pub async fn load<'p>(
    request: Request<'p>,
    missing: Vec<Key<'p>>,
    loaded: &mut Loaded<'p, Answer>,
) {
    let mut statements: IndexMap<Load<'p>, Vec<Key<'p>>> = IndexMap::new();
    for key in missing {
        statements.entry(statement(key.0)).or_default().push(key);
    }
    // Each takes a permit of its own, as the fields of the root do.
    let with_permit = |(load, keys)| async move {
        let call = request.app.enter(request.call, Work::Other).await;
        let request = Request { call: &call, ..request };
        // Boxed, since the largest statement's future is several kilobytes.
        found(request, load, keys).boxed().await
    };
    let found = join_all(statements.into_iter().map(with_permit)).await;
    for (key, answer) in found.into_iter().flatten() {
        loaded.insert(key, answer);
    }
}

/// The key of all that one statement loads.
fn statement(load: Load<'_>) -> Load<'_> {
    match load {
        Load::LastActor(_) | Load::LastReason(_) => {
            Load::LastActor((kinds::accounts(), 0, Action::Deleted))
        }
        Load::Record(resource, _) => Load::Label(resource),
        load => load,
    }
}

async fn found<'p>(request: Request<'_>, load: Load<'p>, keys: Vec<Key<'p>>) -> Answers<'p> {
    let Request { app, call, .. } = request;
    let ids: Vec<i64> = keys.iter().map(|(_, id)| *id).collect();
    match load {
        Load::Account => each(keys, user_summaries(app, call, &ids).await, object),
        Load::User(field) => {
            let kind = kinds::accounts();
            let found = find_all(app, call, kind, &ids, field.projection(kind)).await;
            answers(keys, found, |id, found| match (id, found) {
                // A caller that sees the reference to an account knows that it exists.
                (_, Some(Ok(None))) => Err(hidden(call)),
                (id, None) => Ok(object(Some(UserSummary::purged(id)))),
                (_, Some(found)) => Ok(object(found?)),
            })
        }
        Load::LastActor(_) | Load::LastReason(_) => last_actions(request, keys).await,
        Load::History(resource, part) => {
            let previous = part.older_than.is_some();
            let found = histories(app, call, resource.name, &ids, part).await;
            each(keys, found, |page| object(page.map(|page| audit::connection(page, previous))))
        }
        Load::Record(resource, _) | Load::Label(resource) => {
            referred(request, resource, keys).await
        }
        Load::Related(related, field) => {
            each(keys, read_related(request.at(field), related, &ids).await, object)
        }
        Load::Permissions => each(keys, permissions_of(app, call, &ids).await, |names| {
            Answer::Names(Arc::new(names.unwrap_or_default()))
        }),
        Load::Roles => each(keys, roles_of(app, call, &ids).await, |roles| {
            let roles = roles.unwrap_or_default().into_iter();
            Answer::Objects(roles.map(|role| role as Arc<dyn Object>).collect())
        }),
        Load::Tokens(size, after) => {
            each(keys, tokens_of(app, call, &ids, size, after).await, |page| {
                object(Some(accounts::connection(page.unwrap_or_default(), after.is_some())))
            })
        }
        Load::RoleHistory(field) => {
            each(keys, accounts::read_histories(request.at(field), &ids).await, object)
        }
        Load::Members(field, role) => {
            same(keys, accounts::read_members(request.at(field), role).await.map(page))
        }
        Load::Inbox(field) => same(keys, inbox_page(request.at(field)).await.map(page)),
        Load::UnreadCount => same(keys, unread_count(app, call).await.map(Answer::Number)),
    }
}

/// Who last did something to records, and why, by one statement.
async fn last_actions<'p>(request: Request<'_>, keys: Vec<Key<'p>>) -> Answers<'p> {
    let actions: IndexSet<LastAction> = keys
        .iter()
        .filter_map(|(load, _)| match load {
            Load::LastActor(action) | Load::LastReason(action) => Some(*action),
            _ => None,
        })
        .collect();
    let actions: Vec<LastAction> = actions.into_iter().collect();
    let found = last_actors(request.app, request.call, &actions).await;
    let answer = |load: &Load<'_>| {
        let found = found.as_ref().map_err(Error::clone)?;
        let answer = match load {
            Load::LastActor(action) => found.get(action).map(|it| Answer::Number(it.account)),
            Load::LastReason(action) => {
                let reason = found.get(action).and_then(|it| it.reason.as_ref());
                reason.map(|reason| Answer::Text(reason.as_str().into()))
            }
            _ => None,
        };
        Ok(answer.unwrap_or(Answer::Nothing))
    };
    keys.into_iter().map(|key| (key, answer(&key.0))).collect()
}

/// Reads the records of a kind that events refer to. What the caller may not view is null, without
/// an error.
async fn referred<'p>(
    request: Request<'_>,
    resource: &'static Resource,
    keys: Vec<Key<'p>>,
) -> Answers<'p> {
    let fields = keys.iter().filter_map(|(load, _)| match load {
        Load::Record(_, field) => Some(*field),
        _ => None,
    });
    let fields: HashSet<&Field> = fields.collect();
    let is_selected = |name: &str| fields.iter().any(|field| field.selection.has_within(name));
    let ids: HashSet<i64> = keys.iter().map(|(_, id)| *id).collect();
    let ids: Vec<i64> = ids.into_iter().collect();
    let projection = resource.projection_with(is_selected);
    let found = match find_all(request.app, request.call, resource, &ids, projection).await {
        Err(Error::Forbidden { .. }) => Ok(HashMap::new()),
        found => found,
    };
    let found = found.map(|records| {
        let record = |(id, record): (i64, FindResult)| Some((id, Arc::new(record.ok()??)));
        records.into_iter().filter_map(record).collect::<HashMap<_, _>>()
    });
    let answer = |(load, id): &Key<'p>| {
        let record = found.as_ref().map_err(Error::clone)?.get(id);
        Ok(match (record, load) {
            (None, _) => Answer::Nothing,
            (Some(record), Load::Label(_)) => Answer::Text(record.label().into()),
            (Some(record), _) => Answer::Object(Arc::clone(record) as Arc<dyn Object>),
        })
    };
    keys.into_iter().map(|key| (key, answer(&key))).collect()
}

/// What was found for each id, or the error of all.
fn answers<'p, V>(
    keys: Vec<Key<'p>>,
    mut found: Result<HashMap<i64, V>, Error>,
    answer: impl Fn(i64, Option<V>) -> Result<Answer, Error>,
) -> Answers<'p> {
    let mut one = |id| match &mut found {
        Ok(found) => answer(id, found.remove(&id)),
        Err(error) => Err(error.clone()),
    };
    keys.into_iter().map(|key| (key, one(key.1))).collect()
}

/// Like [`answers`], where nothing but the statement can fail.
fn each<'p, V>(
    keys: Vec<Key<'p>>,
    found: Result<HashMap<i64, V>, Error>,
    answer: impl Fn(Option<V>) -> Answer,
) -> Answers<'p> {
    answers(keys, found, |_, found| Ok(answer(found)))
}

/// The same for each key.
fn same(keys: Vec<Key<'_>>, answer: Result<Answer, Error>) -> Answers<'_> {
    keys.into_iter().map(|key| (key, answer.clone())).collect()
}

fn object<T: Object + 'static>(found: Option<T>) -> Answer {
    found.map_or(Answer::Nothing, |it| Answer::Object(Arc::new(it)))
}

fn page(page: Box<dyn Object>) -> Answer {
    Answer::Object(page.into())
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
