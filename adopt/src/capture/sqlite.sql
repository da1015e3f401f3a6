-- A row for each row that was removed, hidden by the application, or set to null by a removal; with `record = "all"` also
-- for each that was created or changed.
CREATE TABLE IF NOT EXISTS reinstate_captured (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  kind TEXT NOT NULL,
  action TEXT NOT NULL,
  coverage INTEGER NOT NULL,
  -- The values in the order of the columns of the coverage; JSON's null, or none after, where there is no row. Both are
  -- JSON's null where rows are only counted.
  before TEXT NOT NULL,
  after TEXT,
  undone_at TEXT,
  undone_by TEXT,
  -- For whom a row was written through the service; what others write names nobody.
  person TEXT,
  -- How many rows: 1 with its row, or those that were too many.
  rows INTEGER NOT NULL DEFAULT 1
);
CREATE INDEX IF NOT EXISTS reinstate_captured_at ON reinstate_captured (at);
-- What is captured since when, and which columns.
CREATE TABLE IF NOT EXISTS reinstate_coverage (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  since TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  until TEXT,
  settings TEXT NOT NULL,
  columns TEXT NOT NULL
);
