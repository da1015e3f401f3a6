//! Changes rows back, and removes those that were created.

use sea_orm::{DatabaseTransaction, DbErr, TransactionTrait};

use super::{
    Part,
    history::key,
    insert::{each, missing, referring, set_reasons},
    run,
};
use crate::{
    catalogue::Table,
    sql,
    undo::why::{HERE, Why},
};

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
        "UPDATE temp.reinstate_undoing AS u SET reason = {} WHERE {rows} \
         AND NOT EXISTS (SELECT 1 FROM main.{} t WHERE {} AND ({is_left}))",
        Why::ChangedSince.sql(),
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
    mark_referred(database, parts, tables).await?;
    for part in parts {
        let rows = rows_of(part, CREATED);
        let keys: Vec<_> = part.key.iter().map(|it| part.value("u.after", it)).collect();
        let statement = format!(
            "DELETE FROM main.{} WHERE ({}) IN (SELECT {} FROM temp.reinstate_undoing u WHERE {rows})",
            part.table(),
            sql::names(&part.key),
            keys.join(", "),
        );
        attempt(database, part, &statement, &rows, is_last).await?;
    }
    if !is_last {
        let wait = format!(
            "UPDATE temp.reinstate_undoing SET reason = NULL WHERE action = 'remove' AND reason GLOB {}",
            Why::Referred { table: "*".to_owned() }.sql()
        );
        run(database, &wait, []).await?;
    }
    Ok(())
}

/// Gives a reason to rows to which others refer that stay, whatever the database would do with these.
async fn mark_referred(
    database: &DatabaseTransaction,
    parts: &[Part<'_>],
    tables: &[Table],
) -> Result<(), DbErr> {
    // The keys of the rows that go, so that each row that refers to them is looked up.
    let create = "CREATE TEMP TABLE reinstate_going (coverage INTEGER, key TEXT, id INTEGER, PRIMARY KEY (coverage, key, id)) WITHOUT ROWID";
    run(database, create, []).await?;
    for part in parts {
        let going = format!(
            "INSERT INTO temp.reinstate_going SELECT u.coverage, {}, u.id FROM temp.reinstate_undoing u WHERE {}",
            key(part),
            rows_of(part, CREATED)
        );
        run(database, &going, []).await?;
    }
    let mut marks = Vec::new();
    for part in parts {
        for (child, refers) in referring(database, part, tables).await? {
            let own = parts.iter().filter(|it| it.table.name == child.name);
            let stays = own.map(|own| {
                let names = own.key.iter().map(|it| format!("quote(c.{})", sql::name(it)));
                format!(
                    " AND NOT EXISTS (SELECT 1 FROM temp.reinstate_going g JOIN temp.reinstate_undoing v ON v.id = g.id \
                     WHERE g.coverage = {} AND g.key = {} AND v.reason IS NULL)",
                    own.coverage,
                    names.collect::<Vec<_>>().join(" || ',' || "),
                )
            });
            marks.push(format!(
                "UPDATE temp.reinstate_undoing AS u SET reason = {} WHERE {} AND EXISTS (SELECT 1 FROM main.{} t \
                 JOIN main.{} c ON {refers} WHERE {}{})",
                Why::Referred { table: child.name.clone() }.sql(),
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
    run(database, "DROP TABLE temp.reinstate_going", []).await?;
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
        let mut refused = Vec::new();
        if run(&all, sql, []).await.is_err() {
            if !is_last {
                return all.rollback().await;
            }
            let one = sql.replacen(rows, &format!("{rows} AND u.id = $1"), 1);
            refused = each(&all, rows, &one).await?;
        }
        if refused.is_empty() {
            refused = missing(&all, part, rows).await?;
        }
        if refused.is_empty() {
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

/// The columns that differ, as JSON; null without any.
const DIFFERING: &str = "iif(trim(f.differs) = '', NULL, json_quote(trim(f.differs)))";

/// Holds what came back against what was kept.
pub(super) async fn compare(database: &DatabaseTransaction, part: &Part<'_>) -> Result<(), DbErr> {
    let both = |each: &dyn Fn(&str, &str, &str) -> String, with: &str| {
        let columns = part.shared().into_iter().map(|it| {
            let (before, after) = (part.value("u.image", it), part.value("u.after", it));
            each(it, &before, &after)
        });
        columns.collect::<Vec<_>>().join(with)
    };
    let differs = both(
        &|name, before, _| {
            format!("iif(t.{} IS ({before}), '', {} || ' ')", sql::name(name), sql::text(name))
        },
        " || ",
    );
    let left_out = Why::Triggered.sql();
    let came_back = format!(
        "UPDATE temp.reinstate_undoing AS u SET done = 1, \
         remark = coalesce(u.remark, {}) \
         FROM (SELECT u.id, {differs} AS differs FROM temp.reinstate_undoing u JOIN main.{} t ON {} \
               WHERE u.coverage = $1 AND u.action = 'delete' AND u.reason IS NULL) f WHERE f.id = u.id",
        Why::ChangedBy { columns: HERE.to_owned() }.with(DIFFERING),
        part.table(),
        part.is_same("t", "u.image"),
    );
    // Of a change that a trigger drops, no value is as before.
    let changed = both(&|_, before, after| format!("(({before}) IS NOT ({after}))"), " + ");
    let still = both(
        &|name, before, after| {
            let name = sql::name(name);
            format!("(({before}) IS NOT ({after}) AND t.{name} IS NOT ({before}))")
        },
        " + ",
    );
    let names = both(
        &|name, before, after| {
            let is =
                format!("({before}) IS NOT ({after}) AND t.{} IS NOT ({before})", sql::name(name));
            format!("iif({is}, {} || ' ', '')", sql::text(name))
        },
        " || ",
    );
    let is_before = format!(
        "UPDATE temp.reinstate_undoing AS u SET done = NOT f.is_left, reason = iif(f.is_left, {left_out}, NULL), \
         remark = coalesce(u.remark, iif(f.is_left, NULL, {})) \
         FROM (SELECT u.id, {names} AS differs, ({changed}) = ({still}) AS is_left \
               FROM temp.reinstate_undoing u JOIN main.{} t ON {} \
               WHERE u.coverage = $1 AND u.action = 'change' AND u.done AND u.reason IS NULL) f WHERE f.id = u.id",
        Why::ChangedHere { columns: HERE.to_owned() }.with(DIFFERING),
        part.table(),
        part.is_same("t", "u.image"),
    );
    let is_there = format!(
        "UPDATE temp.reinstate_undoing AS u SET done = 0, reason = {left_out} \
         WHERE u.coverage = $1 AND u.action = 'remove' AND u.done AND EXISTS (SELECT 1 FROM main.{} t WHERE {})",
        part.table(),
        part.is_same("t", "u.after"),
    );
    let rest = format!(
        "UPDATE temp.reinstate_undoing SET reason = {left_out} \
         WHERE coverage = $1 AND action = 'delete' AND reason IS NULL AND NOT done"
    );
    for sql in [came_back, is_before, is_there, rest] {
        run(database, &sql, [part.coverage.into()]).await?;
    }
    Ok(())
}
