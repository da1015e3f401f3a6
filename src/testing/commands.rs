//! What the commands do with records of a kind.

use serde_json::json;
use std::io::Cursor;
use tokio::sync::Mutex;

use super::{
    service::{Outcome, TestService, ensure},
    values::{OWNER, row},
};
use crate::{
    data::{
        check::check,
        transfer::{Conflict, Export, Import},
    },
    resources::Resource,
};

/// An export has every record.
pub(super) async fn exports(service: &TestService, kind: &Resource) -> Outcome {
    let export = Export { kinds: vec![kind.table.name], secrets: false, events: false };
    let mut lines = Vec::new();
    export.write(service.app(), &mut lines, |_| {}).await?;
    let lines = String::from_utf8(lines)?;
    let id = format!("\"{}\":1001", kind.columns.id);
    ensure(lines.lines().any(|line| line.contains(&id)), "the export has the records")
}

/// An import creates a record without an id.
pub(super) async fn imports(service: &TestService, kind: &Resource) -> Outcome {
    let mut record = row(kind, 1003, OWNER);
    record.as_object_mut().and_then(|it| it.remove(kind.columns.id));
    let line = json!({ "kind": kind.table.name, "record": record }).to_string();
    let import = Import { conflict: Conflict::Refuse, dry_run: false, full: false };
    let app = service.app();
    let imported = import.read(app, Cursor::new(line), &Mutex::new(0), |_| {}).await?;
    ensure(imported.created == 1, "an import creates a record")
}

/// Requires that `reinstate check` finds no problem.
pub(super) async fn passes(url: &str) -> Outcome {
    for found in check(url).await {
        ensure(found.passed(), &format!("the check passes: {found:?}"))?;
    }
    Ok(())
}
