//! Values of all types of PostgreSQL, changed and taken back.

use adopt::Wanted;

use super::{
    Store,
    all::{ALL, of},
};

/// Values that PostgreSQL writes in several forms go back to what they were.
#[tokio::test]
async fn values_of_all_types_are_as_before() {
    let Some(store) = Store::postgres().await else { return };
    store
        .run(
            "CREATE TYPE mood AS ENUM ('good', 'bad'); CREATE DOMAIN small AS int CHECK (VALUE < 10); CREATE TYPE pair AS (a int, b text);
             CREATE TABLE a (id int PRIMARY KEY, j json, b jsonb, t text[], r int4range, m mood, s small, p pair, y bytea, n numeric,
               f float8, at timestamptz, d interval, u uuid);
             INSERT INTO a VALUES (1, '{\"x\":  [1, 2]}', '{\"x\": null}', '{a,NULL,\"b c\"}', '[1,5)', 'good', 3, '(1,x)', '\\x00ff', 1.50,
               'NaN', 'infinity', '1 day 02:00', '00000000-0000-4000-8000-000000000001'),
               (2, 'null', 'null', '{}', 'empty', NULL, NULL, NULL, '', 'NaN', '-Infinity', now(), '-1 mon', NULL)",
        )
        .await;
    store.adopt(ALL).await;
    let rows = "SELECT a::text FROM a ORDER BY id";
    let before = store.rows(rows).await;
    store
        .run(
            "UPDATE a SET j = '[]', b = '[]', t = '{z}', r = '[2,3)', m = 'bad', s = 9, p = '(2,y)', y = '\\x01', n = 2, f = 1, at = now(),
             d = '1 sec', u = '00000000-0000-4000-8000-000000000002' WHERE id = 1; UPDATE a SET j = NULL, b = NULL WHERE id = 2",
        )
        .await;
    let wanted = Wanted { changes: true, ..Wanted::default() };
    let undone = adopt::undo(&store.database, &wanted, false).await.unwrap();
    assert_eq!(of(&undone), [("a".to_owned(), 2, String::new())]);
    assert_eq!(store.rows(rows).await, before);
    store.drop().await;
}
