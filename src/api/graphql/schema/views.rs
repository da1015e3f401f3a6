//! The types of views.

use async_graphql::registry::{MetaField, MetaInputValue, Registry};

use super::{
    directives::requires,
    enums::KIND,
    parameters::{arguments_of, page_arguments},
    scalars::{BIG_INT, DATE_TIME, JSON_OBJECT, UUID},
    types::{ACTOR, USER_SUMMARY, add_types, defaulted, field, input, object, with_arguments},
};
use crate::{
    auth::Api,
    parameters::{Pages, of_history},
    views::{self, About, Holds, Member},
};

/// Registers the types of views.
pub fn register_views(registry: &mut Registry) {
    let of = |about: &About| object(about.type_name, about.text, view_fields(about));
    add_types(registry, views::types().map(of));
}

/// The fields of a view.
pub fn view_fields(about: &About) -> impl Iterator<Item = MetaField> {
    about.of(Api::Graphql).map(|(_, member)| {
        let shape = &member.shape;
        let nullable = shape.nullable || shape.unseen || matches!(shape.holds, Holds::Json);
        let mark = if nullable { "" } else { "!" };
        let ty = format!("{}{mark}", named(member.shape.holds));
        let described = field(&member.camel_name, ty, &member.text);
        let described = with_arguments(described, arguments(member));
        match member.shape.permission {
            Some(permission) => requires(permission, described),
            None => described,
        }
    })
}

/// The name of the type of a member's value.
fn named(holds: Holds) -> String {
    let name = match holds {
        Holds::Flag => "Boolean",
        Holds::Count => "Int",
        Holds::Number => BIG_INT,
        Holds::Text => "String",
        Holds::Id => "ID",
        Holds::Key => UUID,
        Holds::Time => DATE_TIME,
        Holds::Kind => KIND,
        Holds::Texts | Holds::Fields => "[String!]",
        Holds::Json => "JSON",
        Holds::Values => JSON_OBJECT,
        Holds::Account => USER_SUMMARY,
        Holds::Actor => ACTOR,
        Holds::Choice(name) | Holds::Record(name) | Holds::Whole(name) | Holds::Loaded(name) => {
            name
        }
        Holds::View(about) => about().type_name,
        Holds::Columns(about) => about.type_name,
        Holds::Keys => return format!("[{UUID}!]"),
        Holds::Records(name) => return format!("[{name}!]"),
        Holds::Views(about) => return format!("[{}!]", about().type_name),
    };
    name.to_owned()
}

/// The arguments of a page that is loaded.
fn arguments(member: &Member) -> Vec<MetaInputValue> {
    match member.shape.holds {
        Holds::Loaded(name) if name.ends_with("EventConnection") => {
            arguments_of(of_history(), Some(Pages::Forward)).collect()
        }
        Holds::Loaded("NotificationConnection") => {
            let text = "Whether to leave out those that are read.";
            let unread_only = defaulted("false", input("unreadOnly", "Boolean!", text));
            [unread_only].into_iter().chain(page_arguments()).collect()
        }
        Holds::Loaded(name) if name.ends_with("Connection") => page_arguments().into(),
        _ => Vec::new(),
    }
}
