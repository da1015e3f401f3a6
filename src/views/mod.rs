//! What operations return, as both APIs show it.

mod about;
mod accounts;
mod adopted;
mod audit;
mod bulk;
mod example;
mod live;
mod named;
mod path;
mod trash;
mod typed;
mod view;

pub use about::{About, Holds, Member};
pub use accounts::{
    ACCESS_TOKEN, ChangedGrants, ChangedRole, NewToken, RevokedToken, SignedOut, Viewer,
};
pub use audit::VisibleEvent;
pub use bulk::{DeletedById, EmptiedTrash, Held, Outcomes, Purged, RestoredById, id_of};
pub use example::{NOW, OPERATION, record_id};
pub use live::{NewNotification, RecordChange};
pub use named::{named, types};
pub use path::path_of;
pub use trash::Deleted;
pub use typed::{
    NO_TYPE, PRESENT, TypedRow, TypedTable, Writes, column_example, describe_tables, typed_tables,
};
pub use view::{Described, Shown, View};
pub(crate) use view::{given, view};
