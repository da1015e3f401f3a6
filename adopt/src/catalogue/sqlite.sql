-- The tables of the database with what adopting them takes, as JSON.
SELECT json_object(
  'schema', 'main',
  'name', t.name,
  'shape', CASE t.type WHEN 'virtual' THEN 'foreign' ELSE 'plain' END,
  'extension', json('false'),
  'may_change', json('true'),
  'partitions', json('[]'),
  'columns', coalesce((
    SELECT json_group_array(json_object(
      'name', c.name,
      'number', c.cid,
      'type', c.type,
      'is_text', json(iif(upper(c.type) GLOB '*CHAR*' OR upper(c.type) GLOB '*TEXT*', 'true', 'false')),
      'is_time', json(iif(upper(c.type) GLOB '*DATE*' OR upper(c.type) GLOB '*TIME*', 'true', 'false')),
      'json', CASE
        -- Elsewhere a column can have values of any type.
        WHEN t.strict AND upper(c.type) IN ('INT', 'INTEGER') THEN 'big_int'
        WHEN t.strict AND upper(c.type) = 'TEXT' THEN 'text'
        WHEN c.is_rowid THEN 'big_int'
        ELSE 'any'
      END,
      'nullable', json(iif(c."notnull" OR c.pk, 'false', 'true')),
      'default', json(iif(c.dflt_value IS NULL AND NOT c.is_rowid, 'false', 'true')),
      'generated', json(iif(c.hidden, 'true', 'false'))
    ))
    FROM (
      -- The number of a row, which SQLite gives it.
      SELECT *, upper(type) = 'INTEGER' AND pk AND NOT t.wr
        AND (SELECT count(*) FROM pragma_table_info(t.name) WHERE pk) = 1 AS is_rowid
      FROM pragma_table_xinfo(t.name) WHERE hidden <> 1 ORDER BY cid
    ) c
  ), json('[]')),
  'key', coalesce((
    SELECT json_group_array(name) FROM (SELECT name FROM pragma_table_info(t.name) WHERE pk > 0 ORDER BY pk)
  ), json('[]')),
  'set_null', coalesce((
    SELECT json_group_array(DISTINCT "from") FROM pragma_foreign_key_list(t.name) WHERE on_delete = 'SET NULL'
  ), json('[]')),
  'set_default', coalesce((
    SELECT json_group_array(DISTINCT "from") FROM pragma_foreign_key_list(t.name) WHERE on_delete = 'SET DEFAULT'
  ), json('[]'))
)
FROM pragma_table_list t
WHERE t.schema = 'main' AND t.type IN ('table', 'virtual') AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\'
  AND t.name NOT LIKE 'reinstate\_%' ESCAPE '\'
ORDER BY t.name
