//! Settings from the environment, and their table in docs/reference/configuration.md.

use std::{fmt::Write, fs, path::Path};

use clap::{Args, Command};
use reinstate::config::Settings;

use crate::support::{Folder, Server};

const START: &str = "<!-- settings: generated, UPDATE=1 cargo test --test cli table -->\n";
const END: &str = "<!-- end of settings -->\n";

/// The settings as a table for each group.
fn tables() -> String {
    let command = Settings::augment_args(Command::new("serve"));
    let (mut tables, mut group) = (String::new(), String::new());
    for arg in command.get_arguments() {
        let heading = arg.get_help_heading().unwrap();
        if heading != group {
            heading.clone_into(&mut group);
            write!(
                tables,
                "\n### {heading}\n\n| variable | flag | default | meaning |\n| --- | --- | --- | --- |\n"
            )
            .unwrap();
        }
        let variable = arg.get_env().unwrap().to_str().unwrap();
        let file = match arg.is_hide_env_values_set() {
            true => format!(", `{variable}_FILE`"),
            false => String::new(),
        };
        let defaults = arg.get_default_values().iter().map(|value| value.to_str().unwrap());
        let is_flag = !arg.get_action().takes_values();
        let default = match defaults.collect::<Vec<_>>().join(",") {
            none if none.is_empty() || is_flag => String::new(),
            default => format!("`{default}`"),
        };
        let help = arg.get_long_help().or(arg.get_help()).unwrap().to_string();
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
        let flag = arg.get_long().unwrap();
        writeln!(tables, "| `{variable}`{file} | `--{flag}` | {default} | {help} |").unwrap();
    }
    tables + "\n"
}

#[test]
fn the_table_of_settings_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/configuration.md");
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(START).unwrap();
    let (tables_in_document, after) = rest.split_once(END).unwrap();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, format!("{before}{START}{}{END}{after}", tables())).unwrap();
    } else {
        assert_eq!(tables_in_document, tables(), "run this test with UPDATE=1 to write the table");
    }
}

#[test]
fn every_setting_has_a_flag_a_variable_and_help() {
    let command = Settings::augment_args(Command::new("serve"));
    for arg in command.get_arguments() {
        let id = arg.get_id();
        assert!(arg.get_long().is_some() && arg.get_env().is_some(), "{id}");
        assert!(arg.get_help().is_some() && arg.get_help_heading().is_some(), "{id}");
    }
}

#[test]
fn empty_variables_are_unset() {
    let folder = Folder::new();
    let command = Settings::augment_args(Command::new("serve"));
    let mut serve = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
    for arg in command.get_arguments() {
        let variable = arg.get_env().unwrap();
        if variable != "DATABASE_URL" {
            serve.env(variable, "");
        }
    }
    Server::start_command(&folder, &mut serve).stop();
}

#[test]
fn a_secret_can_be_read_from_a_file() {
    let folder = Folder::new();
    let file = folder.write("url", &format!("{}\n", folder.url()));
    let missing = folder.path().join("none").display().to_string();
    let empty = folder.write("empty", "\n");
    let bad = folder.write("bad", "mysql://user:hunter2@127.0.0.1/data\n");
    let cases = [
        (vec![("DATABASE_URL_FILE", file.as_str())], None),
        (vec![("DATABASE_URL_FILE", &file), ("DATABASE_URL", "")], None),
        (vec![("DATABASE_URL_FILE", &missing)], Some("DATABASE_URL_FILE")),
        (vec![("DATABASE_URL_FILE", &empty)], Some("is empty")),
        (vec![("DATABASE_URL_FILE", &bad)], Some("DATABASE_URL_FILE must")),
        (
            vec![("DATABASE_URL_FILE", &file), ("DATABASE_URL", "nonsense")],
            Some("DATABASE_URL and DATABASE_URL_FILE"),
        ),
    ];
    for (variables, problem) in cases {
        let mut command = folder.command(&["migrate"]);
        command.env_remove("DATABASE_URL").envs(variables.clone());
        let run = folder.run_command(&mut command);
        match problem {
            None => assert_eq!(run.code, Some(0), "{variables:?}: {}", run.stderr),
            Some(problem) => {
                let run = run.expect_failure(&format!("{variables:?}"));
                assert!(run.stderr.contains(problem), "{variables:?}: {}", run.stderr);
                assert!(!run.stderr.contains("hunter2"), "{}", run.stderr);
            }
        }
    }
    // The flag wins, and a command without the setting ignores the file.
    let url = folder.url();
    for arguments in [&["migrate", "--database-url", &url][..], &["schema"]] {
        let mut command = folder.command(arguments);
        command.env_remove("DATABASE_URL").env("DATABASE_URL_FILE", &missing);
        folder.run_command(command.env("LOG_FORMAT", "xml")).expect(0);
    }
    let help = folder.command(&["--help"]).env("DATABASE_URL_FILE", &bad).output().unwrap();
    assert!(!String::from_utf8(help.stdout).unwrap().contains("hunter2"));
}

/// A message names what the user wrote: the variable or the flag.
#[test]
fn messages_name_the_variable_or_the_flag() {
    let folder = Folder::new();
    let cases = [
        ("LOG_FORMAT", "--log-format", "xml"),
        ("MAX_CONNECTIONS", "--max-connections", "0"),
        ("GRACE", "--grace", "soon"),
        ("LISTEN", "--listen", "nonsense"),
        ("BROKER_URL", "--broker-url", "nonsense"),
        ("DATABASE_READ_URL", "--database-read-url", "nonsense"),
        ("GRAPHQL_TRUSTED_DOCUMENTS", "--trusted-documents", "none.json"),
        ("DATABASE_URL", "--database-url", "nonsense"),
    ];
    for (variable, flag, value) in cases {
        let url = "postgres://user@127.0.0.1:1/data";
        let mut by_variable = folder.command(&["serve"]);
        by_variable.env("DATABASE_URL", url).env(variable, value);
        let mut by_flag = folder.command(&["serve", flag, value]);
        if variable == "DATABASE_URL" {
            by_flag.env_remove("DATABASE_URL");
        } else {
            by_flag.env("DATABASE_URL", url);
        }
        for (mut command, named, other) in
            [(by_variable, variable, flag), (by_flag, flag, variable)]
        {
            let run = folder.run_command(&mut command).expect_failure(named);
            let is_message =
                |line: &&str| line.starts_with("reinstate: ") || line.starts_with("error: ");
            let line = run.stderr.lines().find(is_message).unwrap();
            assert!(line.contains(named) && !line.contains(other), "{named}: {line}");
        }
    }
}
