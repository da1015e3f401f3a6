//! The projections of a kind.

use super::{columns::Columns, field::Field, projection::Projection, resource::Resource};

impl Resource {
    /// The projection for these fields and relations.
    #[must_use]
    pub fn projection(&self, names: &[&'static str]) -> Projection {
        let relations: Vec<usize> =
            places(&self.relations, |relation| names.contains(&relation.name));
        let columns = places(&self.table.columns, |column| {
            names.contains(&column.name)
                || relations.iter().any(|place| self.relations[*place].column == column.name)
        });
        Projection { names: names.to_vec(), columns, relations }
    }

    /// The projection for every field that is not large, and the large ones that are requested.
    /// Loaders read the accounts of relations.
    ///
    /// A kind has few large fields, so there are few projections and few statements to prepare. They
    /// are created once, in the order of their masks.
    #[must_use]
    pub fn projection_with(&self, asked: impl Fn(&Field) -> bool) -> &Projection {
        let projections = self.projections.get_or_init(|| {
            let masks = 0..1_usize << self.large_fields().count();
            masks.map(|mask| self.projection_of_mask(mask)).collect()
        });
        let places = self.large_fields().enumerate();
        let mask = places.fold(0, |mask, (place, field)| mask | usize::from(asked(field)) << place);
        &projections[mask]
    }

    fn projection_of_mask(&self, mask: usize) -> Projection {
        let left_out: Vec<&str> = self
            .large_fields()
            .enumerate()
            .filter(|(place, _)| mask >> place & 1 == 0)
            .map(|(_, field)| field.name)
            .collect();
        let shown = self.fields.iter().map(|field| field.name);
        let names: Vec<&'static str> = std::iter::once(self.columns.id)
            .chain(shown.filter(|name| !left_out.contains(name)))
            .chain(self.relations.iter().map(|relation| relation.column))
            .chain(self.owner)
            .collect();
        self.projection(&names)
    }

    fn large_fields(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| field.large)
    }
}

impl Projection {
    /// The projection, with the columns that permission checks and state changes read.
    #[must_use]
    pub fn with_access(&self, resource: &Resource) -> Self {
        let Columns { id, deleted_at, .. } = resource.columns;
        self.with(resource, &[id, deleted_at]).with(resource, resource.owner.as_slice())
    }

    /// The projection, with these columns of the kind.
    #[must_use]
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
