//! What several removals and changes of the same row come to.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};

use super::{Relation, statement};
use crate::{sql, undo::why::Why};

/// The key of a row as it is in images.
fn key(relation: &Relation) -> String {
    let key = relation
        .key
        .iter()
        .map(|it| format!("coalesce(image, after) ->> {}", sql::text(it)))
        .collect::<Vec<_>>();
    key.join(", ")
}

/// Of rows that were removed more than once, the first is how it was before.
pub(super) async fn mark_repeated(
    database: &DatabaseTransaction,
    relation: &Relation,
) -> Result<(), DbErr> {
    let sql = format!(
        "UPDATE reinstate_undoing u SET reason = {}, state = 'repeated', goes_with = f.first \
         FROM (SELECT id, min(id) OVER (PARTITION BY {}) AS first FROM reinstate_undoing \
               WHERE relation = $1::bigint::oid AND action = 'delete' AND reason IS NULL) f \
         WHERE f.id = u.id AND f.first < u.id",
        Why::Earlier.sql(),
        key(relation)
    );
    database.execute_raw(statement(&sql, [relation.oid.into()])).await?;
    Ok(())
}

/// Of all that was done to a row, leaves what the first and the last image come to.
///
/// It goes back to where somebody else changed the row in between, or nothing was recorded.
pub(super) async fn settle(
    database: &DatabaseTransaction,
    relation: &Relation,
) -> Result<(), DbErr> {
    let key = key(relation);
    let [changed, earlier] = [Why::ChangedSince, Why::Earlier].map(|it| it.sql());
    let sql = format!(
        "WITH done AS ( \
           SELECT id, image, after, row_number() OVER w AS place, lag(after) OVER w AS was, ARRAY[{key}] AS key \
           FROM reinstate_undoing WHERE relation = $1::bigint::oid AND reason IS NULL WINDOW w AS (PARTITION BY {key} ORDER BY id) \
         ), parted AS ( \
           SELECT *, sum(CASE \
             WHEN place = 1 OR was IS NULL AND image IS NULL OR was::text = image::text THEN 0 \
             WHEN was IS NULL OR image IS NULL THEN 1 \
             WHEN EXISTS (SELECT FROM json_each_text(was) a JOIN json_each_text(image) b USING (key) \
                          WHERE a.value IS DISTINCT FROM b.value) THEN 1 \
             ELSE 0 END) OVER (PARTITION BY key ORDER BY id) AS part \
           FROM done \
         ), net AS ( \
           SELECT id, part, max(part) OVER (PARTITION BY key) AS last_part, first_value(id) OVER w AS first, image, \
             last_value(after) OVER w AS finally \
           FROM parted WINDOW w AS (PARTITION BY key, part ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) \
         ) \
         UPDATE reinstate_undoing u SET \
           after = n.finally, goes_with = nullif(n.first, n.id), \
           state = CASE WHEN n.part = n.last_part AND n.first < n.id THEN 'repeated' END, \
           reason = CASE WHEN n.part < n.last_part THEN {changed} \
             WHEN n.first < n.id THEN {earlier} END, \
           done = n.part = n.last_part AND n.first = n.id \
             AND (n.image IS NULL AND n.finally IS NULL OR coalesce(n.image::text = n.finally::text, false)), \
           action = CASE WHEN n.image IS NULL AND n.finally IS NULL OR n.image::text = n.finally::text THEN 'nothing' \
             WHEN n.finally IS NULL THEN 'delete' WHEN n.image IS NULL THEN 'remove' ELSE 'change' END, \
           shape = CASE WHEN n.image IS NULL OR n.finally IS NULL \
             THEN (SELECT array_agg(k ORDER BY k) FROM json_object_keys(coalesce(n.image, n.finally)) k) \
             ELSE (SELECT array_agg(b.key ORDER BY b.key) FROM json_each_text(n.image) b JOIN json_each_text(n.finally) a USING (key) \
                   WHERE b.value IS DISTINCT FROM a.value) END \
         FROM net n WHERE n.id = u.id"
    );
    database.execute_raw(statement(&sql, [relation.oid.into()])).await?;
    Ok(())
}
