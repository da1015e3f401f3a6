//! Commands that Ctrl-C or SIGTERM ends: they say what was done, and leave no file behind.

use std::{
    fs,
    io::Write,
    process::{Child, Stdio},
};

use serde_json::json;

use crate::support::{Folder, signal, wait_for, wait_until};

/// The exit code of a command that was interrupted.
fn code(child: &mut Child) -> Option<i32> {
    wait_for("the command to end", || child.try_wait().unwrap()).code()
}

/// A command has begun once it handles signals.
fn wait_until_signals_are_handled(child: &Child) {
    let both = 1 << 14 | 1 << 1;
    wait_until("the command", || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() & both == both
    });
}

/// Lines of an import.
fn lines(count: usize) -> String {
    "{\"kind\":\"reports\",\"record\":{\"title\":\"t\"}}\n".repeat(count)
}

/// The message is exact: a transaction is committed or it isn't.
#[test]
fn an_interrupted_import_says_what_was_imported() {
    for folder in Folder::of_each_engine() {
        folder.setup(json!({}));
        let count = || folder.count("reports");
        // A transaction has 1,000 lines, and more are read before it begins.
        for (read, arguments, expected) in [
            (3, &["import"][..], 0),
            (1_001, &["import", "--dry-run"], 0),
            (1_001, &["import"], 1_000),
        ] {
            for name in ["INT", "TERM"] {
                folder.execute("DELETE FROM reports");
                let mut command = folder.command(arguments);
                let (mut child, outputs) = folder.start(command.stdin(Stdio::piped()));
                let mut input = child.stdin.take().unwrap();
                input.write_all(lines(read).as_bytes()).unwrap();
                wait_until_signals_are_handled(&child);
                wait_until("the import", || count() == expected);
                signal(&child, name);
                let case = format!("{arguments:?} {read} {name}");
                assert_eq!(code(&mut child), Some(1), "{case}");
                let stderr = fs::read_to_string(outputs.stderr).unwrap();
                let said = match expected {
                    0 => "interrupted; nothing was imported".to_owned(),
                    last => format!("interrupted; lines 1 to {last} were imported"),
                };
                assert!(stderr.contains(&said), "{case}: {stderr}");
                assert_eq!(count(), expected, "{case}");
            }
        }
    }
}

/// The file is the one of before, and nothing is beside it.
#[test]
fn an_interrupted_export_leaves_its_file() {
    if let Some(folder) = Folder::postgres() {
        folder.setup(json!({ "reports": [{ "title": "t" }] }));
        let file = folder.write("backup.jsonl", "precious");
        let part = folder.path().join("backup.jsonl.part");
        for name in ["INT", "TERM"] {
            let mut ended = None;
            folder.locked("LOCK TABLE reports IN ACCESS EXCLUSIVE MODE", || {
                let (mut child, outputs) = folder.start(&mut folder.command(&["export", &file]));
                wait_until("the export", || part.exists());
                signal(&child, name);
                ended = Some((code(&mut child), fs::read_to_string(outputs.stderr).unwrap()));
            });
            let (code, stderr) = ended.unwrap();
            assert_eq!(code, Some(1), "{name}: {stderr}");
            assert!(stderr.contains("interrupted"), "{name}: {stderr}");
            assert!(!part.exists(), "{name}");
            assert_eq!(fs::read_to_string(&file).unwrap(), "precious", "{name}");
        }
    }
}

/// In a pipeline Ctrl-C ends the input too: that isn't the end of the import.
#[test]
fn an_interrupted_pipeline_is_not_a_complete_import() {
    let folder = Folder::new();
    folder.setup(json!({}));
    for (name, read, said) in [("INT", 0, "nothing was imported"), ("TERM", 2, "lines 1 to 2")] {
        let (mut child, outputs) = folder.start(folder.command(&["import"]).stdin(Stdio::piped()));
        let mut input = child.stdin.take().unwrap();
        input.write_all(lines(read).as_bytes()).unwrap();
        wait_until_signals_are_handled(&child);
        // Both reach it at once.
        signal(&child, "STOP");
        signal(&child, name);
        drop(input);
        signal(&child, "CONT");
        assert_eq!(code(&mut child), Some(1), "{name}");
        let stderr = fs::read_to_string(outputs.stderr).unwrap();
        assert!(stderr.contains("interrupted; "), "{name}: {stderr}");
        assert!(stderr.contains(said) || stderr.contains("nothing was"), "{name}: {stderr}");
    }
}
