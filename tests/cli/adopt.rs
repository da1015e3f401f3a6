//! `adopt` and `undo --by-sql` as commands: what they print, and what they refuse.

use crate::support::Folder;

const TABLES: &str = "
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT, api_token TEXT);
    CREATE TABLE log (line TEXT);
    INSERT INTO orders VALUES (1, 'Harbour', 'x'), (2, 'Quay', 'y')";

fn run(folder: &Folder, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = folder.command(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn what_sql_deletes_comes_back_by_commands() {
    let folder = Folder::new();
    folder.execute(TABLES);
    let undo = ["undo", "--since", "10m", "--by-sql"];
    let (code, _, error) = run(&folder, &undo);
    assert_eq!((code, error.contains("adopt its tables first")), (Some(1), true), "{error}");

    let (code, kinds, remarks) = run(&folder, &["adopt"]);
    assert_eq!(code, Some(0), "{remarks}");
    assert!(kinds.contains("[orders]") && !kinds.contains("[log]"), "{kinds}");
    assert!(remarks.contains("log is left out") && remarks.contains("api_token"), "{remarks}");
    let file = folder.write("kinds.toml", &kinds);

    for (text, said) in [
        ("x = 1", "expected a section with `table` and `key`"),
        (
            "[orders]\ntable = \"orders\"\nkey = [\"nr\"]",
            "orders.key: the table \"orders\" has no column \"nr\"",
        ),
        ("[orders]\ntable = \"order\"\nkey = [\"id\"]", "no table \"order\""),
        ("[a]\ntable = \"log\"\nkey = [\"line\"]", "has no primary key"),
        (
            "[a]\ntable = \"orders\"\nkey = [\"id\"]\nhide = [\"id\"]",
            "a.hide: \"id\" is part of the key",
        ),
        ("[a]\ntable = \"orders\"\nkey = [\"id\"]\nhidden = []", "unknown field `hidden`"),
        ("[a]\ntable = \"orders\"\nkey = []", "a.key: name the columns"),
    ] {
        let wrong = folder.write("wrong.toml", text);
        let (code, printed, error) = run(&folder, &["adopt", "--sql", &wrong, "--apply"]);
        assert_eq!(
            (code, printed.as_str(), error.contains(said)),
            (Some(1), "", true),
            "{text}: {error}"
        );
    }
    for arguments in [&["adopt", "--apply"][..], &["adopt", "--sql", "none.toml"]] {
        assert_eq!(run(&folder, arguments).0, Some(1), "{arguments:?}");
    }

    let (_, script, _) = run(&folder, &["adopt", "--sql", &file]);
    assert!(script.starts_with("BEGIN;") && script.contains("CREATE TRIGGER"), "{script}");
    assert_eq!(run(&folder, &["adopt", "--sql", &file, "--apply"]).0, Some(0));
    let (_, coverage, _) = run(&folder, &["adopt", "--coverage"]);
    assert!(coverage.contains("orders") && coverage.contains("kept"), "{coverage}");

    folder.execute("DELETE FROM orders");
    let (_, preview, _) = run(&folder, &[&undo[..], &["--preview"]].concat());
    assert!(preview.contains("to be brought back"), "{preview}");
    let (_, none, _) = run(&folder, &[&undo[..], &["--table", "lines", "--json"]].concat());
    assert_eq!(none.trim(), "[]");
    let (_, undone, log) = run(&folder, &undo);
    assert!(
        undone.contains("brought back") && log.contains("2 of orders removed"),
        "{undone}{log}"
    );
    assert!(log.contains("orders: what is deleted is kept only since "), "{log}");

    folder.execute("DELETE FROM orders");
    for (before, rows) in [("1h", "2"), ("0s", "0")] {
        let (code, script, _) = run(&folder, &["adopt", "--forget", before]);
        assert_eq!((code, script.contains("DELETE FROM")), (Some(0), true), "{script}");
        assert_eq!(run(&folder, &["adopt", "--forget", before, "--apply"]).0, Some(0));
        let (_, preview, _) = run(&folder, &[&undo[..], &["--preview"]].concat());
        assert_eq!(
            preview.contains(&format!("orders  {rows}")),
            rows == "2",
            "{before}: {preview}"
        );
    }
    let all = kinds.replace("record = \"deletes\"", "record = \"all\"");
    let file = folder.write("all.toml", &all);
    assert_eq!(run(&folder, &["adopt", "--sql", &file, "--apply"]).0, Some(0));
    folder
        .execute("INSERT INTO orders VALUES (1, 'Pier', 'x'); UPDATE orders SET customer = 'Hill'");
    let (_, none, _) = run(&folder, &undo);
    assert!(!none.contains("orders"), "without --changes: {none}");
    let changes = [&undo[..], &["--changes"]].concat();
    let (_, preview, _) = run(&folder, &[&changes[..], &["--preview"]].concat());
    let (_, undone, log) = run(&folder, &changes);
    assert!(preview.contains("to be as before") && undone.contains("as before"), "{undone}");
    assert!(log.contains("1 of orders created") && log.contains("1 of orders changed"), "{log}");
    assert_eq!(folder.count("orders"), 0);
    folder.execute(
        "INSERT INTO orders VALUES (1, 'Harbour', 'x'), (2, 'Quay', 'y'); DELETE FROM orders",
    );
    for (wrong, said) in
        [(&["a"][..], "a is not adopted"), (&["orders", "--key", "1"], "has values of id")]
    {
        let (code, _, error) = run(&folder, &[&["adopt", "--key", "1", "--erase"], wrong].concat());
        assert_eq!((code, error.contains(said)), (Some(1), true), "{error}");
    }
    assert_eq!(run(&folder, &["adopt", "--erase", "orders", "--key", "1", "--apply"]).0, Some(0));
    let (_, back, _) = run(&folder, &undo);
    assert!(back.contains("brought back") && back.contains("its values were erased"), "{back}");
    assert_eq!(folder.count("orders"), 1);
    assert_eq!(run(&folder, &["adopt", "--remove", "--apply"]).0, Some(0));
    let (code, _, error) = run(&folder, &["adopt", "--coverage"]);
    assert_eq!((code, error.contains("adopt its tables first")), (Some(1), true), "{error}");
}
