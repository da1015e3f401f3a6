//! Prepares an operation of a valid document.

use apollo_compiler::{
    ExecutableDocument, Name, Node,
    ast::{Type, Value},
    executable::{self, DirectiveList, Operation, SelectionSet},
    validation::Valid,
};
use async_graphql::{Name as ArgumentName, Pos, indexmap::IndexMap};
use std::collections::HashSet;

use super::{
    definitions::Definitions,
    field::{AccountDetail, Field, Plan, Selection, Shows},
    record_field::RecordField,
    values::{Variables, value},
};
use crate::{
    api::graphql::{
        error::position,
        schema::{ACTOR, SERVICE, USER_SUMMARY},
    },
    kinds, views,
};

/// Compiles the plan of an operation for its conditions' variables.
///
/// A selection that a condition leaves out is not part of the plan.
pub fn compile(
    definitions: &Definitions,
    document: &Valid<ExecutableDocument>,
    operation: &Operation,
    variables: &Variables,
) -> Plan {
    let required = Vec::new();
    let mut compiler = Compiler { definitions, document, variables, required, fields: 0 };
    let root = operation.object_type();
    let mut fields = compiler.fields(root, &[&operation.selection_set]);
    // Subscriptions are no entries of the table.
    if !operation.is_subscription() {
        for field in &mut fields {
            field.shows = kinds::root_field(&field.name).map_or(field.shows, Shows::Operation);
        }
    }
    let introspects =
        fields.iter().any(|it| matches!(it.name.as_str(), "__schema" | "__type" | SERVICE));
    let (kind, required) = (operation.operation_type, compiler.required);
    Plan { kind, root: root.to_string(), fields, introspects, required }
}

struct Compiler<'d> {
    definitions: &'d Definitions,
    document: &'d ExecutableDocument,
    variables: &'d Variables,
    /// The variables in positions that can't be null, and where.
    required: Vec<(Name, Option<Pos>)>,
    /// The number of fields so far.
    fields: usize,
}

/// The selections of each response key, in the order of the response.
type Groups<'d> = IndexMap<&'d str, Vec<&'d Node<executable::Field>>>;

impl<'d> Compiler<'d> {
    /// The fields of an object of that type.
    fn fields(&mut self, type_name: &str, sets: &[&'d SelectionSet]) -> Vec<Field> {
        let (mut groups, mut spread) = (Groups::default(), HashSet::new());
        for set in sets {
            self.collect(type_name, set, &mut groups, &mut spread);
        }
        groups.into_iter().map(|(key, group)| self.field(type_name, key, &group)).collect()
    }

    /// Collects the selections that apply to an object type (specification, 6.3.2).
    fn collect(
        &mut self,
        type_name: &str,
        set: &'d SelectionSet,
        groups: &mut Groups<'d>,
        spread: &mut HashSet<&'d Name>,
    ) {
        for selection in &set.selections {
            if !self.is_included(selection.directives()) {
                continue;
            }
            match selection {
                executable::Selection::Field(field) => {
                    groups.entry(field.response_key().as_str()).or_default().push(field);
                }
                executable::Selection::InlineFragment(fragment) => {
                    let on = fragment.type_condition.as_ref();
                    if on.is_none_or(|on| self.applies(on, type_name)) {
                        self.collect(type_name, &fragment.selection_set, groups, spread);
                    }
                }
                executable::Selection::FragmentSpread(found) => {
                    let name = &found.fragment_name;
                    let Some(fragment) = self.document.fragments.get(name) else {
                        continue;
                    };
                    // A second spread of it would add nothing.
                    if spread.insert(name) && self.applies(fragment.type_condition(), type_name) {
                        self.collect(type_name, &fragment.selection_set, groups, spread);
                    }
                }
            }
        }
    }

    fn is_included(&mut self, directives: &DirectiveList) -> bool {
        let mut condition = |name: &str| {
            let directive = directives.get(name)?;
            let condition = directive.specified_argument_by_name("if")?;
            Some(match condition.as_variable() {
                Some(name) => {
                    self.required.push((name.clone(), None));
                    self.variables.is_true(name)
                }
                None => condition.to_bool() == Some(true),
            })
        };
        condition("skip") != Some(true) && condition("include") != Some(false)
    }

    /// Collects the variables of a value whose position can't be null. Those of a nullable type are
    /// valid there if there is a default (specification, 5.8.5), which an explicit null doesn't take.
    fn require_in(&mut self, ty: &Type, value: &Value, position: Option<Pos>) {
        match (ty, value) {
            (ty, Value::Variable(name)) if ty.is_non_null() => {
                self.required.push((name.clone(), position));
            }
            (_, Value::Variable(_)) => {}
            (Type::List(of) | Type::NonNullList(of), Value::List(items)) => {
                items.iter().for_each(|item| self.require_in(of, item, position));
            }
            (Type::List(of) | Type::NonNullList(of), one) => self.require_in(of, one, position),
            (ty, Value::Object(fields)) => {
                let definitions = self.definitions;
                let object = definitions.schema.get_input_object(ty.inner_named_type());
                for (name, value) in fields {
                    if let Some(field) = object.and_then(|object| object.fields.get(name)) {
                        self.require_in(&field.ty, value, position);
                    }
                }
            }
            _ => {}
        }
    }

    fn applies(&self, condition: &Name, type_name: &str) -> bool {
        condition == type_name || self.definitions.schema.is_subtype(condition, type_name)
    }

    fn field(
        &mut self,
        type_name: &str,
        key: &str,
        group: &[&'d Node<executable::Field>],
    ) -> Field {
        let first = group[0];
        let sets: Vec<&SelectionSet> = group.iter().map(|field| &field.selection_set).collect();
        let of = first.definition.ty.inner_named_type();
        let types = self.definitions.possible_types(of);
        let selection =
            types.into_iter().flatten().map(|name| (name.to_string(), self.fields(name, &sets)));
        let selection = Selection(selection.collect());
        let account = if [USER_SUMMARY, ACTOR].contains(&of.as_str()) {
            AccountDetail::of(&selection)
        } else {
            AccountDetail::Address
        };
        self.fields += 1;
        let position = position(first.line_column_range(&self.document.sources));
        for argument in &first.arguments {
            if let Some(definition) = first.definition.argument_by_name(&argument.name) {
                self.require_in(&definition.ty, &argument.value, position);
            }
        }
        let arguments = first.arguments.iter();
        Field {
            number: self.fields,
            name: first.name.to_string(),
            key: key.to_owned(),
            json_key: format!("\"{key}\":").into_bytes(),
            position,
            nullable: !matches!(first.definition.ty, Type::NonNullNamed(_) | Type::NonNullList(_)),
            arguments: arguments
                .map(|it| (ArgumentName::new(&it.name), value(&it.value)))
                .collect(),
            shows: shows(type_name, &first.name),
            account,
            selection,
        }
    }
}

fn shows(type_name: &str, field: &str) -> Shows {
    let of_record = || {
        let resource = kinds::named(type_name)?;
        RecordField::named(resource, field).map(Shows::Record)
    };
    match field {
        "__typename" => Shows::TypeName,
        _ => of_record().or_else(|| of_view(type_name, field)).unwrap_or(Shows::Named),
    }
}

/// The place of a field among the members of a view.
fn of_view(type_name: &str, field: &str) -> Option<Shows> {
    views::named(type_name)?.place(field).map(Shows::Member)
}
