//! The types of events.

use async_graphql::registry::{MetaField, MetaType, Registry};

use super::{
    kinds::KIND,
    lists::{choice, pages},
    scalars::{BIG_INT, DATE_TIME, JSON_OBJECT, UUID},
    types::{NODE, USER_SUMMARY, field, object},
};
use crate::{
    api::graphql::resolve::{
        CREDENTIAL_KIND,
        audit::{ACTION, EVENT},
    },
    auth::Via,
    operations::audit::Action,
};

/// The way the call came.
const VIA: &str = "CallVia";

/// Makes the types known.
pub fn register_events(registry: &mut Registry) {
    let actions = [
        (Action::Created, "It was made."),
        (Action::Updated, "Fields of it were changed."),
        (Action::Deleted, "It was deleted."),
        (Action::Restored, "It was brought back."),
        (Action::Purged, "It was removed for good, and its values from all that was told of it."),
    ];
    let actions = actions.map(|(it, text)| (it.name().to_ascii_uppercase(), text.to_owned()));
    let ways = [(Via::Graphql, "Through GraphQL."), (Via::Rest, "Through REST.")];
    let ways = ways.map(|(it, text)| (it.name().to_ascii_uppercase(), text.to_owned()));
    registry.add_implements(EVENT, NODE);
    let types = [
        choice(ACTION, "What can be done to a record.", &actions),
        choice(VIA, "A way that calls come.", &ways),
        object(EVENT, "Something that happened to a record.", fields()),
    ];
    let types = types.into_iter().chain(pages(EVENT, EVENT, "events, the newest first"));
    for ty in types.map(without_total) {
        registry.types.insert(ty.name().to_owned(), ty);
    }
}

/// Events are not counted: there is no end of them.
fn without_total(mut ty: MetaType) -> MetaType {
    if let MetaType::Object { fields, .. } = &mut ty {
        fields.shift_remove("totalCount");
    }
    ty
}

fn fields() -> Vec<MetaField> {
    let audited = |name: &str, ty: &str, description: &str| {
        field(name, ty, &format!("{description} Null for one who may not audit the record."))
    };
    vec![
        field("id", "ID!", "Global, opaque id of the event."),
        field("databaseId", format!("{BIG_INT}!"), "Number of the event."),
        field("kind", format!("{KIND}!"), "The kind of the record."),
        field("recordId", "ID!", "Global id of the record."),
        field("action", format!("{ACTION}!"), "What was done."),
        field("createdAt", format!("{DATE_TIME}!"), "When it was done."),
        field("actor", USER_SUMMARY, "Who did it; null: the system itself."),
        field("operationId", format!("{UUID}!"), "The operation that it was part of."),
        field("changedFields", "[String!]!", "The fields that are different since."),
        audited(
            "before",
            JSON_OBJECT,
            "Those fields as they were before; null: it was made, or has been purged.",
        ),
        audited("after", JSON_OBJECT, "Those fields as they are since."),
        audited("credentialKind", CREDENTIAL_KIND, "The kind of credential it was done with."),
        audited("credentialId", BIG_INT, "Number of that credential."),
        audited("via", VIA, "The way the call came."),
        audited("requestId", "String", "Id of the request, as its answer and the log have it."),
    ]
}
