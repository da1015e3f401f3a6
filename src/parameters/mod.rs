//! What operations are asked, described once for both APIs.

mod arguments;
mod parameter;
mod reads;
mod selection;

pub use arguments::{
    Arguments, changes_of, credential, events_of, removals_of, tables_of, trash_of, trash_order,
    trashed, undone_of,
};
pub use parameter::{FieldCondition, Parameter, ParameterType};
pub use reads::{
    CHANGES, CONFIRM, KEY, PREVIEW, Pages, REMOVAL, TABLE, USER_ID, of_account, of_changes,
    of_events, of_history, of_matching, of_matching_trash, of_matching_undo, of_previews,
    of_record_as_of, of_removals, of_removed_rows, of_roles, of_row_history, of_trash, of_undo,
    of_undo_removals, trashed_records,
};
pub use selection::{
    IDS, POLICIES, POLICY, RELATED, Selected, UUIDS, WITH, keys, policy_of, with_related,
};
