-- What each index is for: its name, the request that reads it, and that request's statement over the rows of
-- benches/fill.sql as benches/indexes changes them, which measures each statement with and without its index.
-- `*` is the table of any kind. Indexes of constraints aren't listed.
*_live_index|list of live records by id|SELECT id, title FROM notifications WHERE deleted_at IS NULL ORDER BY id LIMIT 21
*_newest_index|list of live records by time of creation|SELECT id, title FROM notifications WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 21
*_trash_id_index|list of deleted records by id, the newest first|SELECT id, title FROM notifications WHERE deleted_at IS NOT NULL ORDER BY id DESC LIMIT 21
*_trash_newest_index|list of deleted records by time of creation|SELECT id, title FROM notifications WHERE deleted_at IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 21
*_bin_index|trash|SELECT id, title FROM notifications WHERE deleted_at IS NOT NULL ORDER BY deleted_at DESC, id DESC LIMIT 21
*_own_bin_index|trash of an account|SELECT id, title FROM notifications WHERE deleted_at IS NOT NULL AND user_id = 1 ORDER BY deleted_at DESC, id DESC LIMIT 21
*_trash_label_index|search in the trash (PostgreSQL)|SELECT id, title FROM notifications WHERE deleted_at IS NOT NULL AND title ILIKE '%zebra%' ORDER BY deleted_at DESC, id DESC LIMIT 21
*_user_id_id_index|records of an account, whose purge looks for them, too (PostgreSQL)|SELECT id FROM notifications WHERE user_id = 2
*_user_id_index|the same (SQLite)|SELECT id FROM notifications WHERE user_id = 2
notifications_sender_id_index|purge of an account, which may have sent some|SELECT id FROM notifications WHERE sender_id = 77
notifications_inbox_index|inbox|SELECT id, title FROM notifications WHERE deleted_at IS NULL AND user_id = 1 ORDER BY created_at DESC, id DESC LIMIT 21
notifications_unread_index|count of unread notifications|SELECT COUNT(*) FROM notifications WHERE deleted_at IS NULL AND user_id = 3 AND is_read = FALSE
record_events_kind_record_id_id_index|history of a record|SELECT * FROM record_events WHERE kind = 'Notification' AND record_id = 1234 ORDER BY id DESC LIMIT 21
record_events_operation_id_index|operation, undo|SELECT * FROM record_events WHERE operation_id = 'd9428888-122b-41e1-b85c-61a8be2b3f2a'
record_events_actor_id_id_index|events of an account|SELECT * FROM record_events WHERE actor_id = 3 ORDER BY id DESC LIMIT 21
record_events_newest_index|events of a kind and an action|SELECT * FROM record_events WHERE kind = 'Notification' AND action = 'restored' ORDER BY -id LIMIT 21
record_events_deletions_index|trash of who deleted|SELECT record_id FROM record_events WHERE actor_id = 1 AND kind = 'Notification' AND action = 'deleted' ORDER BY created_at DESC LIMIT 21
record_events_xid_id_index|feed of events (PostgreSQL)|SELECT * FROM record_events WHERE (xid, id) > (1, 1) ORDER BY xid, id LIMIT 200
record_events_stale_index|invalidation of caches, four times a second (PostgreSQL)|SELECT id FROM record_events WHERE kind IN ('ApiKey', 'Role', 'Translation', 'User') AND xid >= 1000000
translations_locale_group_index|bundle of texts|
access_tokens_user_id_index|tokens of an account|
access_tokens_valid_index|number of an account's valid tokens|
user_permissions_every_index|administrators|
user_roles_role_id_user_id_index|members of a role|
retired_api_key_values_api_key_id_index|purge of an API key|
idempotency_keys_expires_at_index|removal of expired responses|
idempotency_keys_credential_expires_at_index|number of an account's stored responses|
