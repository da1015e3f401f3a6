-- The rows of fill.sql for a SQLite database: `.parameter set :from 1`, `.parameter set :to 100000`.
PRAGMA synchronous = OFF;
PRAGMA cache_size = -200000;
CREATE TEMP TABLE rows AS
WITH RECURSIVE series(n) AS (SELECT :from UNION ALL SELECT n + 1 FROM series WHERE n < :to),
    started(at) AS (SELECT unixepoch('now'))
SELECT n, strftime('%Y-%m-%dT%H:%M:%f+00:00', at - (:to - n) / 1000.0, 'unixepoch') AS created_at,
    CASE WHEN n < :from + (:to - :from) / 5 OR n % 8 = 0
        THEN strftime('%Y-%m-%dT%H:%M:%f+00:00', at - n * 7919 % 1000003 / 1000.0, 'unixepoch')
        END AS deleted_at
FROM series, started;
BEGIN;
WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < 10000)
INSERT OR IGNORE INTO users (id, uuid, email, created_at, updated_at)
SELECT n, randomblob(16), 'account' || n || '@example.com', '2026-01-01T00:00:00+00:00',
    '2026-01-01T00:00:00+00:00' FROM series;
INSERT OR IGNORE INTO user_permissions (user_id, permission) VALUES (1, '*');
INSERT INTO notifications (id, uuid, user_id, sender_id, type, title, message, is_read, created_at,
    updated_at, deleted_at)
SELECT n, randomblob(16), 1 + n % 10000, 1, 'info', 'Number ' || n,
    replace(printf('%25s', ''), ' ', 'message '), n % 3 > 0, created_at,
    coalesce(deleted_at, created_at), deleted_at
FROM rows;
INSERT INTO record_events (operation_id, action, kind, record_id, owner_id, actor_id, via, before,
    after, created_at)
SELECT randomblob(16), 'created', 'Notification', id, user_id, 1, 'rest', NULL,
    json_object('type', 'info', 'title', title, 'message', message), created_at
FROM notifications WHERE id BETWEEN :from AND :to ORDER BY id;
INSERT INTO record_events (operation_id, action, kind, record_id, owner_id, actor_id, via, before,
    after, created_at)
SELECT randomblob(16), 'deleted', 'Notification', id, user_id,
    CASE WHEN id % 2 = 0 THEN 1 WHEN id % 50001 = 1 THEN 2 ELSE 10 + id % 100 END, 'rest',
    '{"deleted_at": null}', json_object('deleted_at', deleted_at), deleted_at
FROM notifications WHERE id BETWEEN :from AND :to AND deleted_at IS NOT NULL ORDER BY deleted_at;
COMMIT;
