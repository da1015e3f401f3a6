-- Fills a PostgreSQL for benches/peers: :rows notifications of :users accounts, each with its event. Of
-- the notifications of each account three of ten are deleted. benches/peers/bench/sqlite.py makes the
-- same rows.
-- The rows are consistent, so foreign keys are not checked: this needs a superuser and saves half the time.
SET session_replication_role = replica;
SET synchronous_commit = off;
INSERT INTO users (id, uuid, email, created_at, updated_at)
SELECT n, md5('user' || n)::uuid, 'account' || n || '@example.com', now(), now()
FROM generate_series(1, :users) AS n;
INSERT INTO user_permissions (user_id, permission) VALUES (1, '*');
INSERT INTO notifications (id, uuid, user_id, sender_id, type, title, message, metadata, is_read,
    created_at, updated_at, deleted_at)
SELECT n, md5('notification' || n)::uuid, 1 + n % :users, 1 + n * 7919 % :users,
    (ARRAY['info', 'warning', 'error', 'success'])[1 + n % 4], 'Number ' || n, repeat('message ', 25),
    CASE WHEN n % 4 = 0 THEN jsonb_build_object('link', n) END, n % 3 > 0,
    t, t, CASE WHEN n / :users % 10 < 3 THEN t END
FROM generate_series(1::bigint, :rows) AS n, LATERAL (VALUES
    (timestamptz '2026-01-01 00:00:00.000001Z' + n * interval '1 s')) AS at (t);
INSERT INTO record_events (operation_id, action, kind, record_id, owner_id, actor_id, via, after, created_at)
SELECT gen_random_uuid(), 'created', 'Notification', n, 1 + n % :users, 1 + n * 7919 % :users, 'rest',
    jsonb_build_object('type', 'info', 'title', 'Number ' || n, 'message', repeat('message ', 25)), now()
FROM generate_series(1::bigint, :rows) AS n;
SELECT setval(pg_get_serial_sequence('users', 'id'), :users);
SELECT setval(pg_get_serial_sequence('notifications', 'id'), :rows);
-- What PostGraphile restores with: the same change and the same event.
CREATE SCHEMA peers;
CREATE FUNCTION peers.restore(key uuid) RETURNS notifications LANGUAGE sql VOLATILE AS $$
    WITH restored AS (
        UPDATE public.notifications n
        SET deleted_at = NULL, updated_at = now(), version = n.version + 1
        FROM public.notifications old
        WHERE n.uuid = key AND n.deleted_at IS NOT NULL AND old.id = n.id
        RETURNING n.*, old.deleted_at AS was),
    event AS (
        INSERT INTO public.record_events (operation_id, action, kind, record_id, owner_id, actor_id, via,
            before, after, created_at)
        SELECT gen_random_uuid(), 'restored', 'Notification', id, user_id, 1, 'graphql',
            jsonb_build_object('deleted_at', was), '{"deleted_at": null}', updated_at FROM restored)
    SELECT id, uuid, user_id, sender_id, type, title, message, action_url, metadata, is_read, read_at,
        is_active, deleted_at, created_at, updated_at, version FROM restored
$$;
-- Vacuuming would fall into some rounds and not into others.
ALTER TABLE notifications SET (autovacuum_enabled = off);
ALTER TABLE record_events SET (autovacuum_enabled = off);
VACUUM ANALYZE;
