//! Parses the filters of lists.

use async_graphql::{Name, Value, indexmap::IndexMap};
use entity::ColumnType;

use crate::{
    api::graphql::{
        resolve::arguments::{limit_pattern, record_id},
        schema::{ACCOUNT_EMAIL, big_int, enum_name, items, listed},
    },
    error::Error,
    kinds,
    operations::rows::{
        self,
        read::{Comparison, Filter, MAX_LISTED, MAX_VALUES, Test},
    },
    resources::{Condition, Format, Resource, parse_uuid},
};

/// Most conditions of one filter.
const MAX_CONDITIONS: usize = 100;
/// Most input objects of one filter. An empty one is part of the statement too.
const MAX_OBJECTS: usize = 200;

/// Parses a filter.
///
/// # Errors
/// `BadRequest` for too many conditions or values, and for a value that no engine stores.
pub fn filter(
    resource: &'static Resource,
    fields: &IndexMap<Name, Value>,
) -> Result<Filter, Error> {
    let (left, objects, listed) = (MAX_CONDITIONS, MAX_OBJECTS, MAX_LISTED);
    Reader { resource, left, objects, listed }.all(fields)
}

struct Reader {
    resource: &'static Resource,
    left: usize,
    objects: usize,
    listed: usize,
}

impl Reader {
    fn all(&mut self, fields: &IndexMap<Name, Value>) -> Result<Filter, Error> {
        self.objects = self.objects.checked_sub(1).ok_or_else(|| {
            Error::bad_request(format!("where has more than {MAX_OBJECTS} input objects"))
        })?;
        let mut filters = Vec::new();
        for (name, value) in fields {
            match (name.as_str(), value) {
                (_, Value::Null) => {}
                ("and", value) => filters.push(Filter::All(self.each(value)?)),
                ("or", value) => filters.push(Filter::Any(self.each(value)?)),
                ("not", Value::Object(fields)) => {
                    filters.push(Filter::Not(Box::new(self.all(fields)?)));
                }
                ("id", Value::Object(tests)) => {
                    let tests = ids(self.resource, tests)?;
                    self.field("databaseId", &tests, &mut filters)?;
                }
                (name, Value::Object(tests)) => match self.account(name) {
                    Some(column) => self.accounts(name, column, tests, &mut filters)?,
                    None => self.field(name, tests, &mut filters)?,
                },
                (name, _) => {
                    return Err(Error::bad_request(format!("{name} must be an input object")));
                }
            }
        }
        Ok(Filter::All(filters))
    }

    fn each(&mut self, value: &Value) -> Result<Vec<Filter>, Error> {
        let each = |item: &Value| match item {
            Value::Object(fields) => self.all(fields),
            _ => Err(Error::bad_request("a filter must be an input object")),
        };
        items(value).iter().map(each).collect()
    }

    fn field(
        &mut self,
        name: &str,
        tests: &IndexMap<Name, Value>,
        filters: &mut Vec<Filter>,
    ) -> Result<(), Error> {
        let (column, column_type, format) = self
            .column(name)
            .ok_or_else(|| Error::bad_request(format!("{name} is not a filter field")))?;
        let tests = self.tests(name, tests, column_type, &format)?;
        let field = |test| Filter::Field(column, column_type, test);
        filters.extend(tests.into_iter().map(field));
        Ok(())
    }

    /// The column of an account that records show by that name.
    fn account(&self, name: &str) -> Option<&'static str> {
        let mut relations = self.resource.relations.iter();
        relations.find(|relation| relation.name == name).map(|relation| relation.column)
    }

    /// Parses the filter of an account that records show.
    fn accounts(
        &mut self,
        name: &str,
        column: &'static str,
        fields: &IndexMap<Name, Value>,
        filters: &mut Vec<Filter>,
    ) -> Result<(), Error> {
        for (field, value) in fields {
            match (field.as_str(), value) {
                (_, Value::Null) => {}
                ("id", Value::Object(tests)) => {
                    let (tests, of) = (ids(kinds::accounts(), tests)?, ColumnType::BigInt);
                    let place = format!("{name}.{field}");
                    let tests = self.tests(&place, &tests, of, &Format::Plain)?;
                    filters.extend(tests.into_iter().map(|test| Filter::Field(column, of, test)));
                }
                (ACCOUNT_EMAIL, Value::Object(tests)) => {
                    let place = format!("{name}.{field}");
                    let tests = self.tests(&place, tests, ColumnType::Text, &Format::Plain)?;
                    filters.extend(tests.into_iter().map(|test| Filter::Account(column, test)));
                }
                (field, _) => {
                    let problem = format!("{name}.{field} is not a filter field");
                    return Err(Error::bad_request(problem));
                }
            }
        }
        Ok(())
    }

    /// Parses the tests of a field.
    fn tests(
        &mut self,
        name: &str,
        tests: &IndexMap<Name, Value>,
        column_type: ColumnType,
        format: &Format,
    ) -> Result<Vec<Test>, Error> {
        let read = |(test, value): (&Name, &Value)| {
            self.left = self.left.checked_sub(1).ok_or_else(|| {
                Error::bad_request(format!("where has more than {MAX_CONDITIONS} conditions"))
            })?;
            let read = read_test(test, value, column_type, format).ok_or_else(|| {
                Error::bad_request(format!("where.{name}.{test} has an invalid value"))
            })?;
            self.limited(read, &format!("where.{name}.{test}"))
        };
        tests.iter().map(read).collect()
    }

    /// The test, if no engine's limit is exceeded.
    fn limited(&mut self, test: Test, place: &str) -> Result<Test, Error> {
        match &test {
            Test::Contains(text) | Test::StartsWith(text) => limit_pattern(text, place)?,
            Test::IsIn(values) => {
                self.listed = self.listed.checked_sub(values.len()).ok_or_else(|| {
                    Error::bad_request(format!("where has more than {MAX_LISTED} values of in"))
                })?;
            }
            Test::Is(_) | Test::Compares(..) => {}
        }
        Ok(test)
    }

    fn column(&self, name: &str) -> Option<(&'static str, ColumnType, Format)> {
        if name == "databaseId" {
            return Some((self.resource.columns.id, ColumnType::BigInt, Format::Plain));
        }
        let relation = self.resource.relations.iter().find(|it| it.camel_column == name);
        if let Some(relation) = relation {
            return Some((relation.column, ColumnType::BigInt, Format::Plain));
        }
        let field = listed(self.resource).find(|field| field.camel_name == name)?;
        Some((field.name, field.column_type, field.format.clone()))
    }
}

/// The tests with ids for global ids.
fn ids(
    resource: &'static Resource,
    tests: &IndexMap<Name, Value>,
) -> Result<IndexMap<Name, Value>, Error> {
    let id = |test: &Name, value: &Value| {
        record_id(value, format_args!("where.id.{test}"), resource).map(Value::from)
    };
    let test = |(test, value): (&Name, &Value)| {
        let ids = match value {
            Value::Null => Value::Null,
            Value::List(items) => {
                Value::List(items.iter().map(|item| id(test, item)).collect::<Result<_, _>>()?)
            }
            one => id(test, one)?,
        };
        Ok((test.clone(), ids))
    };
    tests.iter().map(test).collect()
}

fn read_test(test: &str, value: &Value, column_type: ColumnType, format: &Format) -> Option<Test> {
    let condition = Condition::of(column_type, format).iter().find(|it| it.name() == test);
    let condition = condition.copied().unwrap_or(Condition::Gt);
    let read = |value: &Value| match (column_type, value) {
        (ColumnType::Time, Value::String(text)) => condition.time(text).map(rows::Value::Time),
        _ => read(value, column_type, format),
    };
    let one = || read(value);
    match test {
        "eq" if *value == Value::Null => Some(Test::Is(rows::Value::Null)),
        "eq" => one().map(Test::Is),
        "in" => {
            let values = items(value).iter().map(read).collect::<Option<Vec<_>>>();
            values.filter(|values| values.len() <= MAX_VALUES).map(Test::IsIn)
        }
        "lt" => one().map(|value| Test::Compares(Comparison::Less, value)),
        "lte" => one().map(|value| Test::Compares(Comparison::AtMost, value)),
        "gt" => one().map(|value| Test::Compares(Comparison::Greater, value)),
        "gte" => one().map(|value| Test::Compares(Comparison::AtLeast, value)),
        "contains" => text(value).map(Test::Contains),
        "startsWith" => text(value).map(Test::StartsWith),
        _ => None,
    }
}

fn read(value: &Value, column_type: ColumnType, format: &Format) -> Option<rows::Value> {
    match (column_type, value) {
        (ColumnType::Bool, Value::Boolean(value)) => Some(rows::Value::Bool(*value)),
        (ColumnType::Int, Value::Number(number)) => number.as_i64().map(rows::Value::Int),
        (ColumnType::BigInt, value) => big_int(value).map(rows::Value::Int),
        (ColumnType::Text, value) if matches!(format, Format::OneOf(_)) => {
            let name = enum_name(value).filter(|name| !name.contains('\0'))?;
            Some(rows::Value::Text(name.to_ascii_lowercase()))
        }
        (ColumnType::Text, value) => text(value).map(rows::Value::Text),
        (ColumnType::Uuid, value) => parse_uuid(&text(value)?).map(rows::Value::Uuid),
        _ => None,
    }
}

/// A text that a statement can contain: no engine stores NUL.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.contains('\0') => Some(text.clone()),
        _ => None,
    }
}
