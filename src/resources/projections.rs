//! The projections of a kind.

use super::{
    columns::{Columns, Projection, SUMMARIES},
    resource::Resource,
};

impl Resource {
    /// The index of a column in the table.
    ///
    /// # Panics
    /// When the table has no such column.
    pub fn place(&self, name: &str) -> usize {
        let position = |is: fn(&str, &str) -> bool| {
            self.table.columns.iter().position(|column| is(column.name, name))
        };
        // Most are the very names of the columns, which are compared as pointers.
        match position(|a, b| std::ptr::eq(a, b)).or_else(|| position(|a, b| a == b)) {
            Some(place) => place,
            None => unreachable!("{} has no column {name}", self.table.name),
        }
    }

    /// The projection for these fields and relations.
    pub fn projection(&self, names: &[&'static str]) -> Projection {
        let relations: Vec<usize> =
            places(&self.relations, |relation| names.contains(&relation.name));
        let columns = places(&self.table.columns, |column| {
            names.contains(&column.name)
                || relations.iter().any(|place| self.relations[*place].column == column.name)
        });
        Projection { names: names.to_vec(), columns, relations, summaries: false }
    }

    /// The projection for every field but unrequested large ones and accounts.
    ///
    /// A kind has few of these, so there are few projections and few statements to prepare. They
    /// are created once, in the order of their masks.
    pub fn projection_with(&self, requested: impl Fn(&str) -> bool) -> &Projection {
        let projections = self.projections.get_or_init(|| {
            let masks = 0..1_usize << self.optional().count();
            masks.map(|mask| self.projection_of_mask(mask)).collect()
        });
        let places = self.optional().enumerate();
        let mask = places
            .fold(0, |mask, (place, (camel, _))| mask | usize::from(requested(camel)) << place);
        &projections[mask]
    }

    fn projection_of_mask(&self, mask: usize) -> Projection {
        let optional = self.optional().enumerate();
        let requested: Vec<&str> = optional
            .filter(|(place, _)| mask >> place & 1 == 1)
            .map(|(_, (_, name))| name)
            .collect();
        let shown = self.fields.iter().filter(|it| !it.large || requested.contains(&it.name));
        let relations = self.relations.iter().filter(|it| requested.contains(&it.name));
        let names: Vec<&'static str> = std::iter::once(self.columns.id)
            .chain(shown.map(|field| field.name))
            .chain(relations.map(|relation| relation.name))
            .chain(self.relations.iter().map(|relation| relation.column))
            .chain(self.owner)
            .collect();
        Projection { summaries: requested.contains(&SUMMARIES), ..self.projection(&names) }
    }

    /// The names of what is only read if requested. They are the GraphQL names and those of the
    /// fields and accounts, and that more of the accounts is.
    fn optional(&self) -> impl Iterator<Item = (&str, &'static str)> {
        let large = self.fields.iter().filter(|field| field.large);
        let relations = self.relations.iter().map(|relation| (relation.name, relation.name));
        let summaries = self.relations.first().map(|_| (SUMMARIES, SUMMARIES));
        large.map(|field| (field.camel_name.as_str(), field.name)).chain(relations).chain(summaries)
    }
}

impl Projection {
    /// The projection, with the columns that permission checks and state changes read.
    pub fn with_access(&self, resource: &Resource) -> Self {
        let Columns { id, deleted_at, .. } = resource.columns;
        self.with(resource, &[id, deleted_at]).with(resource, resource.owner.as_slice())
    }

    /// The projection, with these columns of the kind.
    pub fn with(&self, resource: &Resource, columns: &[&str]) -> Self {
        let mut projection = self.clone();
        let more = places(&resource.table.columns, |column| columns.contains(&column.name));
        projection.columns.extend(more);
        projection.columns.sort_unstable();
        projection.columns.dedup();
        projection
    }
}

fn places<T>(items: &[T], wanted: impl Fn(&T) -> bool) -> Vec<usize> {
    items.iter().enumerate().filter(|(_, item)| wanted(item)).map(|(place, _)| place).collect()
}
