//! Records that are read once for many callers.

use std::sync::Arc;

use super::visibility::Visibility;
use crate::{
    app::App,
    auth::{Call, Caller},
    error::Error,
    operations::records::{Lock, Record, Rows},
    resources::{Key, Projection, Resource},
};

/// A record that was read without a caller. `None` inside: there is no such record.
#[derive(Clone, Debug)]
pub struct SharedRecord(Option<Arc<Record>>);

impl SharedRecord {
    /// Reads a record by its id.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn read(
        app: &App,
        call: &Call,
        resource: &'static Resource,
        id: i64,
        projection: &Projection,
    ) -> Result<Self, Error> {
        let (reader, row) = (app.point_reader(call, 1).await?, Rows::of(&Key::Id(id)));
        let record = row.read(&*reader, resource, projection, Lock::Unlocked).await?;
        Ok(Self(record.map(Arc::new)))
    }

    /// About how many bytes it has in memory.
    pub fn bytes(&self) -> usize {
        /// Those of the values that are not texts.
        const FIXED: usize = 1024;
        FIXED + self.0.as_ref().map_or(0, |record| record.bytes())
    }

    /// The record, if the caller may view it, as [`super::find()`] returns it.
    ///
    /// # Errors
    /// `Forbidden` without the permission, and for another account's record with the `.own` one.
    pub fn find(&self, caller: &Caller) -> Result<Option<Arc<Record>>, Error> {
        let Some(record) = &self.0 else { return Ok(None) };
        let visible = Visibility::of(caller, record.resource)?.includes(record)?;
        Ok(visible.then(|| Arc::clone(record)))
    }
}
