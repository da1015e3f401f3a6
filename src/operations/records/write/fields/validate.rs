//! Validates the fields of a request (D14, D15, D17, D18).

use serde_json::Value as Json;

use crate::{
    error::{FieldError, Problem},
    operations::rows::{Assignment, Fields, Value},
    resources::{Absent, DefaultValue, Input},
};

/// The result of validating the fields of a request.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// What to write.
    pub assignments: Vec<Assignment>,
    /// An error for each invalid field.
    pub field_errors: Vec<FieldError>,
}

/// Validates the fields of a request by a caller. Fields that aren't writable are ignored (D16).
pub fn check(inputs: &'static [Input], fields: &Fields, absent: Absent, caller: i64) -> Checked {
    let mut checked = Checked::default();
    for input in inputs {
        match field(input, fields.get(input.name), absent, caller) {
            Ok(Some(value)) => checked.assignments.push((input.name, value)),
            Ok(None) => {}
            Err(problem) => checked.field_errors.push(FieldError::new(input.name, problem)),
        }
    }
    checked
}

fn field(
    input: &Input,
    sent: Option<&Json>,
    absent: Absent,
    caller: i64,
) -> Result<Option<Value>, Problem> {
    match (sent, absent) {
        (None, Absent::Kept) => Ok(None),
        (None, Absent::Reset) if input.kept => Ok(None),
        (None, Absent::Reset) => Ok(default_value(input.default_value, None)),
        (None, Absent::Filled) => match default_value(input.default_value, Some(caller)) {
            None => Err(Problem::Missing),
            filled => Ok(filled),
        },
        (Some(Json::Null), _) if input.nullable() => Ok(Some(Value::Null)),
        (Some(Json::Null), _) => Err(Problem::Null),
        (Some(sent), _) => input.rule.check(sent).map(Some),
    }
}

/// The default of a field. A caller is the default only on creation.
fn default_value(default_value: DefaultValue, caller: Option<i64>) -> Option<Value> {
    match default_value {
        DefaultValue::None => None,
        // The database fills it.
        DefaultValue::Null | DefaultValue::Table { .. } => Some(Value::Null),
        DefaultValue::True => Some(Value::Bool(true)),
        DefaultValue::Zero => Some(Value::Int(0)),
        DefaultValue::Empty => Some(Value::Json((&Json::Array(Vec::new())).into())),
        DefaultValue::Caller => caller.map(Value::Int),
    }
}
