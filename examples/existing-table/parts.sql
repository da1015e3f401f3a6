-- What another program made: parts, which it deletes by a time, and the shelves that they are on.
CREATE TABLE parts (
  part_number VARCHAR(20) PRIMARY KEY,
  description VARCHAR(255) NOT NULL,
  supplier_price NUMERIC(10, 2),
  removed_at TIMESTAMP
);
CREATE TABLE stock (
  part_number VARCHAR(20) NOT NULL REFERENCES parts ON DELETE CASCADE,
  shelf VARCHAR(10) NOT NULL,
  pieces INTEGER NOT NULL,
  PRIMARY KEY (part_number, shelf)
);
INSERT INTO parts VALUES
  ('A-1170', 'Bearing, 40 mm', 12.5, NULL), ('A-1180', 'Bearing, 50 mm', 14, NULL), ('B-20', 'Shaft', 80, NULL);
INSERT INTO stock VALUES ('A-1170', 'north 3', 40), ('A-1170', 'south 1', 12), ('A-1180', 'north 3', 7), ('B-20', 'yard', 3);
