//! Views as bodies of responses.

use serde::{Serialize, Serializer, ser::SerializeMap};
use std::collections::HashMap;

use super::responses::RecordBody;
use crate::{
    actions::Action,
    app::App,
    auth::{Api, Call},
    error::Error,
    kinds::global_id,
    operations::rows::{Record, UserSummary, read::user_summaries},
    resources::snake_case,
    views::{Holds, Shown, View},
};

/// The accounts that views refer to, by id.
pub type Accounts = HashMap<i64, UserSummary>;

/// A view as a body of a response.
pub struct Body<'a>(pub &'a dyn View, pub &'a Accounts);

impl Serialize for Body<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(view, accounts) = *self;
        let mut body = serializer.serialize_map(None)?;
        for (place, member) in view.about_this().of(Api::Rest) {
            let shown = view.get(place);
            if !(member.shape.absent && matches!(shown, Shown::Null)) {
                body.serialize_entry(member.name, &Value(&shown, accounts))?;
            }
        }
        body.end()
    }
}

/// The value of a member.
struct Value<'a>(&'a Shown<'a>, &'a Accounts);

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self(shown, accounts) = *self;
        match shown {
            Shown::Null | Shown::Loaded | Shown::Related(..) => to.serialize_none(),
            Shown::Flag(it) => to.serialize_bool(*it),
            Shown::Number(it) => to.serialize_i64(*it),
            Shown::Text(it) => to.serialize_str(it),
            Shown::Field(it) => to.serialize_str(it),
            Shown::Choice(it) => to.serialize_str(it),
            Shown::Kind(it) => to.serialize_str(&snake_case(it)),
            Shown::Time(it) => it.serialize(to),
            Shown::Key(it) => it.serialize(to),
            Shown::Keys(it) => it.serialize(to),
            Shown::Texts(it) | Shown::Fields(it) => it.serialize(to),
            Shown::Json(it) => it.serialize(to),
            Shown::Coded(it) => it.serialize(to),
            Shown::Values(it) => to.collect_map(it.iter().copied()),
            Shown::Map(it) => it.serialize(to),
            Shown::Account(id) => accounts.get(id).serialize(to),
            Shown::Record(record) => name(record, to),
            Shown::Whole(record) => {
                let names = &record.resource.whole_answer().shows.names;
                RecordBody { record, names, secret: None }.serialize(to)
            }
            Shown::View(view) => Body(*view, accounts).serialize(to),
            Shown::Made(view) => Body(&**view, accounts).serialize(to),
            Shown::List(items) => to.collect_seq(items.iter().map(|it| Value(it, accounts))),
        }
    }
}

/// What REST shows of a record in a view: its ids and its label.
fn name<S: Serializer>(record: &Record, to: S) -> Result<S::Ok, S::Error> {
    let mut name = to.serialize_map(Some(4))?;
    name.serialize_entry("kind", &snake_case(record.resource.name))?;
    name.serialize_entry("id", &record.id())?;
    name.serialize_entry("global_id", &global_id::encode(record.resource, record.id()))?;
    name.serialize_entry("label", record.label())?;
    name.end()
}

/// Reads the accounts to which views refer.
///
/// # Errors
/// `TooExpensive`, and when the database can't be reached.
pub async fn accounts_of<'a>(
    app: &App,
    call: &Call,
    views: impl IntoIterator<Item = &'a dyn View>,
) -> Result<Accounts, Error> {
    let mut ids = Vec::new();
    for view in views {
        collect_accounts(view, &mut ids);
    }
    user_summaries(app, call, ids).await
}

/// Collects the accounts to which a view refers, and those in it.
fn collect_accounts(view: &dyn View, ids: &mut Vec<i64>) {
    let is_account = |it: Holds| matches!(it, Holds::Account | Holds::Actor);
    for (place, member) in view.about_this().of(Api::Rest) {
        match member.shape.holds {
            Holds::View(about) | Holds::Views(about) if about().holds(is_account) => {
                collect_shown(&view.get(place), ids);
            }
            holds if is_account(holds) => collect_shown(&view.get(place), ids),
            _ => {}
        }
    }
}

fn collect_shown(shown: &Shown<'_>, ids: &mut Vec<i64>) {
    match shown {
        Shown::Account(id) => ids.push(*id),
        Shown::View(view) => collect_accounts(*view, ids),
        Shown::Made(view) => collect_accounts(&**view, ids),
        Shown::List(items) => items.iter().for_each(|it| collect_shown(it, ids)),
        _ => {}
    }
}

/// The member that stands for a view, or the view itself.
pub fn bare(view: &dyn View) -> &dyn View {
    match view.about_this().bare().map(|(place, _)| view.get(place)) {
        Some(Shown::View(shown)) => shown,
        _ => view,
    }
}

/// The version of what an operation shows, if its responses have one.
pub fn version(action: &Action, view: &dyn View) -> Option<i64> {
    action.route.as_ref().filter(|route| route.versioned)?;
    let place = view.about_this().members.iter().position(|it| it.name == "version")?;
    match view.get(place) {
        Shown::Number(version) => Some(version),
        // Those of databases of other programs are texts.
        Shown::Text(version) => version.parse().ok(),
        _ => None,
    }
}

/// The body of a list that has no pages.
#[derive(Serialize)]
pub struct Data<T> {
    /// The items.
    pub data: Vec<T>,
}
