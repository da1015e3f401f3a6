//! Runs the operations that show views, and writes them.

use async_graphql::indexmap::IndexMap;

use super::{
    accounts::Members,
    arguments::{given, optional_text, text},
    audit::Histories,
    lists::{Connection, first},
    records::Records,
    root_field::RootValue,
    viewer::{Inbox, UnreadCount},
};
use crate::{
    api::graphql::{
        execute::{Context, Object, Writer},
        plan::{Field, Shows},
        schema::event_kind_name,
    },
    auth::{Credential, Permission},
    error::Error,
    operations::{
        accounts::{IssuedToken, VisibleRole},
        audit::ROLE,
        bulk::{Changed, OperationSummary, Progress, RestorePreview},
        callers::KindAccess,
        catalogue::Imported,
        inbox::{AllMarked, Marked},
        records::{AsOf, Capabilities, Reverted, write::CreatedMany},
        rows::Record,
        trash::Summary,
    },
    parameters::{Pages, of_read},
    reads::{Asked, Finds, Found, finds, run},
    resources::{Read, Resource, camel_case},
    views::{
        ById, ChangedGrants, ChangedRole, NewNotification, NewToken, Outcomes, RecordChange,
        RevokedToken, Shown, SignedOut, View, Viewer, VisibleEvent,
    },
};

/// A view as an object of the schema.
pub struct Viewed<'v>(pub &'v dyn View);

impl Object for Viewed<'_> {
    fn type_name(&self) -> Option<&'static str> {
        Some(self.0.about_this().type_name)
    }

    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        let about = self.0.about_this();
        let place = match field.shows {
            Shows::Member(place) => Some(place),
            // Payloads have types of their own.
            _ => about.place(&field.name),
        };
        let Some((place, member)) = place.and_then(|it| Some((it, about.members.get(it)?))) else {
            return to.unknown(field);
        };
        let permitted = |it: &'static Permission| to.request.call.require(it);
        match member.shape.permission.map(permitted).transpose() {
            Ok(_) => to.shown(field, self.0.get(place)),
            Err(error) => to.refuse(field, &error),
        }
    }
}

/// Makes views objects of the schema.
macro_rules! objects {
    ($($of:ty),+ $(,)?) => {
        $(impl Object for $of {
            fn type_name(&self) -> Option<&'static str> {
                Viewed(self).type_name()
            }

            fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
                Viewed(self).write(field, to);
            }
        })+
    };
}

/// Runs an operation that shows views.
pub async fn read(ctx: Context<'_>, read: Read) -> Result<RootValue, Error> {
    let (arguments, after) = (given(ctx, of_read(read))?, optional_text(ctx, "after")?);
    let id = ctx.argument("id").is_some().then(|| text(ctx, "id")).transpose()?;
    let asked = Asked {
        app: ctx.app,
        call: ctx.call,
        arguments: &arguments,
        id: id.as_deref(),
        size: if Pages::of(read).is_some() { first(ctx)? } else { 0 },
        after: after.as_deref(),
        shows: &|name| ctx.field.selection.has(&camel_case(name)),
        projections: &|| ctx.field.projections(),
    };
    Ok(match run(&asked, read).await? {
        Found::One(view) => view.map(Owned).into(),
        Found::Several(views) => views.into_iter().map(|view| view.map(Owned)).collect(),
        Found::Names(names) => RootValue::Names(names),
        Found::Page(items, _) if matches!(finds(read), Some(Finds::Part(..))) => {
            items.into_iter().map(|(view, _)| Some(Owned(view))).collect()
        }
        Found::Page(items, next) => RootValue::Object(Box::new(Connection {
            nodes: items.into_iter().map(|(view, cursor)| Item(Owned(view), cursor)).collect(),
            cursor: Box::new(|item| item.1.clone()),
            previous: after.is_some(),
            next,
            total: None,
        })),
    })
}

/// A view that is an object of a response.
struct Owned(Box<dyn View>);

impl Object for Owned {
    fn type_name(&self) -> Option<&'static str> {
        Viewed(&*self.0).type_name()
    }

    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        Viewed(&*self.0).write(field, to);
    }
}

/// A view on a page, with its cursor.
struct Item(Owned, String);

impl Object for Item {
    fn type_name(&self) -> Option<&'static str> {
        self.0.type_name()
    }

    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        self.0.write(field, to);
    }
}

objects! {
    AllMarked, AsOf, ById, Capabilities, Changed, ChangedGrants, ChangedRole, CreatedMany, Credential, Imported, IssuedToken,
    KindAccess, Marked, NewNotification, NewToken, OperationSummary, Outcomes, RecordChange, RestorePreview, Progress, Reverted, RevokedToken,
    SignedOut, Summary, Viewer, VisibleEvent, VisibleRole,
}

impl<'p> Writer<'p> {
    /// Writes the value of a member of a view.
    pub fn shown(&mut self, field: &'p Field, shown: Shown<'_>) {
        match shown {
            Shown::Null => self.null(),
            Shown::Flag(it) => self.value(it),
            Shown::Number(it) => self.value(it),
            Shown::Text(it) => self.value(it),
            Shown::Choice(it) => self.choice(it),
            Shown::Kind(it) => self.plain(&event_kind_name(it)),
            Shown::Time(it) => self.time(it),
            Shown::Key(it) => self.uuid(it),
            Shown::Keys(it) => self.value(it),
            Shown::Texts(it) => self.value(it),
            Shown::Field(it) => self.value(camel_case(it)),
            Shown::Fields(it) => {
                self.value(it.into_iter().map(camel_case).collect::<Vec<_>>());
            }
            Shown::Json(it) => self.value(it),
            Shown::Values(it) => {
                let values = it.into_iter().map(|(name, value)| (camel_case(name), value));
                self.value(values.collect::<IndexMap<_, _>>());
            }
            Shown::Map(it) => {
                let values = it.iter().map(|(name, value)| (camel_case(name), value));
                self.value(values.collect::<IndexMap<_, _>>());
            }
            Shown::Account(id) => self.account(field, Some(id)),
            Shown::Record(record) | Shown::Whole(record) => self.object(field, record),
            Shown::View(view) => self.object(field, &Viewed(view)),
            Shown::Made(view) => self.object(field, &Viewed(&*view)),
            Shown::List(items) => self.list(items, |to, item| to.shown(field, item)),
            Shown::Loaded(id) => self.loaded(field, id),
            Shown::Related(kind, id) => self.related(field, kind, id),
        }
    }
    /// Writes what a member of a view loads, by its name.
    fn loaded(&mut self, field: &'p Field, id: i64) {
        match field.name.as_str() {
            "members" => self.load(field, Members(id, field.number), ()),
            "history" => self.try_load(field, Histories::of(ROLE, self.at(field)), id),
            "notifications" => self.load(field, Inbox(field.number), ()),
            _ => self.load_with(field, UnreadCount, (), |to, count| to.value(count)),
        }
    }

    /// Writes the record of an event, or its label, as it is now.
    fn related(&mut self, field: &'p Field, kind: &'static Resource, id: i64) {
        self.load_with(field, Records(kind), (id, field.number), |to, found| {
            let viewed = found.and_then(|it| it.as_ref().ok()?.as_deref());
            match field.name.as_str() {
                "label" => to.value(viewed.map(Record::label)),
                _ => to.optional(field, viewed),
            }
        });
    }
}
