//! Describes operations as data. They are entries of the table, which both APIs are made from.

use std::fmt;

use super::route::{Method, Route};
use crate::{
    app::{Load, Work},
    changes::{Change, Shows},
    error::Code,
    parameters::{Pages, Parameter},
    reads::{Finds, ReadViews},
    resources::{Admits, Input, RecordAct, RequestBody, RequestOption, Resource},
};

/// An operation: one entry of the table.
pub struct Action {
    /// What it does, and the data it needs for that.
    pub act: Act,
    /// The name of the operation, such as `restoreLocale`. It is the root field in GraphQL, and the
    /// name in logs and metrics.
    pub name: String,
    /// What it does, for the schema and the OpenAPI document.
    pub description: String,
    /// Whom it admits.
    pub admits: Admits,
    /// What a request selects.
    pub selects: Selects,
    /// Its parameters, without those of its path and its pages.
    ///
    /// In GraphQL they stand for a body. Lists of a kind have filters of their own in each API.
    pub parameters: &'static [Parameter],
    /// How its list is read in pages, if it is one.
    pub pages: Option<Pages>,
    /// The actions in the events that it records, such as `restored`.
    pub events: &'static [&'static str],
    /// The errors that depend on the request. Any operation can fail with the others.
    pub errors: Vec<Code>,
    /// Its REST operation, if it has one.
    pub route: Option<Route>,
    /// Whether it is a root field in GraphQL. Otherwise a field below does the same.
    pub is_root_field: bool,
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Action").field(&self.name).finish()
    }
}

impl Action {
    /// The method and path of its REST operation, if any.
    pub fn rest(&self) -> Option<(Method, &str)> {
        self.route.as_ref().map(|route| (route.method, route.path.as_str()))
    }

    /// Whether a request has a body in REST; that of another one is ignored.
    pub const fn takes_body(&self) -> bool {
        matches!(self.selects, Selects::Records | Selects::Notifications)
            || self.act.body().is_some()
    }

    /// The rules of the fields that a request contains.
    pub fn inputs(&self) -> &'static [Input] {
        self.act.body().map_or(&[], |body| body.inputs)
    }

    /// Whether it changes something and takes parameters, which are in the query in REST.
    pub fn takes_query(&self) -> bool {
        !self.only_reads() && !self.parameters.is_empty() && !self.takes_body()
    }

    /// Whether it changes the records that match a filter.
    pub fn matches(&self) -> bool {
        self.takes_query() && !matches!(self.selects, Selects::One(..))
    }

    /// Whether it changes nothing.
    pub const fn only_reads(&self) -> bool {
        matches!(self.act, Act::Read(_))
    }
}

/// How a request selects what it changes.
#[derive(Clone, Copy, Debug)]
pub enum Selects {
    /// Not at all, or by the key of a record.
    Nothing,
    /// By an id: the argument in GraphQL, its type and its sentence. In REST the path has it.
    One(&'static str, &'static str, &'static str),
    /// Records by their global ids.
    Records,
    /// Notifications by their keys.
    Notifications,
    /// Records of a kind by a filter.
    Matching(&'static Resource),
}

/// What an operation does.
#[allow(clippy::large_enum_variant, reason = "the table is made once, and most entries are these")]
pub enum Act {
    /// Reads.
    Read(Read),
    /// Changes one record.
    Record(RecordAct),
    /// Changes something else.
    Plain(PlainChange),
}

impl Act {
    /// The options that the request may contain.
    pub const fn options(&self) -> &'static [RequestOption] {
        match self {
            Self::Read(_) => &[],
            Self::Record(act) => act.options,
            Self::Plain(act) => act.options,
        }
    }

    /// The fields that the request contains, if rules describe them.
    pub const fn body(&self) -> Option<&RequestBody> {
        match self {
            Self::Read(_) => None,
            Self::Record(act) => act.body.as_ref(),
            Self::Plain(act) => act.body.as_ref(),
        }
    }

    /// What it takes of the permits that its caller waits for.
    pub const fn work(&self) -> Work {
        match self {
            Self::Record(_) => Work::OneChange,
            _ => Work::Other,
        }
    }

    /// How much it reads and writes at once.
    pub const fn load(&self) -> Load {
        match self {
            Self::Plain(act) => act.load,
            _ => Load::Small,
        }
    }
}

/// An operation that reads.
#[derive(Clone, Copy)]
pub enum Read {
    /// The caller.
    Viewer,
    /// Any record, by its global id.
    Node,
    /// Any records, by their global ids.
    Nodes,
    /// A record of a kind, by its key.
    Record(&'static Resource),
    /// The records of a kind.
    List(&'static Resource),
    /// The deleted records of all kinds.
    Trash,
    /// The translations of a locale and group.
    TranslationBundle,
    /// The caller's own notifications.
    Inbox,
    /// The accounts that have a role.
    RoleMembers,
    /// Something that views describe.
    Views(Finds, ReadViews),
}

/// An operation that changes something else than one record of a kind.
pub struct PlainChange {
    /// The fields that the request contains.
    pub body: Option<RequestBody>,
    /// The inputs of which GraphQL takes exactly one.
    pub recipients: Option<Recipients>,
    /// An example of the fields.
    pub example: Example,
    /// The options that the request may contain.
    pub options: &'static [RequestOption],
    /// How much it reads and writes at once.
    pub load: Load,
    /// What it shows.
    pub shows: Shows,
    /// Runs it.
    pub run: Change,
}

/// Inputs that name accounts or a role, as an input object in GraphQL.
#[derive(Clone, Copy, Debug)]
pub struct Recipients {
    /// Their names.
    pub named: [&'static str; 2],
    /// The type of the input object.
    pub type_name: &'static str,
    /// Whether the input has them too, deprecated.
    pub deprecated: bool,
}

/// An example of the fields of a request.
#[derive(Clone, Debug)]
pub enum Example {
    /// These.
    Fields(serde_json::Value),
    /// Those of a record of the kind, and these instead of some; null leaves one out.
    Record(&'static Resource, serde_json::Value),
}
