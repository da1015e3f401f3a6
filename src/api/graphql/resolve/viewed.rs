//! Writes views.

use async_graphql::indexmap::IndexMap;
use engine::execute::Object;

use super::{
    records::{Records, WriteAccount},
    viewer::{Inbox, UnreadCount},
};
use crate::{
    api::graphql::{
        execute::{Graphql, Writer},
        plan::{Field, Shows},
        schema::event_kind_name,
    },
    auth::Permission,
    operations::{
        accounts::{IssuedToken, VisibleRole},
        records::{Capabilities, Hold},
        rows::Record,
    },
    resources::{Resource, camel_case},
    views::{Shown, View, VisibleEvent},
};

/// A view as an object of the schema.
pub struct Viewed<'v>(pub &'v dyn View);

impl Object<Graphql> for Viewed<'_> {
    fn type_name(&self) -> Option<&'static str> {
        Some(self.0.about_this().type_name)
    }

    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        let about = self.0.about_this();
        let place = match field.notes.shows {
            Shows::Member(place) => Some(place),
            // Payloads have types of their own.
            _ => about.place(&field.name),
        };
        let Some((place, member)) = place.and_then(|it| Some((it, about.members.get(it)?))) else {
            // What the view lacks its record has.
            return match self.0.record() {
                Some(record) => record.write(field, to),
                None => to.unknown(field),
            };
        };
        let permitted = |it: &'static Permission| to.request.call.require(it);
        match member.shape.permission.map(permitted).transpose() {
            Ok(_) => to.shown(field, self.0.get(place)),
            Err(error) => to.refuse(field, &error),
        }
    }
}

/// Makes views objects, which records and lists show.
macro_rules! objects {
    ($($of:ty),+ $(,)?) => {
        $(impl Object<Graphql> for $of {
            fn type_name(&self) -> Option<&'static str> {
                Viewed(self).type_name()
            }

            fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
                Viewed(self).write(field, to);
            }
        })+
    };
}

/// A view that is an object of a response.
pub struct Owned(pub Box<dyn View>);

impl Object<Graphql> for Owned {
    fn type_name(&self) -> Option<&'static str> {
        Viewed(&*self.0).type_name()
    }

    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        Viewed(&*self.0).write(field, to);
    }
}

/// A view on a page, with its cursor.
pub struct Item(pub Owned, pub String);

impl Object<Graphql> for Item {
    fn type_name(&self) -> Option<&'static str> {
        self.0.type_name()
    }

    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        self.0.write(field, to);
    }
}

objects! {
    Capabilities, Hold, IssuedToken, VisibleEvent, VisibleRole,
}

/// Writes members of views.
trait WriteShown<'p> {
    /// Writes the value of a member of a view.
    fn shown(&mut self, field: &'p Field, shown: Shown<'_>);

    /// Writes what a member of a view loads, by its name.
    fn loaded(&mut self, field: &'p Field);

    /// Writes the record of an event, or its label, as it is now.
    fn related(&mut self, field: &'p Field, kind: &'static Resource, id: i64);
}

impl<'p> WriteShown<'p> for Writer<'p> {
    fn shown(&mut self, field: &'p Field, shown: Shown<'_>) {
        match shown {
            Shown::Null => self.null(),
            Shown::Flag(it) => self.value(it),
            Shown::Number(it) => self.value(it),
            Shown::Text(it) => self.value(it),
            Shown::Choice(it) => self.choice(it),
            Shown::Kind(it) => self.plain(&event_kind_name(it)),
            Shown::Time(it) => self.plain(&it.text()),
            Shown::Key(it) => self.uuid(it),
            Shown::Keys(it) => self.value(it),
            Shown::Texts(it) => self.value(it),
            Shown::Field(it) => self.value(camel_case(it)),
            Shown::Fields(it) => {
                self.value(it.into_iter().map(camel_case).collect::<Vec<_>>());
            }
            Shown::Json(it) => self.value(it),
            Shown::Coded(it) => self.value(it),
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
            Shown::Loaded => self.loaded(field),
            Shown::Related(kind, id) => self.related(field, kind, id),
        }
    }

    fn loaded(&mut self, field: &'p Field) {
        match field.name.as_str() {
            "notifications" => self.load(field, Inbox(field.number), ()),
            _ => self.load_with(field, UnreadCount, (), |to, count| to.value(count)),
        }
    }

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
