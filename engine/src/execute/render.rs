//! Writes the root fields of an operation, level by level.

use async_graphql::ServerError;

use super::{loaded::Loaded, outcome::Root, resolver::Resolver, writer::Writer};
use crate::plan::Field;

/// Root fields as JSON.
#[derive(Debug)]
pub struct Rendered {
    /// The root fields, in order.
    pub data: Vec<Root>,
    /// The errors of fields whose value is null.
    pub errors: Vec<ServerError>,
    /// Bytes of both, more than the budget where it is exceeded.
    pub bytes: usize,
}

/// Writes root fields. What their objects lack is loaded, level by level.
#[expect(clippy::manual_async_fn, reason = "the compiler proves `Send` here, and not for a caller")]
pub fn render<'p, H: Resolver, T: Sync>(
    request: H::Request<'p>,
    roots: &[(&'p Field<H::Notes>, T)],
    write: impl Fn(&'p Field<H::Notes>, &T, &mut Writer<'p, H>) + Send + Sync,
) -> impl Future<Output = Rendered> + Send {
    async move {
        let mut loaded = Loaded::default();
        loop {
            let mut turn = None;
            let mut writer = Writer::<H>::new(request, loaded);
            let mut data = Vec::with_capacity(roots.len());
            for (field, found) in roots {
                turn = Some(H::turn(request, turn).await);
                let json = writer.root(field, |to| write(field, found, to)).into();
                data.push(Root { key: field.key.clone(), json });
            }
            let (bytes, is_over) = (writer.bytes(), writer.is_over());
            let errors;
            (errors, loaded) = writer.finish();
            drop(turn);
            if !loaded.is_incomplete || is_over {
                return Rendered { data, errors, bytes };
            }
            loaded.load(request).await;
        }
    }
}
