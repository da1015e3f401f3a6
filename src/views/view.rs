//! What a view is: the description of a type, and the values of its members.

use adopt::{Gap, Why};
use entity::Timestamp;
use serde_json::{Map, Value as Json};
use std::{borrow::Cow, collections::BTreeSet};
use uuid::Uuid;

use super::about::About;
use crate::{
    error::Refusal,
    operations::rows::{RawJson, Record},
    resources::Resource,
};

/// What an operation returns, as both APIs show it.
pub trait View: Send + Sync {
    /// Describes the type of this value.
    fn about_this(&self) -> &'static About;

    /// The value of the member with that place.
    fn get(&self, place: usize) -> Shown<'_>;

    /// The record that has what the view lacks in GraphQL, if any.
    fn record(&self) -> Option<&Record> {
        None
    }
}

/// A view whose type is known when the program is compiled.
pub trait Described: View {
    /// Describes the type.
    fn about() -> &'static About;
}

/// The value of a member.
pub enum Shown<'a> {
    /// There is none.
    Null,
    /// True or false.
    Flag(bool),
    /// A number.
    Number(i64),
    /// A text, or an id.
    Text(Cow<'a, str>),
    /// A value of an enum, in lower case.
    Choice(&'a str),
    /// The name of a kind.
    Kind(&'a str),
    /// A timestamp.
    Time(Timestamp),
    /// A uuid.
    Key(Uuid),
    /// Uuids.
    Keys(&'a [Uuid]),
    /// Texts.
    Texts(Vec<&'a str>),
    /// The name of a field, as its column has it.
    Field(&'a str),
    /// Names of fields.
    Fields(Vec<&'a str>),
    /// Any JSON.
    Json(&'a RawJson),
    /// What is said by code, as JSON.
    Coded(Json),
    /// Values by the names of fields.
    Values(Vec<(&'a str, Option<&'a RawJson>)>),
    /// JSON by the names of fields.
    Map(&'a Map<String, Json>),
    /// The account with this id.
    Account(i64),
    /// A record.
    Record(&'a Record),
    /// A record, of which REST shows all fields.
    Whole(&'a Record),
    /// Another view.
    View(&'a dyn View),
    /// Another view, made for this.
    Made(Box<dyn View + 'a>),
    /// Records, or other views.
    List(Vec<Shown<'a>>),
    /// What GraphQL loads by the name of the member.
    Loaded,
    /// What GraphQL loads of the record of this kind with this id.
    Related(&'static Resource, i64),
}

impl<'a> Shown<'a> {
    /// A list of records or views.
    pub fn list(items: impl IntoIterator<Item = impl Into<Self>>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }

    /// A list of views that are made for this.
    pub fn made<V: View + 'a>(items: impl IntoIterator<Item = V>) -> Self {
        Self::List(items.into_iter().map(|it| Self::Made(Box::new(it))).collect())
    }
}

impl<'a, T: View> From<&'a T> for Shown<'a> {
    fn from(view: &'a T) -> Self {
        Self::View(view)
    }
}

impl<'a, T: Into<Self>> From<Option<T>> for Shown<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// Makes values of these types.
macro_rules! shown {
    ($($of:ty, |$it:ident| $shown:expr;)+) => {
        $(impl<'a> From<$of> for Shown<'a> {
            fn from($it: $of) -> Self {
                $shown
            }
        })+
    };
}

shown! {
    bool, |it| Self::Flag(it);
    i64, |it| Self::Number(it);
    u64, |it| Self::Number(i64::try_from(it).unwrap_or(i64::MAX));
    usize, |it| Self::Number(i64::try_from(it).unwrap_or(i64::MAX));
    String, |it| Self::Text(it.into());
    &'a str, |it| Self::Text(it.into());
    Timestamp, |it| Self::Time(it);
    Uuid, |it| Self::Key(it);
    &'a [String], |it| Self::Texts(it.iter().map(String::as_str).collect());
    &'a BTreeSet<String>, |it| Self::Texts(it.iter().map(String::as_str).collect());
    &'a RawJson, |it| Self::Json(it);
    &'a Record, |it| Self::Record(it);
    Cow<'a, str>, |it| Self::Text(it);
    &'a Refusal, |it| Self::Coded(serde_json::to_value(it).unwrap_or_default());
    &'a Why, |it| Self::Coded(serde_json::to_value(it).unwrap_or_default());
    &'a [Gap], |it| Self::Coded(serde_json::to_value(it).unwrap_or_default());
}

/// Describes a view: the name, type, value, example and meaning of each member.
///
/// A member may have a name of its own in GraphQL after `as`, and the API that alone shows it
/// after `in`. After the members there may be the record that has what else GraphQL shows.
macro_rules! view {
    ($of:ty, $name:literal $(as $type_name:literal)?, $about:expr, |$it:ident| {
        $($member:ident $(as $named:literal)? $(in $api:ident)?: $shape:expr
            => $value:expr, $example:expr, $text:expr;)+
    } $(in Graphql as $record:expr)?) => {
        impl $crate::views::Described for $of {
            fn about() -> &'static $crate::views::About {
                static ABOUT: std::sync::LazyLock<$crate::views::About> =
                    std::sync::LazyLock::new(|| $crate::views::About {
                        name: $name,
                        type_name: [$($type_name,)? $name][0],
                        text: $about,
                        members: vec![$($crate::views::Member::new(
                            stringify!($member),
                            $crate::views::given!($($named)?),
                            $crate::views::given!($($crate::auth::Api::$api)?),
                            $shape.into(),
                            $text,
                            || serde_json::json!($example),
                        )),+],
                    });
                &ABOUT
            }
        }

        impl $crate::views::View for $of {
            fn about_this(&self) -> &'static $crate::views::About {
                <Self as $crate::views::Described>::about()
            }

            fn get(&self, place: usize) -> $crate::views::Shown<'_> {
                let members: &[fn(&Self) -> $crate::views::Shown<'_>] =
                    &[$(|$it| {
                        let _ = $it;
                        $crate::views::Shown::from($value)
                    }),+];
                members[place](self)
            }

            $(fn record(&self) -> Option<&$crate::operations::rows::Record> {
                let $it = self;
                Some(&$record)
            })?
        }
    };
}

/// What is given, or nothing.
macro_rules! given {
    () => {
        None
    };
    ($given:expr) => {
        Some($given)
    };
}

pub(crate) use {given, view};
