-- The tables of the database with what adopting them takes, as JSON.
SELECT json_build_object(
  'schema', n.nspname,
  'name', c.relname,
  'shape', CASE
    WHEN c.relkind = 'f' THEN 'foreign'
    WHEN c.relispartition THEN 'partition'
    WHEN c.relkind = 'r' AND EXISTS (
      SELECT FROM pg_inherits i WHERE i.inhrelid = c.oid OR i.inhparent = c.oid
    ) THEN 'inherited'
    ELSE 'plain'
  END,
  'extension', EXISTS (
    SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'
  ),
  'may_change', pg_has_role(c.relowner, 'USAGE') OR has_table_privilege(c.oid, 'TRIGGER'),
  'partitions', coalesce((
    SELECT json_agg(json_build_array(pn.nspname, p.relname, t.isleaf) ORDER BY pn.nspname, p.relname)
    FROM pg_partition_tree(c.oid) t
    JOIN pg_class p ON p.oid = t.relid
    JOIN pg_namespace pn ON pn.oid = p.relnamespace
    WHERE t.level > 0 AND c.relkind = 'p'
  ), '[]'),
  'columns', coalesce((
    SELECT json_agg(json_build_object(
      'name', a.attname,
      'number', a.attnum,
      'type', format_type(a.atttypid, a.atttypmod),
      'is_text', t.typcategory = 'S',
      'is_time', t.typcategory = 'D',
      'is_plain', t.typtype IN ('b', 'e') AND t.typcategory <> 'A' AND t.oid <> ALL (ARRAY[
        'json', 'jsonb', 'real', 'float8', 'interval', 'money']::regtype[]),
      'json', CASE
        WHEN b.oid = 'bool'::regtype THEN 'flag'
        WHEN b.oid IN ('int2'::regtype, 'int4'::regtype) THEN 'int'
        WHEN b.oid = 'int8'::regtype THEN 'big_int'
        WHEN b.typtype = 'e' OR b.typtype = 'b' AND (b.typcategory IN ('S', 'D', 'T', 'I', 'V')
          OR b.oid IN ('uuid'::regtype, 'bytea'::regtype)) THEN 'text'
        ELSE 'any'
      END,
      'nullable', NOT a.attnotnull AND NOT t.typnotnull,
      'default', a.atthasdef OR a.attidentity <> '',
      'generated', a.attgenerated <> ''
    ) ORDER BY a.attnum)
    FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
    JOIN pg_type b ON b.oid = CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.oid END
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  ), '[]'),
  'key', coalesce((
    SELECT json_agg(a.attname ORDER BY k.place)
    FROM (
      SELECT i.indkey FROM pg_index i
      WHERE i.indrelid = c.oid AND i.indisunique AND i.indimmediate AND i.indpred IS NULL AND i.indexprs IS NULL
        AND NOT EXISTS (
          SELECT FROM unnest(i.indkey) k JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k
          WHERE NOT a.attnotnull
        )
      ORDER BY i.indisprimary DESC, i.indnkeyatts, i.indexrelid LIMIT 1
    ) i
    CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY k(number, place)
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
  ), '[]'),
  'set_null', coalesce((
    SELECT json_agg(DISTINCT a.attname)
    FROM pg_constraint f
    CROSS JOIN LATERAL unnest(f.conkey) k
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k
    WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confdeltype = 'n' AND NOT a.attnotnull
  ), '[]'),
  'set_default', coalesce((
    SELECT json_agg(f.conname ORDER BY f.conname) FROM pg_constraint f
    WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confdeltype = 'd'
  ), '[]')
)::text
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'f') AND c.relpersistence <> 't'
  AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'reinstate') AND n.nspname NOT LIKE 'pg\_toast%'
ORDER BY n.nspname, c.relname
