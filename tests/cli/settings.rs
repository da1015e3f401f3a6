//! Invalid settings: the exit code is an error, the message names the setting, and no message shows
//! a password.

use std::net::TcpListener;

use crate::support::{Folder, Server};

const PASSWORD: &str = "hunter2";

/// Database URLs that a server would wait for.
const UNAVAILABLE: [&str; 2] = [
    "postgres://user:hunter2@127.0.0.1:1/data",
    "postgresql://user:hunter2@no-such-host.invalid/data",
];

/// URLs of no database.
fn bad_urls(folder: &Folder) -> Vec<String> {
    vec![
        "hunter2".to_owned(),
        "mysql://user:hunter2@127.0.0.1/data".to_owned(),
        "postgres://user:hunter2@127.0.0.1:port/data".to_owned(),
        "postgres://user:hunter2@[::1/data".to_owned(),
        "postgres://user:hunter2@127.0.0.1:1/data?sslmode=hunter2".to_owned(),
        "postgres://user:hunter2%@127.0.0.1:1/data".to_owned(),
        "sqlite:///no/such/folder/data.db?mode=rwc".to_owned(),
        format!("sqlite://{}/none.db", folder.path().display()),
        format!("sqlite://{}/data.db?mode=hunter2", folder.path().display()),
        format!("sqlite://{}", folder.path().display()),
    ]
}

#[test]
fn invalid_database_urls_are_refused_without_showing_them() {
    let folder = Folder::new();
    let commands: [&[&str]; 4] = [&["serve"], &["migrate"], &["seed"], &["token", "a@example.com"]];
    let urls = bad_urls(&folder);
    // Each URL with one of the commands, as a variable and as a flag.
    let bad = urls.iter().map(String::as_str).zip(commands.into_iter().cycle());
    for (url, command) in
        bad.chain(UNAVAILABLE.into_iter().zip([&["serve", "--demo"][..], commands[3]]))
    {
        let by_variable = folder.run_command(folder.command(command).env("DATABASE_URL", url));
        let flag = [command, &["--database-url", url]].concat();
        let by_flag = folder.run_command(folder.command(&flag).env_remove("DATABASE_URL"));
        for (how, run) in [("variable", by_variable), ("flag", by_flag)] {
            let case = format!("{command:?} {url} by {how}");
            let run = run.expect_failure(&case);
            let named =
                run.stderr.contains("DATABASE_URL") || run.stderr.contains("--database-url");
            assert!(named, "{case}: {}", run.stderr);
            assert!(
                !run.stderr.contains(PASSWORD) && run.stdout.is_empty(),
                "{case}: {}",
                run.stderr
            );
        }
    }
}

#[test]
fn other_invalid_settings_are_refused_by_name() {
    let folder = Folder::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let serve: &[&str] = &["serve"];
    let token = |more: &'static [&'static str]| [&["token", "a@example.com"], more].concat();
    let variables: [(&[&str], &str, &str, &str); 9] = [
        (serve, "LISTEN", "nonsense", "LISTEN"),
        (serve, "LISTEN", "127.0.0.1:99999", "LISTEN"),
        (serve, "LISTEN", "203.0.113.1:1", "LISTEN"),
        (serve, "LISTEN", &taken, "LISTEN"),
        (serve, "RUST_LOG", "reinstate=loud", "RUST_LOG"),
        (serve, "RUST_LOG", "[[[", "RUST_LOG"),
        (serve, "LOG_FORMAT", "xml", "LOG_FORMAT"),
        (serve, "SQLITE_SYNCHRONOUS", "off", "SQLITE_SYNCHRONOUS"),
        (&["migrate"], "SQLITE_SYNCHRONOUS", "off", "SQLITE_SYNCHRONOUS"),
    ];
    for (command, name, value, named) in variables {
        let case = format!("{command:?} {name}={value}");
        let run = folder.run_command(folder.command(command).env(name, value));
        let run = run.expect_failure(&case);
        assert!(run.stderr.contains(named), "{case}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{case}");
    }
    let flags = [
        (vec!["serve", "--listen", "nonsense"], "--listen"),
        (vec!["serve", "--rust-log", "[[["], "--rust-log"),
        (vec!["serve", "--log-format", "xml"], "--log-format"),
        (vec!["serve", "--sqlite-synchronous", "off"], "--sqlite-synchronous"),
        (vec!["serve", "--max-fields", "0"], "--max-fields"),
        (vec!["serve", "--max-records", "0"], "--max-records"),
        (vec!["serve", "--nonsense"], "--nonsense"),
        (vec!["--nonsense"], "--nonsense"),
        (vec!["nonsense"], "nonsense"),
        (vec!["serve", "more"], "more"),
        (vec!["migrate", "--demo"], "--demo"),
        (vec!["token"], "EMAIL"),
        (vec!["seed", "no-such-file.json"], "no-such-file.json"),
        (vec!["seed", "."], "FILE"),
        (vec!["schema", "--nonsense"], "--nonsense"),
        (token(&["--expires-in", "soon"]), "--expires-in"),
        (token(&["--expires-in", "-1d"]), "-1"),
        (token(&["--expires-in", ""]), "--expires-in"),
        (token(&["--expires-in", "30"]), "--expires-in"),
        (token(&["--expires-in", "0s"]), "'--expires-in <DURATION>': must be at least 1s"),
        (token(&["--expires-in", "1ns"]), "must be at least 1s"),
        (token(&["--expires-in", "99999999999999999999y"]), "--expires-in"),
        (token(&["--expires-in", "9000y"]), "--expires-in"),
        (token(&["--permission", ""]), "--permission"),
        (token(&["--no-permissions", "--permission", "a.b"]), "--permission"),
    ];
    for (arguments, named) in flags {
        let case = format!("{arguments:?}");
        let run = folder.run(&arguments).expect_failure(&case);
        assert!(run.stderr.contains(named), "{case}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{case}");
    }
}

/// Help describes each setting and never shows the value of `DATABASE_URL`.
#[test]
fn help_shows_no_secret() {
    let folder = Folder::new();
    let url = "postgres://user:hunter2@127.0.0.1/data";
    for command in ["", "serve", "migrate", "seed", "token", "schema", "openapi"] {
        for flag in ["--help", "-h"] {
            let arguments: Vec<&str> =
                [command, flag].into_iter().filter(|it| !it.is_empty()).collect();
            let run =
                folder.run_command(folder.command(&arguments).env("DATABASE_URL", url)).expect(0);
            assert!(run.stdout.contains("Usage"), "{arguments:?}");
            assert!(
                !run.stdout.contains(PASSWORD) && run.stderr.is_empty(),
                "{arguments:?}: {}",
                run.stdout
            );
            let has_database = !["schema", "openapi"].contains(&command);
            assert_eq!(run.stdout.contains("DATABASE_URL"), has_database, "{arguments:?}");
        }
    }
}

/// Each setting is a variable and a flag, and the flag takes precedence.
#[test]
fn flags_override_variables() {
    let folder = Folder::new();
    let mut command = folder.command(&["--listen", "127.0.0.1:0", "--rust-log", "info"]);
    command.env("LISTEN", "nonsense").env("RUST_LOG", "[[[");
    Server::start_command(&folder, &mut command).stop();
}
