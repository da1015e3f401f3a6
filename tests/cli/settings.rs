//! Invalid settings: the exit code is an error, the message names the setting, and no message shows
//! a password.

use std::net::TcpListener;

use crate::support::{Folder, Run, Server, get};

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
        let by_variable = folder.run_with(command, &[("DATABASE_URL", url)]);
        let flag = [command, &["--database-url", url]].concat();
        let by_flag = folder.run_command(folder.command(&flag).env_remove("DATABASE_URL"));
        for (how, run) in [("DATABASE_URL", by_variable), ("--database-url", by_flag)] {
            let case = format!("{command:?} {url} {how}");
            let run = run.expect_failure(&case);
            let named = ["DATABASE_URL", "--database-url"].iter().any(|it| run.stderr.contains(it));
            let shown = run.stderr.contains(PASSWORD) || !run.stdout.is_empty();
            assert!(named && !shown, "{case}: {}", run.stderr);
        }
    }
}

/// Variables of `serve`, the exit code, and what the message names.
const VARIABLES: &[(&str, i32, &str)] = &[
    ("LISTEN=nonsense", 1, "LISTEN"),
    ("LISTEN=8080", 1, "LISTEN 8080 must have an address and a port, such as 127.0.0.1:8080"),
    ("LISTEN=127.0.0.1:99999", 1, "LISTEN"),
    ("LISTEN=203.0.113.1:1", 1, "LISTEN"),
    ("METRICS_LISTEN=nonsense", 1, "METRICS_LISTEN"),
    ("RUST_LOG=reinstate=loud", 1, "RUST_LOG"),
    ("RUST_LOG=[[[", 1, "RUST_LOG"),
    ("LOG_FORMAT=xml", 2, "LOG_FORMAT"),
    ("SQLITE_SYNCHRONOUS=off", 2, "SQLITE_SYNCHRONOUS"),
    ("RATE_LIMIT=many", 2, "RATE_LIMIT"),
    ("RATE_LIMIT=0/s", 2, "RATE_LIMIT"),
    ("RATE_LIMIT_ADDRESS=10/d", 2, "RATE_LIMIT_ADDRESS"),
    ("RATE_LIMIT_BURST=0", 2, "RATE_LIMIT_BURST"),
    ("TRUSTED_PROXIES=10.0.0.0/33", 2, "TRUSTED_PROXIES"),
    ("CORS_ORIGINS=https://a.example,nonsense", 2, "CORS_ORIGINS"),
    ("CORS_ORIGINS=https://a.example/", 2, "no path, not even a slash: https://a.example"),
    ("GRAPHQL_TRUSTED_DOCUMENTS=no-such-file", 1, "no-such-file"),
    ("GRAPHQL_TRUSTED_DOCUMENTS=invalid.json", 1, "invalid.json"),
    ("GRAPHQL_TRUSTED_DOCUMENTS=a.json,b.json", 1, "b.json: the id a has two documents"),
    // The three settings of an identity provider require each other.
    ("JWT_JWKS=keys.json", 2, "--jwt-issuer"),
    ("JWT_JWKS=keys.json|JWT_ISSUER=i", 2, "--jwt-audience"),
    ("JWT_ISSUER=i", 2, "--jwt-jwks"),
    ("JWT_AUDIENCE=a", 2, "--jwt-jwks"),
    ("JWT_JWKS=no-such-file|JWT_ISSUER=i|JWT_AUDIENCE=a", 1, "JWT_JWKS"),
    ("JWT_JWKS=keys.json|JWT_ISSUER=i|JWT_AUDIENCE=a", 1, "JWT_JWKS"),
    ("JWT_JWKS=http://id.example.com/keys|JWT_ISSUER=i|JWT_AUDIENCE=a", 1, "https://"),
    ("JWT_JWKS=|JWT_ISSUER=i|JWT_AUDIENCE=a", 2, "--jwt-jwks"),
    ("JWT_JWKS=keys.json|JWT_ISSUER=i|JWT_AUDIENCE=a|JWT_ACCOUNT=name", 2, "JWT_ACCOUNT"),
    ("OTEL_EXPORTER_OTLP_ENDPOINT=hunter2", 1, "OTEL_EXPORTER_OTLP_ENDPOINT "),
    ("OTEL_EXPORTER_OTLP_ENDPOINT=127.0.0.1:4318", 1, "OTEL_EXPORTER_OTLP_ENDPOINT "),
    ("OTEL_EXPORTER_OTLP_ENDPOINT=grpc://127.0.0.1:4317", 1, "OTEL_EXPORTER_OTLP_ENDPOINT "),
    ("OTEL_EXPORTER_OTLP_ENDPOINT=http://", 1, "OTEL_EXPORTER_OTLP_ENDPOINT "),
    ("OTEL_EXPORTER_OTLP_ENDPOINT=http://a:hunter2@b:1", 1, "OTEL_EXPORTER_OTLP_ENDPOINT "),
    ("OTEL_EXPORTER_OTLP_HEADERS=hunter2", 1, "OTEL_EXPORTER_OTLP_HEADERS "),
    ("OTEL_EXPORTER_OTLP_HEADERS=a=b,hunter2", 1, "OTEL_EXPORTER_OTLP_HEADERS "),
    ("OTEL_EXPORTER_OTLP_HEADERS=a=b,hunter 2=x", 1, "OTEL_EXPORTER_OTLP_HEADERS "),
    ("OTEL_EXPORTER_OTLP_HEADERS=a=hunter2%0A", 1, "OTEL_EXPORTER_OTLP_HEADERS "),
    ("OTEL_TRACES_SAMPLER=sometimes", 1, "OTEL_TRACES_SAMPLER "),
    ("OTEL_TRACES_SAMPLER=parentbased_", 1, "OTEL_TRACES_SAMPLER "),
    ("OTEL_TRACES_SAMPLER_ARG=2", 1, "OTEL_TRACES_SAMPLER_ARG "),
    ("OTEL_TRACES_SAMPLER_ARG=half", 1, "OTEL_TRACES_SAMPLER_ARG "),
];

/// Arguments, and what the message names.
const ARGUMENTS: &[(&str, &str)] = &[
    ("serve --listen nonsense", "--listen"),
    ("serve --metrics-listen nonsense", "--metrics-listen nonsense"),
    ("serve --rust-log [[[", "--rust-log"),
    ("serve --log-format xml", "--log-format"),
    ("serve --sqlite-synchronous off", "--sqlite-synchronous"),
    ("serve --max-fields 0", "--max-fields"),
    ("serve --max-records 0", "--max-records"),
    ("serve --cors-origins a.example", "such as https://app.example.com"),
    ("serve --trusted-documents invalid.json", "--trusted-documents"),
    ("serve --retention reports", "--retention"),
    ("serve --retention reports=1d,reports=2d", "twice"),
    ("serve --nonsense", "--nonsense"),
    ("--nonsense", "--nonsense"),
    ("nonsense", "nonsense"),
    ("serve more", "more"),
    ("migrate --demo", "--demo"),
    ("migrate --sqlite-synchronous off", "--sqlite-synchronous"),
    ("seed no-such-file.json", "no-such-file.json"),
    ("seed .", "FILE"),
    ("schema --nonsense", "--nonsense"),
    ("token", "EMAIL"),
    ("token a@example.com --expires-in soon", "--expires-in"),
    ("token a@example.com --expires-in -1d", "-1"),
    ("token a@example.com --expires-in ", "--expires-in"),
    ("token a@example.com --expires-in 30", "--expires-in"),
    ("token a@example.com --expires-in 0s", "'--expires-in <DURATION>': must be at least 1s"),
    ("token a@example.com --expires-in 1ns", "must be at least 1s"),
    ("token a@example.com --expires-in 99999999999999999999y", "--expires-in"),
    ("token a@example.com --expires-in 9000y", "--expires-in"),
    ("token a@example.com --permission ", "--permission"),
    ("token a@example.com --no-permissions --permission a.b", "--permission"),
];

#[test]
fn other_invalid_settings_are_refused_by_name() {
    let folder = Folder::new();
    for (name, text) in [
        ("keys.json", "{\"keys\": []}"),
        ("invalid.json", "[]"),
        ("a.json", "{\"a\": \"{ b }\"}"),
        ("b.json", "{\"a\": \"{ c }\"}"),
    ] {
        folder.write(name, text);
    }
    let refused = |case: &str, run: Run, named: &str| {
        let run = run.expect_failure(case).says(named);
        assert!(!run.stderr.contains("hunter") && run.stdout.is_empty(), "{case}: {run:?}");
        run
    };
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let is_taken = format!("LISTEN={}", taken.local_addr().unwrap());
    for (case, code, named) in VARIABLES.iter().chain([&(&*is_taken, 1, "LISTEN")]) {
        let endpoint = [("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")];
        let sampler = [("OTEL_TRACES_SAMPLER", "traceidratio")];
        let own = case.split('|').map(|it| it.split_once('=').unwrap());
        let all: Vec<_> = endpoint.into_iter().chain(sampler).chain(own).collect();
        refused(case, folder.run_with(&["serve"], &all), named).expect(*code);
    }
    for (case, named) in ARGUMENTS {
        refused(case, folder.line(case), named);
    }
}

/// Help describes each setting and never shows the value of `DATABASE_URL`.
#[test]
fn help_shows_no_secret() {
    let folder = Folder::new();
    let url = [("DATABASE_URL", "postgres://user:hunter2@127.0.0.1/data")];
    for command in ["", "serve", "migrate", "seed", "token", "schema", "openapi"] {
        for flag in ["--help", "-h"] {
            let arguments = [command, flag];
            let run = folder.run_with(&arguments[usize::from(command.is_empty())..], &url);
            let help = run.expect(0).stdout;
            assert!(help.contains("Usage") && !help.contains(PASSWORD), "{arguments:?}: {help}");
            let has_database = !["schema", "openapi"].contains(&command);
            assert_eq!(help.contains("DATABASE_URL"), has_database, "{arguments:?}");
        }
    }
}

/// No log shows a password, not even while it connects: the driver knows the whole URL.
#[test]
fn the_password_of_the_database_is_not_logged() {
    let url = "postgres://user:hunter2@127.0.0.1:1/data?nonsense=1";
    let folder = Folder::with_url(url.to_owned());
    let server = Server::start(&folder, &["--rust-log", "trace,sea_orm=trace"]);
    get(server.address, "/readyz").expect(503);
    let log = server.stop();
    assert!(log.contains("nonsense"), "the driver has said something");
    assert!(!log.contains("hunter2"), "{log}");
}
