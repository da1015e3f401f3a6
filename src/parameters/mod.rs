//! What operations are asked, described once for both APIs.

mod adopted;
mod arguments;
mod parameter;
mod reads;
mod selection;

pub use adopted::{
    CHANGES, COLUMN, KEY, REMOVAL, TABLE, VALUE, of_adopted_rows, of_removals, of_removed_rows,
    of_row_history, of_typed_rows, of_undo_removals, removals_of, tables_of,
};
pub use arguments::{
    Arguments, changes_of, credential, events_of, trash_of, trash_order, trashed, undone_of,
};
pub use parameter::{FieldCondition, Parameter, ParameterType};
pub use reads::{
    CONFIRM, PREVIEW, Pages, USER_ID, of_account, of_changes, of_events, of_history, of_matching,
    of_matching_trash, of_matching_undo, of_previews, of_record_as_of, of_roles, of_trash, of_undo,
    trashed_records,
};
pub use selection::{
    IDS, POLICIES, POLICY, RELATED, Selected, UUIDS, WITH, keys, policy_of, with_related,
};
