//! The parsed document: what it asks for when its fragments are put in their places.

use std::collections::HashMap;

use async_graphql::{
    Name, Positioned,
    parser::types::{
        Directive, DocumentOperations, ExecutableDocument, FragmentDefinition, Selection,
        SelectionSet,
    },
};

use super::{Excess, Limits, within};

/// What a document, an operation, a fragment or a selection comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// Fields.
    pub fields: usize,
    /// Fields within fields.
    pub depth: usize,
    /// Fields under another name.
    pub aliases: usize,
    /// Directives.
    pub directives: usize,
}

impl Weight {
    /// The weight of two things side by side. Numbers that don't fit stay at the largest that does.
    fn and(self, other: Self) -> Self {
        Self {
            fields: self.fields.saturating_add(other.fields),
            depth: self.depth.max(other.depth),
            aliases: self.aliases.saturating_add(other.aliases),
            directives: self.directives.saturating_add(other.directives),
        }
    }

    fn check(self, limits: &Limits) -> Result<Self, Excess> {
        within("fields", self.fields, limits.fields)?;
        within("depth", self.depth, limits.depth)?;
        within("aliases", self.aliases, limits.aliases)?;
        within("directives", self.directives, limits.directives)?;
        Ok(self)
    }
}

/// Weighs all operations of a document together: validation walks each of them.
///
/// The parser bounds how deep selections nest within one definition, so the walk recurses no
/// deeper; fragments that refer to each other are followed by a list.
///
/// # Errors
/// Names the first limit that the document is past. Fragments that spread each other in a circle
/// are past the limit of depth.
pub fn weigh(document: &ExecutableDocument, limits: &Limits) -> Result<Weight, Excess> {
    let operations = match &document.operations {
        DocumentOperations::Single(_) => 1,
        DocumentOperations::Multiple(operations) => operations.len(),
    };
    within("definitions", operations + document.fragments.len(), limits.definitions)?;
    let fragments = fragments(document, limits)?;
    let weights = document.operations.iter().map(|(_, operation)| {
        let own = directives(&operation.node.directives);
        selection(&operation.node.selection_set, &fragments).and(own)
    });
    weights.fold(Weight::default(), Weight::and).check(limits)
}

/// The weight of each fragment, worked out once, those it spreads first.
fn fragments<'a>(
    document: &'a ExecutableDocument,
    limits: &Limits,
) -> Result<HashMap<&'a Name, Weight>, Excess> {
    let mut weights: HashMap<&Name, Weight> = HashMap::with_capacity(document.fragments.len());
    let mut left: Vec<(&Name, &Positioned<FragmentDefinition>)> =
        document.fragments.iter().collect();
    // Each round weighs the fragments whose spreads are weighed already; one that weighs none has
    // only circles left.
    while !left.is_empty() {
        let before = left.len();
        let mut waiting = Vec::new();
        for (name, fragment) in left {
            let ready = spreads(&fragment.node.selection_set).iter().all(|spread| {
                weights.contains_key(spread) || !document.fragments.contains_key(*spread)
            });
            if ready {
                let own = directives(&fragment.node.directives);
                let weight = selection(&fragment.node.selection_set, &weights).and(own);
                weights.insert(name, weight.check(limits)?);
            } else {
                waiting.push((name, fragment));
            }
        }
        if waiting.len() == before {
            return Err(Excess { limit: "depth", allowed: limits.depth });
        }
        left = waiting;
    }
    Ok(weights)
}

/// The fragments that a selection spreads.
fn spreads(selection_set: &Positioned<SelectionSet>) -> Vec<&Name> {
    let mut names = Vec::new();
    let mut left = vec![&selection_set.node];
    while let Some(selection_set) = left.pop() {
        for item in &selection_set.items {
            match &item.node {
                Selection::Field(field) => left.push(&field.node.selection_set.node),
                Selection::InlineFragment(fragment) => left.push(&fragment.node.selection_set.node),
                Selection::FragmentSpread(spread) => names.push(&spread.node.fragment_name.node),
            }
        }
    }
    names
}

fn selection(
    selection_set: &Positioned<SelectionSet>,
    fragments: &HashMap<&Name, Weight>,
) -> Weight {
    let weights = selection_set.node.items.iter().map(|item| match &item.node {
        Selection::Field(field) => {
            let inner = selection(&field.node.selection_set, fragments);
            let own = Weight {
                fields: 1,
                depth: inner.depth + 1,
                aliases: usize::from(field.node.alias.is_some()),
                directives: 0,
            };
            own.and(inner).and(directives(&field.node.directives))
        }
        Selection::InlineFragment(fragment) => selection(&fragment.node.selection_set, fragments)
            .and(directives(&fragment.node.directives)),
        Selection::FragmentSpread(spread) => fragments
            .get(&spread.node.fragment_name.node)
            .copied()
            .unwrap_or_default()
            .and(directives(&spread.node.directives)),
    });
    weights.fold(Weight::default(), Weight::and)
}

fn directives(directives: &[Positioned<Directive>]) -> Weight {
    Weight { directives: directives.len(), ..Weight::default() }
}

#[cfg(test)]
mod tests {
    use async_graphql::parser::parse_query;

    use super::{Excess, Limits, Weight, weigh};

    fn weight(text: &str) -> Result<Weight, &'static str> {
        let document = parse_query(text).unwrap();
        weigh(&document, &Limits::default()).map_err(|Excess { limit, .. }| limit)
    }

    #[test]
    fn fragments_count_wherever_they_are_spread() {
        let text = "{ a: b { ...F ...F @skip(if: true) } } fragment F on T { c d: e { f } }";
        assert_eq!(weight(text), Ok(Weight { fields: 7, depth: 3, aliases: 3, directives: 1 }));
    }

    #[test]
    fn bombs_are_refused_by_name() {
        let fragments: String = (0..7)
            .map(|level| {
                format!(
                    "fragment F{level} on T {{ {} }} ",
                    format!("...F{} ", level + 1).repeat(10)
                )
            })
            .collect();
        let spreads = format!("{{ ...F0 }} {fragments} fragment F7 on T {{ a }}");
        let aliases: String = (0..201).map(|number| format!("a{number}: b ")).collect();
        let many: String = (0..201).map(|number| format!("query Q{number} {{ a }} ")).collect();
        let cases = [
            (spreads, "fields"),
            (format!("{{ {aliases} }}"), "aliases"),
            (format!("{{ {} }}", "a ".repeat(2_001)), "fields"),
            (format!("{}a{}", "{ a ".repeat(21), " }".repeat(21)), "depth"),
            (format!("{{ a {} }}", "@b ".repeat(501)), "directives"),
            (many, "definitions"),
            ("{ ...A } fragment A on T { ...B } fragment B on T { ...A }".to_owned(), "depth"),
        ];
        for (text, limit) in cases {
            assert_eq!(weight(&text), Err(limit), "{text:.60}");
        }
    }
}
