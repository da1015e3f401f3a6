//! The descriptions of views: members, each with a name, a type and a sentence.

use serde_json::Value as Json;

use crate::{
    auth::{Api, Permission},
    resources::camel_case,
};

/// The description of a view.
pub struct About {
    /// Its name.
    pub name: &'static str,
    /// The name of its type in GraphQL.
    pub type_name: &'static str,
    /// What it is.
    pub text: &'static str,
    /// Its members, in order.
    pub members: Vec<Member>,
}

impl About {
    /// The place of the member with this name in GraphQL.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.members.iter().position(|it| it.camel_name == name && it.is_in(Api::Graphql))
    }

    /// The members that an API shows, with their places.
    pub fn of(&self, api: Api) -> impl Iterator<Item = (usize, &Member)> {
        self.members.iter().enumerate().filter(move |(_, it)| it.is_in(api))
    }

    /// The member that REST shows in place of this view.
    pub fn bare(&self) -> Option<(usize, &'static Self)> {
        self.members.iter().enumerate().find_map(|(place, it)| match it.shape.holds {
            Holds::View(about) if it.shape.bare => Some((place, about())),
            _ => None,
        })
    }

    /// Whether REST shows anything that holds this, at any depth.
    pub fn holds(&self, test: fn(Holds) -> bool) -> bool {
        self.of(Api::Rest).any(|(_, it)| match it.shape.holds {
            Holds::View(about) | Holds::Views(about) => about().holds(test),
            holds => test(holds),
        })
    }

    /// An example, as REST shows it: without what may be absent.
    pub fn example(&self) -> Json {
        let shown = self.of(Api::Rest).filter(|(_, it)| !it.shape.absent);
        let example = |it: &Member| match it.shape.holds {
            Holds::Columns(about) => about.example(),
            _ => (it.example)(),
        };
        shown.map(|(_, it)| (it.name.to_owned(), example(it))).collect()
    }
}

/// A member of a view.
#[derive(Clone)]
pub struct Member {
    /// Its name, as REST has it.
    pub name: &'static str,
    /// Its name in GraphQL.
    pub camel_name: String,
    /// The only API that shows it; `None`: both do.
    pub only: Option<Api>,
    /// What it holds.
    pub shape: Shape,
    /// Its meaning.
    pub text: String,
    /// An example.
    pub example: fn() -> Json,
}

impl Member {
    /// A member; in GraphQL it may have a name of its own.
    pub fn new(
        name: &'static str,
        named: Option<&str>,
        only: Option<Api>,
        shape: Shape,
        text: impl Into<String>,
        example: fn() -> Json,
    ) -> Self {
        let camel_name = named.map_or_else(|| camel_case(name), str::to_owned);
        Self { name, camel_name, only, shape, text: text.into(), example }
    }

    fn is_in(&self, api: Api) -> bool {
        self.only.is_none_or(|only| only == api)
    }
}

/// What a member holds.
#[derive(Clone)]
pub struct Shape {
    /// The type of its value.
    pub holds: Holds,
    /// Whether it can be null.
    pub nullable: bool,
    /// Whether REST leaves it out where it is null.
    pub absent: bool,
    /// Whether it is null in GraphQL alone, for callers who may not see it.
    pub unseen: bool,
    /// What one must hold to see it.
    pub permission: Option<&'static Permission>,
    /// Whether REST shows it in place of the view that has it.
    pub bare: bool,
}

impl From<Holds> for Shape {
    fn from(holds: Holds) -> Self {
        Self { holds, nullable: false, absent: false, unseen: false, permission: None, bare: false }
    }
}

/// The type of a member's value.
#[derive(Clone, Copy)]
pub enum Holds {
    /// True or false.
    Flag,
    /// A number of things.
    Count,
    /// A number of a row or a version.
    Number,
    /// A text.
    Text,
    /// A global id.
    Id,
    /// A uuid.
    Key,
    /// A timestamp.
    Time,
    /// A name of a kind.
    Kind,
    /// A value of the enum with this name in GraphQL.
    Choice(&'static str),
    /// Texts.
    Texts,
    /// Names of fields.
    Fields,
    /// Uuids.
    Keys,
    /// Any JSON.
    Json,
    /// Values by the names of fields.
    Values,
    /// An account, as records show accounts.
    Account,
    /// An account that acted.
    Actor,
    /// A record, whose type in GraphQL is this.
    Record(&'static str),
    /// Records.
    Records(&'static str),
    /// A record of that type, of which REST shows all fields.
    Whole(&'static str),
    /// Another view.
    View(fn() -> &'static About),
    /// Other views.
    Views(fn() -> &'static About),
    /// The values of a row, by the columns of its table.
    Columns(&'static About),
    /// What GraphQL alone loads, of this type.
    Loaded(&'static str),
}

impl Holds {
    /// The same, which can be null.
    pub fn or_null(self) -> Shape {
        Shape { nullable: true, ..self.into() }
    }

    /// The same, null for callers without a permission, with an error.
    pub fn with(self, permission: &'static Permission) -> Shape {
        Shape { permission: Some(permission), ..self.or_null() }
    }

    /// The same, null in GraphQL for callers who may not see it.
    pub fn or_unseen(self) -> Shape {
        Shape { unseen: true, ..self.into() }
    }

    /// The same, which REST shows in place of the view that has it.
    pub fn bare(self) -> Shape {
        Shape { bare: true, ..self.into() }
    }

    /// The same, which REST leaves out where there is none.
    pub fn or_absent(self) -> Shape {
        Shape { absent: true, ..self.or_null() }
    }

    /// The same, which REST leaves out where it isn't asked for.
    pub fn if_asked(self) -> Shape {
        Shape { absent: true, ..self.into() }
    }
}
