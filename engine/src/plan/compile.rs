//! Prepares an operation of a valid document.

use apollo_compiler::{
    ExecutableDocument, Name, Node,
    ast::{Type, Value},
    executable::{self, DirectiveList, Operation, SelectionSet},
    parser::LineColumn,
    validation::Valid,
};
use async_graphql::{Name as ArgumentName, Pos, indexmap::IndexMap};
use std::{collections::HashSet, marker::PhantomData, ops::Range};

use super::{
    definitions::Definitions,
    field::{Field, Plan, Selection},
    host::{Host, Place},
    values::{Variables, value},
};

/// The fields whose values are the definitions; the last one is that of Apollo Federation.
const OF_DEFINITIONS: [&str; 3] = ["__schema", "__type", "_service"];

/// The position where a range of a document starts.
pub fn position(range: Option<Range<LineColumn>>) -> Option<Pos> {
    range.map(|Range { start, .. }| Pos { line: start.line, column: start.column })
}

/// Compiles the plan of an operation for its conditions' variables.
///
/// A selection that a condition leaves out is not part of the plan.
pub fn compile<H: Host>(
    definitions: &Definitions,
    document: &Valid<ExecutableDocument>,
    operation: &Operation,
    variables: &Variables,
) -> Plan<H::Notes> {
    let (required, host) = (Vec::new(), PhantomData::<H>);
    let mut compiler = Compiler { host, definitions, document, variables, required, fields: 0 };
    let root = operation.object_type();
    let fields = compiler.fields(root, &[&operation.selection_set]);
    let introspects = fields.iter().any(|it| OF_DEFINITIONS.contains(&it.name.as_str()));
    let (kind, required) = (operation.operation_type, compiler.required);
    Plan { kind, root: root.to_string(), fields, introspects, required }
}

struct Compiler<'d, H> {
    host: PhantomData<H>,
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

impl<'d, H: Host> Compiler<'d, H> {
    /// The fields of an object of that type.
    fn fields(&mut self, type_name: &str, sets: &[&'d SelectionSet]) -> Vec<Field<H::Notes>> {
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
    ) -> Field<H::Notes> {
        let first = group[0];
        let sets: Vec<&SelectionSet> = group.iter().map(|field| &field.selection_set).collect();
        let of = first.definition.ty.inner_named_type();
        let types = self.definitions.possible_types(of);
        let selection =
            types.into_iter().flatten().map(|name| (name.to_string(), self.fields(name, &sets)));
        let selection = Selection(selection.collect());
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
            is_type_name: first.name == "__typename",
            notes: H::note(
                Place { on: type_name, field: &first.name, of: of.as_str() },
                &selection,
            ),
            selection,
        }
    }
}
