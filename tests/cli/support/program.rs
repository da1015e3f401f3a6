//! Runs the program.

use std::{
    fs::{self, File},
    future::Future,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use reinstate::app::App;
use reinstate::clock::Clock;
use reinstate::store::database::Database;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value as Json, json};

use super::{postgres, wait_for};

/// A temporary folder with a database.
pub struct Folder {
    folder: tempfile::TempDir,
    elsewhere: Option<String>,
    _schema: Option<postgres::Schema>,
    runs: AtomicUsize,
}

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    /// Its exit code; `None` when a signal ended it.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// Files for the output of a run.
pub struct Outputs {
    pub stdout: PathBuf,
    pub stderr: PathBuf,
}

/// The program under test: an optimised one for figures, or else the one that cargo has built.
fn program() -> PathBuf {
    let named = std::env::var_os("REINSTATE_PROGRAM").map(PathBuf::from);
    named.unwrap_or_else(|| env!("CARGO_BIN_EXE_reinstate").into())
}

impl Folder {
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            elsewhere: None,
            _schema: None,
            runs: AtomicUsize::new(0),
        }
    }

    /// A folder with SQLite and, where PostgreSQL is available, one with a schema in it.
    pub fn of_each_engine() -> Vec<Self> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("reinstate_cli_{}_{number}", std::process::id());
        let with_url = |schema: postgres::Schema| Self {
            elsewhere: Some(schema.url()),
            _schema: Some(schema),
            ..Self::new()
        };
        let elsewhere = on(postgres::Schema::create(&name)).map(with_url);
        [Self::new()].into_iter().chain(elsewhere).collect()
    }

    /// A folder for a database at this URL.
    pub fn with_url(url: String) -> Self {
        Self { elsewhere: Some(url), ..Self::new() }
    }

    /// A folder for PostgreSQL, where that is available.
    pub fn postgres() -> Option<Self> {
        Self::of_each_engine().into_iter().find(Self::is_postgres)
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The path of a file in it.
    pub fn file(&self, name: &str) -> String {
        self.path().join(name).display().to_string()
    }

    /// The URL of the database.
    pub fn url(&self) -> String {
        let here = || format!("sqlite://{}/data.db?mode=rwc", self.path().display());
        self.elsewhere.clone().unwrap_or_else(here)
    }

    /// Whether the database is PostgreSQL.
    pub fn is_postgres(&self) -> bool {
        self.url().starts_with("postgres")
    }

    /// Writes a file and returns its path.
    pub fn write(&self, name: &str, text: &str) -> String {
        let path = self.file(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// The program with these arguments, and only the database in its environment.
    pub fn command(&self, arguments: &[&str]) -> Command {
        self.prepared(Command::new(program()), arguments)
    }

    fn prepared(&self, mut command: Command, arguments: &[&str]) -> Command {
        command.args(arguments).current_dir(self.path()).env_clear();
        command.env("DATABASE_URL", self.url()).stdin(Stdio::null());
        command
    }

    /// A server with these flags.
    pub fn serve(&self, flags: &[&str]) -> Command {
        self.command(&[&["serve", "--listen", "127.0.0.1:0"], flags].concat())
    }

    /// A server under resource limits that a line of shell sets.
    pub fn limited(&self, limit: &str) -> Command {
        let script = format!("{limit}; exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script]).arg(program());
        let mut command = self.prepared(command, &["serve", "--listen", "127.0.0.1:0"]);
        command.env("PATH", std::env::var_os("PATH").unwrap());
        command
    }

    /// Starts a command with its output in files, which never fill up.
    pub fn start(&self, command: &mut Command) -> (Child, Outputs) {
        let run = self.runs.fetch_add(1, Ordering::Relaxed);
        let path = |what: &str| self.path().join(format!("{run}.{what}"));
        let outputs = Outputs { stdout: path("stdout"), stderr: path("stderr") };
        let child = command
            .stdout(File::create(&outputs.stdout).unwrap())
            .stderr(File::create(&outputs.stderr).unwrap())
            .spawn()
            .unwrap();
        (child, outputs)
    }

    /// Runs a command and waits for it.
    #[track_caller]
    pub fn run_command(&self, command: &mut Command) -> Run {
        let (mut child, outputs) = self.start(command);
        let status = wait_for("the command to end", || child.try_wait().unwrap());
        Run {
            code: status.code(),
            stdout: fs::read_to_string(outputs.stdout).unwrap(),
            stderr: fs::read_to_string(outputs.stderr).unwrap(),
        }
    }

    /// Runs the program with these arguments and waits for it.
    #[track_caller]
    pub fn run(&self, arguments: &[&str]) -> Run {
        self.run_command(&mut self.command(arguments))
    }

    /// Runs the program with the arguments of a line.
    #[track_caller]
    pub fn line(&self, line: &str) -> Run {
        self.run(&line.split(' ').collect::<Vec<_>>())
    }

    /// Runs the program with these arguments and variables and waits for it.
    #[track_caller]
    pub fn run_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Run {
        self.run_command(self.command(arguments).envs(variables.iter().copied()))
    }

    /// Loads fixtures.
    #[track_caller]
    pub fn seed(&self, fixtures: &Json) {
        let file = self.write("fixtures.json", &fixtures.to_string());
        self.run(&["seed", &file]).expect(0);
    }

    /// Seeds these fixtures and account 1, `a@example.com`, with all permissions; returns a token
    /// of the account.
    #[track_caller]
    pub fn setup(&self, mut fixtures: Json) -> String {
        let admin = json!({ "id": 1, "email": "a@example.com", "permissions": ["*"] });
        match fixtures["users"].as_array_mut() {
            Some(users) => users.insert(0, admin),
            None => fixtures["users"] = json!([admin]),
        }
        self.seed(&fixtures);
        self.token(&["a@example.com"])
    }

    /// A token for an account.
    #[track_caller]
    pub fn token(&self, arguments: &[&str]) -> String {
        let run = self.run(&[&["token"], arguments].concat()).expect(0);
        run.stdout.trim_end().to_owned()
    }

    /// Reads an integer from the database directly.
    pub fn number(&self, sql: &str) -> i64 {
        self.numbers(sql)[0]
    }

    /// Reads a column of integers from the database directly.
    pub fn numbers(&self, sql: &str) -> Vec<i64> {
        on(async {
            let database = self.app().await.database.clone();
            let statement = Statement::from_string(database.backend(), sql.to_owned());
            let rows = database.operator().reader.query_all_raw(statement).await.unwrap();
            rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
        })
    }

    /// The number of rows of a table, or of a table with a condition.
    pub fn count(&self, rows: &str) -> i64 {
        self.number(&format!("SELECT COUNT(*) FROM {rows}"))
    }

    /// Asserts the integrity of the SQLite file.
    #[track_caller]
    pub fn assert_whole(&self) {
        assert_eq!(self.count("pragma_integrity_check WHERE integrity_check <> 'ok'"), 0);
    }

    /// Changes the database directly.
    pub fn execute(&self, sql: &str) {
        on(async {
            let database = self.app().await.database.clone();
            database.operator().writer.execute_unprepared(sql).await.unwrap();
        });
    }

    /// Calls `act` while a transaction has made this statement, and its locks.
    pub fn locked(&self, statement: &str, act: impl FnOnce()) {
        on(async {
            let transaction = self.app().await.database.operator().begin().await.unwrap();
            transaction.execute_unprepared(statement).await.unwrap();
            act();
            transaction.rollback().await.unwrap();
        });
    }

    async fn app(&self) -> Arc<App> {
        let database = Database::open(&self.url()).await.unwrap();
        Arc::new(App::new(database, Clock::system()))
    }
}

impl Run {
    /// The run, after asserting its exit code.
    #[track_caller]
    pub fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}", self.stderr);
        self
    }

    /// The run, after asserting that it wrote this to standard error.
    #[track_caller]
    pub fn says(self, text: &str) -> Self {
        assert!(self.stderr.contains(text), "{text}: {}", self.stderr);
        self
    }

    /// Standard output as JSON.
    #[track_caller]
    pub fn json(&self) -> Json {
        serde_json::from_str(&self.stdout).unwrap()
    }

    /// The run, after asserting that it failed without a crash.
    #[track_caller]
    pub fn expect_failure(self, case: &str) -> Self {
        let failed = matches!(self.code, Some(1 | 2));
        assert!(failed, "{case}: {:?} {} {}", self.code, self.stdout, self.stderr);
        assert!(!self.stderr.contains("panicked"), "{case}: {}", self.stderr);
        self
    }
}

/// A new SQLite folder after [`Folder::setup`], and the token.
#[track_caller]
pub fn setup(fixtures: Json) -> (Folder, String) {
    let folder = Folder::new();
    let token = folder.setup(fixtures);
    (folder, token)
}

/// Blocks on a future.
pub fn on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.unwrap().block_on(future)
}
