//! What several removals and changes of the same row come to.

use sea_orm::{DatabaseTransaction, DbErr};

use super::{Part, run};
use crate::undo::why::Why;

/// The key of a row as it is in images.
pub(super) fn key(part: &Part<'_>) -> String {
    let key = part.key.iter().map(|it| part.value("coalesce(image, after)", it));
    key.map(|it| format!("quote({it})")).collect::<Vec<_>>().join(" || ',' || ")
}

/// Of rows that were removed more than once, the first is how it was before.
pub(super) async fn mark_repeated(
    database: &DatabaseTransaction,
    part: &Part<'_>,
) -> Result<(), DbErr> {
    let repeated = format!(
        "UPDATE temp.reinstate_undoing AS u SET reason = {}, goes_with = f.first \
         FROM (SELECT id, min(id) OVER (PARTITION BY {}) AS first FROM temp.reinstate_undoing \
               WHERE coverage = $1 AND action = 'delete' AND reason IS NULL) f \
         WHERE f.id = u.id AND f.first < u.id",
        Why::Earlier.sql(),
        key(part)
    );
    run(database, &repeated, [part.coverage.into()]).await?;
    Ok(())
}

/// Of all that was done to a row, leaves what the first and the last image come to.
///
/// It goes back to where nothing was recorded, or to what this undo leaves out.
pub(super) async fn settle(database: &DatabaseTransaction, part: &Part<'_>) -> Result<(), DbErr> {
    let key = key(part);
    let [changed, earlier] = [Why::ChangedSince, Why::Earlier].map(|it| it.sql());
    let sql = format!(
        "WITH done AS ( \
           SELECT id, image, after, row_number() OVER w AS place, lag(after) OVER w AS was, {key} AS key \
           FROM temp.reinstate_undoing WHERE coverage = $1 AND reason IS NULL WINDOW w AS (PARTITION BY {key} ORDER BY id) \
         ), parted AS ( \
           SELECT *, sum(place > 1 AND was IS NOT image) OVER (PARTITION BY key ORDER BY id) AS part FROM done \
         ), net AS ( \
           SELECT id, part, max(part) OVER (PARTITION BY key) AS last_part, first_value(id) OVER w AS first, image, \
             last_value(after) OVER w AS finally \
           FROM parted WINDOW w AS (PARTITION BY key, part ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) \
         ) \
         UPDATE temp.reinstate_undoing AS u SET \
           after = n.finally, goes_with = nullif(n.first, n.id), \
           reason = CASE WHEN n.part < n.last_part THEN {changed} \
             WHEN n.first < n.id THEN {earlier} END, \
           done = n.part = n.last_part AND n.first = n.id AND n.image IS n.finally, \
           action = CASE WHEN n.image IS n.finally THEN 'nothing' WHEN n.finally IS NULL THEN 'delete' WHEN n.image IS NULL THEN 'remove' ELSE 'change' END \
         FROM net n WHERE n.id = u.id"
    );
    run(database, &sql, [part.coverage.into()]).await?;
    Ok(())
}

/// Says which rows don't come back since others have their keys.
pub(super) async fn mark_taken(
    database: &DatabaseTransaction,
    part: &Part<'_>,
) -> Result<(), DbErr> {
    let taken = format!(
        "UPDATE temp.reinstate_undoing AS u SET reason = {} \
         WHERE coverage = $1 AND action = 'delete' AND reason IS NULL AND NOT done \
         AND EXISTS (SELECT 1 FROM main.{} t WHERE {})",
        Why::KeyTaken.sql(),
        part.table(),
        part.is_same("t", "u.image")
    );
    run(database, &taken, [part.coverage.into()]).await?;
    Ok(())
}
