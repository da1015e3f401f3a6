-- Fills a PostgreSQL for benches/scale: notifications from number :from to :to, each with its event,
-- spread over 10,000 accounts. Every hundredth is deleted, two of three are read.
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
    now() - (:to - n) * interval '1 ms', now(), CASE WHEN n % 100 = 7 THEN now() END
FROM generate_series(:from, :to) AS n;
INSERT INTO record_events (operation_id, action, kind, record_id, owner_id, actor_id, via, before,
    after, created_at)
SELECT gen_random_uuid(), 'created', 'Notification', n, 1 + n % 10000, 1, 'rest', NULL,
    jsonb_build_object('type', 'info', 'title', 'Number ' || n, 'message', repeat('message ', 25)), now()
FROM generate_series(:from, :to) AS n;
SELECT setval(pg_get_serial_sequence('notifications', 'id'), :to);
VACUUM ANALYZE users, notifications, record_events;
