//! A page as clients see it.

use std::borrow::Cow;

use async_graphql::Value;

use crate::{
    graphql::{
        objects::Borrowed,
        select::{Answer, Object},
    },
    operations::Record,
    resources::Resource,
};

use super::types::{PAGE_INFO, connection_name, edge_name};

/// A page of records.
pub struct Connection {
    /// Their kind.
    pub resource: &'static Resource,
    /// The records.
    pub records: Vec<Record>,
    /// The place of each.
    pub cursors: Vec<String>,
    /// Whether there are records before them.
    pub previous: bool,
    /// Whether there are records after them.
    pub next: bool,
    /// How many there are in the whole list, where that was asked for.
    pub total: Option<i64>,
}

impl Object for Connection {
    fn type_name(&self) -> Cow<'_, str> {
        connection_name(self.resource).into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        match name {
            "nodes" => Answer::Objects(
                self.records.iter().map(|record| Box::new(Borrowed(record)) as Box<_>).collect(),
            ),
            "edges" => {
                let pairs = self.records.iter().zip(&self.cursors);
                let edge = |(record, cursor)| {
                    Box::new(Edge { resource: self.resource, record, cursor }) as Box<_>
                };
                Answer::Objects(pairs.map(edge).collect())
            }
            "pageInfo" => Answer::Object(Box::new(PageInfo(self))),
            _ => Answer::Ready(self.total.map_or(Value::Null, Into::into)),
        }
    }
}

/// A record and its place.
struct Edge<'c> {
    resource: &'static Resource,
    record: &'c Record,
    cursor: &'c String,
}

impl Object for Edge<'_> {
    fn type_name(&self) -> Cow<'_, str> {
        edge_name(self.resource).into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        match name {
            "cursor" => Answer::Ready(self.cursor.as_str().into()),
            _ => Answer::Object(Box::new(Borrowed(self.record))),
        }
    }
}

/// Where a page lies.
struct PageInfo<'c>(&'c Connection);

impl Object for PageInfo<'_> {
    fn type_name(&self) -> Cow<'_, str> {
        PAGE_INFO.into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        let place =
            |cursor: Option<&String>| cursor.map_or(Value::Null, |text| text.as_str().into());
        Answer::Ready(match name {
            "hasNextPage" => self.0.next.into(),
            "hasPreviousPage" => self.0.previous.into(),
            "startCursor" => place(self.0.cursors.first()),
            _ => place(self.0.cursors.last()),
        })
    }
}
