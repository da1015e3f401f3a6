-- The statements of benches/scale, a name and a statement a line, for both engines. They are those of
-- src/operations with fewer columns, and of the trash with one kind.
live by id|SELECT id, title FROM notifications WHERE deleted_at IS NULL ORDER BY id LIMIT 21
ONLY by id|SELECT id, title FROM notifications WHERE deleted_at IS NOT NULL ORDER BY id LIMIT 21
WITH by id|SELECT id, title FROM notifications WHERE deleted_at IS NULL OR deleted_at IS NOT NULL ORDER BY id LIMIT 21
ONLY by createdAt|SELECT id, title FROM notifications WHERE deleted_at IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 21
WITH by createdAt|SELECT * FROM (SELECT * FROM (SELECT id, title, created_at FROM notifications WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 21) AS part UNION ALL SELECT * FROM (SELECT id, title, created_at FROM notifications WHERE deleted_at IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 21) AS part) AS parts ORDER BY created_at DESC, id DESC LIMIT 21
totalCount|SELECT COUNT(*) FROM notifications WHERE deleted_at IS NULL
inbox|SELECT id, title FROM notifications WHERE deleted_at IS NULL AND user_id = 1 ORDER BY created_at DESC, id DESC LIMIT 21
unread|SELECT COUNT(*) FROM notifications WHERE deleted_at IS NULL AND user_id = 1 AND is_read = FALSE
trash|SELECT id, title, is_active, deleted_at, user_id FROM notifications WHERE deleted_at IS NOT NULL ORDER BY deleted_at DESC, id DESC LIMIT 21
trash(search)|SELECT id, title, is_active, deleted_at, user_id FROM notifications WHERE deleted_at IS NOT NULL AND title ILIKE '%zebra%' ORDER BY deleted_at DESC, id DESC LIMIT 21
trash(deletedBy)|SELECT id, title, is_active, deleted_at, user_id FROM (SELECT record_id AS deleted_record, created_at AS time_deleted FROM record_events WHERE actor_id = 1 AND kind = 'Notification' AND action = 'deleted') AS deletion INNER JOIN notifications ON notifications.id = deleted_record AND deleted_at >= time_deleted AND deleted_at <= time_deleted WHERE deleted_at IS NOT NULL ORDER BY time_deleted DESC, deleted_record DESC LIMIT 21
trashSummary|SELECT COUNT(*), (SELECT MIN(deleted_at) FROM notifications WHERE deleted_at IS NOT NULL) FROM notifications WHERE deleted_at IS NOT NULL
recordEvents|SELECT * FROM record_events WHERE NOT (kind NOT IN ('Locale', 'Notification', 'User')) ORDER BY id DESC LIMIT 21
recordEvents(actions)|SELECT * FROM (SELECT * FROM (SELECT * FROM record_events WHERE kind = 'Locale' AND action = 'created' ORDER BY -id LIMIT 21) AS part UNION ALL SELECT * FROM (SELECT * FROM record_events WHERE kind = 'Notification' AND action = 'created' ORDER BY -id LIMIT 21) AS part) AS parts ORDER BY id DESC LIMIT 21
