-- Fills a PostgreSQL for benches/scale: notifications from number :from to :to, each with its event,
-- spread over 10,000 accounts. The oldest fifth and every eighth of the others are deleted, half of them
-- by the first account, and two of three are read.
-- The rows are consistent, so foreign keys are not checked: this needs a superuser and saves half the time.
SET session_replication_role = replica;
SET synchronous_commit = off;
INSERT INTO users (id, uuid, email, created_at, updated_at)
SELECT n, gen_random_uuid(), 'account' || n || '@example.com', now(), now()
FROM generate_series(1, 10000) AS n ON CONFLICT DO NOTHING;
INSERT INTO user_permissions (user_id, permission) VALUES (1, '*') ON CONFLICT DO NOTHING;
INSERT INTO notifications (id, uuid, user_id, sender_id, type, title, message, is_read, created_at,
    updated_at, deleted_at)
SELECT n, gen_random_uuid(), 1 + n % 10000, 1, 'info', 'Number ' || n, repeat('message ', 25), n % 3 > 0,
    created_at, coalesce(deleted_at, created_at), deleted_at
FROM (SELECT n, now() - (:to - n) * interval '1 ms' AS created_at,
        CASE WHEN n < :from + (:to - :from) / 5 OR n % 8 = 0
            THEN now() - n::bigint * 7919 % 1000003 * interval '1 ms' END AS deleted_at
    FROM generate_series(:from, :to) AS n) AS rows;
INSERT INTO record_events (operation_id, action, kind, record_id, owner_id, actor_id, via, before,
    after, created_at)
SELECT gen_random_uuid(), 'created', 'Notification', id, user_id, 1, 'rest', NULL,
    jsonb_build_object('type', 'info', 'title', title, 'message', message), created_at
FROM notifications WHERE id BETWEEN :from AND :to ORDER BY id;
INSERT INTO record_events (operation_id, action, kind, record_id, owner_id, actor_id, via, before,
    after, created_at)
SELECT gen_random_uuid(), 'deleted', 'Notification', id, user_id,
    CASE WHEN id % 2 = 0 THEN 1 WHEN id % 50001 = 1 THEN 2 ELSE 10 + id % 100 END, 'rest',
    '{"deleted_at": null}', jsonb_build_object('deleted_at', deleted_at), deleted_at
FROM notifications WHERE id BETWEEN :from AND :to AND deleted_at IS NOT NULL ORDER BY deleted_at;
SELECT setval(pg_get_serial_sequence('notifications', 'id'), :to);
VACUUM ANALYZE users, notifications, record_events;
