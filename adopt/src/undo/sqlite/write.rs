//! Changes rows back, and removes those that were created.

use sea_orm::{DatabaseTransaction, DbErr, TransactionTrait};

use super::{
    Part,
    insert::{each, missing, referring, set_reasons},
    run,
};
use crate::{catalogue::Table, sql};

/// Rows with one of these actions, of a part, that have no reason and are not done.
fn rows_of(part: &Part<'_>, actions: &str) -> String {
    format!(
        "u.coverage = {} AND u.action IN ({actions}) AND u.reason IS NULL AND NOT u.done",
        part.coverage
    )
}

const CHANGED: &str = "'change', 'hide', 'update'";
const CREATED: &str = "'remove'";

/// Gives a reason to rows that are gone, or not as they were left.
async fn mark_changed(
    database: &DatabaseTransaction,
    part: &Part<'_>,
    rows: &str,
    is_left: &str,
) -> Result<(), DbErr> {
    let sql = format!(
        "UPDATE temp.reinstate_undoing AS u SET reason = 'it has changed since, or is gone' WHERE {rows} \
         AND NOT EXISTS (SELECT 1 FROM main.{} t WHERE {} AND ({is_left}))",
        part.table(),
        part.is_same("t", "coalesce(u.image, u.after)"),
    );
    run(database, &sql, []).await?;
    Ok(())
}

/// Gives changed columns their values back, where nobody has changed them since.
///
/// What the database refuses gets its reason in the last pass.
pub(super) async fn change(
    database: &DatabaseTransaction,
    parts: &[Part<'_>],
    is_last: bool,
) -> Result<(), DbErr> {
    for part in parts {
        let rows = rows_of(part, CHANGED);
        let columns: Vec<_> =
            part.shared().into_iter().filter(|it| !part.key.contains(it)).collect();
        if columns.is_empty() {
            continue;
        }
        let (mut is_left, mut set) = (Vec::new(), Vec::new());
        for column in columns {
            let name = sql::name(column);
            let (before, after) = (part.value("u.image", column), part.value("u.after", column));
            is_left.push(format!("(({before}) IS NOT ({after}) AND t.{name} IS ({after}))"));
            let changes = is_left.last().map_or("", String::as_str);
            set.push(format!("{name} = CASE WHEN {changes} THEN ({before}) ELSE t.{name} END"));
        }
        mark_changed(database, part, &rows, &is_left.join(" OR ")).await?;
        let statement = format!(
            "UPDATE main.{} AS t SET {} FROM temp.reinstate_undoing u WHERE {rows} AND {}",
            part.table(),
            set.join(", "),
            part.is_same("t", "u.image"),
        );
        attempt(database, part, &statement, &rows, is_last).await?;
    }
    Ok(())
}

/// Removes what was created, unless somebody has changed it since, or refers to it.
pub(super) async fn remove(
    database: &DatabaseTransaction,
    parts: &[Part<'_>],
    tables: &[Table],
    is_last: bool,
) -> Result<(), DbErr> {
    for part in parts {
        let is_left = part.shared().into_iter().map(|column| {
            format!("t.{} IS ({})", sql::name(column), part.value("u.after", column))
        });
        let is_left = is_left.collect::<Vec<_>>().join(" AND ");
        mark_changed(database, part, &rows_of(part, CREATED), &is_left).await?;
    }
    let mut marks = Vec::new();
    for part in parts {
        for (child, refers) in referring(database, part, tables).await? {
            let own = parts.iter().filter(|it| it.table.name == child.name);
            let stays = own.map(|own| {
                format!(
                    " AND NOT EXISTS (SELECT 1 FROM temp.reinstate_undoing v \
                     WHERE v.coverage = {} AND v.action = 'remove' AND v.reason IS NULL AND {})",
                    own.coverage,
                    own.is_same("c", "v.after")
                )
            });
            marks.push(format!(
                "UPDATE temp.reinstate_undoing AS u SET reason = {} WHERE {} AND EXISTS (SELECT 1 FROM main.{} t \
                 JOIN main.{} c ON {refers} WHERE {}{})",
                sql::text(&format!("other rows refer to it: {}", child.name)),
                rows_of(part, CREATED),
                part.table(),
                sql::name(&child.name),
                part.is_same("t", "u.after"),
                stays.collect::<String>(),
            ));
        }
    }
    // What stays keeps what it refers to.
    let mut marked = !marks.is_empty();
    while marked {
        marked = false;
        for mark in &marks {
            marked |= run(database, mark, []).await? > 0;
        }
    }
    for part in parts {
        let rows = rows_of(part, CREATED);
        let statement = format!(
            "DELETE FROM main.{} AS t WHERE EXISTS (SELECT 1 FROM temp.reinstate_undoing u WHERE {rows} AND {})",
            part.table(),
            part.is_same("t", "u.after"),
        );
        attempt(database, part, &statement, &rows, is_last).await?;
    }
    if !is_last {
        let wait = "UPDATE temp.reinstate_undoing SET reason = NULL WHERE action = 'remove' AND reason GLOB 'other rows refer*'";
        run(database, wait, []).await?;
    }
    Ok(())
}

/// Runs a statement for all its rows, or row by row where that fails.
async fn attempt(
    database: &DatabaseTransaction,
    part: &Part<'_>,
    sql: &str,
    rows: &str,
    is_last: bool,
) -> Result<(), DbErr> {
    // References wait until the end, where they would refuse everything.
    loop {
        let all = database.begin().await?;
        let ran = run(&all, sql, []).await;
        let refused = if ran.is_ok() {
            missing(&all, part, rows).await?
        } else if is_last {
            let one = sql.replacen(rows, &format!("{rows} AND u.id = $1"), 1);
            each(&all, rows, &one).await?
        } else {
            Vec::new()
        };
        if ran.is_ok() && refused.is_empty() {
            all.commit().await?;
            break;
        }
        all.rollback().await?;
        if !is_last {
            return Ok(());
        }
        set_reasons(database, refused).await?;
    }
    let done = format!("UPDATE temp.reinstate_undoing AS u SET done = 1 WHERE {rows}");
    run(database, &done, []).await?;
    Ok(())
}

/// Holds what came back against what was kept.
pub(super) async fn compare(database: &DatabaseTransaction, part: &Part<'_>) -> Result<(), DbErr> {
    for (which, remark) in [
        ("u.action = 'delete'", "changed by the database: "),
        ("u.action = 'change' AND u.done", "changed since, or by the database: "),
    ] {
        let differs = part.shared().into_iter().map(|it| {
            let (name, before) = (sql::name(it), part.value("u.image", it));
            format!("iif(t.{name} IS ({before}), '', {} || ' ')", sql::text(it))
        });
        let sql = format!(
            "UPDATE temp.reinstate_undoing AS u SET done = 1, \
             remark = coalesce(u.remark, '{remark}' || nullif(trim(f.differs), '')) \
             FROM (SELECT u.id, {} AS differs FROM temp.reinstate_undoing u JOIN main.{} t ON {} \
                   WHERE u.coverage = $1 AND {which} AND u.reason IS NULL) f WHERE f.id = u.id",
            differs.collect::<Vec<_>>().join(" || "),
            part.table(),
            part.is_same("t", "u.image"),
        );
        run(database, &sql, [part.coverage.into()]).await?;
    }
    let rest = "UPDATE temp.reinstate_undoing SET reason = 'a trigger of the database leaves it out' \
                WHERE coverage = $1 AND action = 'delete' AND reason IS NULL AND NOT done";
    run(database, rest, [part.coverage.into()]).await?;
    Ok(())
}
