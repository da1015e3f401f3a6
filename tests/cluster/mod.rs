//! A private PostgreSQL cluster, which can be stopped, killed and restarted.

#![allow(dead_code, unused_imports, reason = "the test programs use different parts")]

mod skip;

use std::{
    env, fs,
    net::TcpListener,
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

pub use skip::{report_skipped, skip, skip_all};

/// A cluster in a temporary folder. It is stopped and removed on drop, and when this process ends
/// in any way.
pub struct Cluster {
    bin: PathBuf,
    folder: PathBuf,
    port: u16,
    /// Programs of PostgreSQL refuse to run as root; Debian's packages bring an account for them.
    run: &'static str,
    _watch: Child,
}

impl Cluster {
    /// A cluster that is not started yet; `None` without PostgreSQL's programs, after reporting that
    /// the test is skipped.
    pub fn create_or_skip() -> Option<Self> {
        let cluster = Self::create();
        if cluster.is_none() {
            skip("initdb and pg_ctl of PostgreSQL");
        }
        cluster
    }

    /// A cluster that is not started yet; `None` without PostgreSQL's programs.
    pub fn create() -> Option<Self> {
        let bin = programs()?;
        let folder = tempfile::tempdir().unwrap().keep();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let is_root = Command::new("id").arg("-u").output().unwrap().stdout.starts_with(b"0\n");
        let run = if is_root { "runuser -u postgres -- " } else { "" };
        let (b, dir) = (bin.display(), folder.display());
        // The watchdog reads until this process has ended, and then stops the cluster.
        let stop = format!("read _; {run}{b}/pg_ctl -D {dir}/data -m immediate stop; rm -rf {dir}");
        let watch = Command::new("sh")
            .args(["-c", &stop])
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let cluster = Self { bin, folder, port, run, _watch: watch };
        if is_root {
            cluster.shell(&format!("chown postgres {}", cluster.folder.display()));
        }
        // Killing a process doesn't lose unsynced files.
        cluster.program("initdb -N -A trust -U postgres -D data");
        // The role `guest` needs a password.
        let file = cluster.folder.join("data/pg_hba.conf");
        let trusting = fs::read_to_string(&file).unwrap();
        fs::write(file, format!("host all guest all scram-sha-256\n{trusting}")).unwrap();
        Some(cluster)
    }

    /// The URL of a database.
    pub fn url(&self, database: &str) -> String {
        self.url_as("postgres", database)
    }

    /// The URL of a database for this role.
    pub fn url_as(&self, account: &str, database: &str) -> String {
        format!("postgres://{account}@127.0.0.1:{}/{database}?sslmode=disable", self.port)
    }

    /// Starts it and waits until it accepts connections.
    pub fn start(&self) {
        self.start_with("-c shared_buffers=16MB");
    }

    /// Starts it with these options.
    pub fn start_with(&self, options: &str) {
        let (port, dir) = (self.port, self.folder.display());
        self.program(&format!(
            "pg_ctl -D data -w -l log -o \
             \"-p {port} -k {dir} -c listen_addresses=127.0.0.1 {options}\" start"
        ));
    }

    /// Stops it: `fast` ends its connections, `immediate` is a crash.
    pub fn stop(&self, mode: &str) {
        self.program(&format!("pg_ctl -D data -w -m {mode} stop"));
    }

    /// Sends a signal to all its processes, such as `STOP` or `CONT`.
    pub fn signal(&self, name: &str) {
        for process in self.processes() {
            signal(name, &process);
        }
    }

    /// Kills all its processes, and waits until they are gone.
    pub fn kill(&self) {
        let processes = self.processes();
        for process in &processes {
            signal("KILL", process);
        }
        while processes.iter().any(|process| lives(process)) {
            thread::sleep(Duration::from_millis(5));
        }
        // Where nobody reaps orphans its process id stays in use, and it would seem to run.
        let socket = format!(".s.PGSQL.{}.lock", self.port);
        for lock in ["data/postmaster.pid", &socket] {
            fs::remove_file(self.folder.join(lock)).unwrap();
        }
    }

    /// Kills one of the processes that serve a client.
    pub fn kill_one(&self) {
        let serves = |process: &&String| {
            let title = fs::read_to_string(format!("/proc/{process}/cmdline")).unwrap_or_default();
            title.contains("127.0.0.1(")
        };
        let children = children(&self.server());
        signal("KILL", children.iter().find(serves).unwrap());
    }

    /// Restores a dump of the database `postgres` into an empty database of another cluster.
    pub fn restore_into(&self, other: &Self, database: &str) {
        let dump = self.folder.join("backup.dump").display().to_string();
        self.program(&format!("pg_dump --format=custom --file={dump} {}", self.url("postgres")));
        let url = other.url(database);
        other.program(&format!("createdb -h 127.0.0.1 -p {} -U postgres {database}", other.port));
        other.program(&format!("pg_restore --no-owner --exit-on-error --dbname={url} {dump}"));
    }

    /// Waits until it accepts connections.
    pub fn wait(&self) {
        let ask = format!("{}/pg_isready -q -h 127.0.0.1 -p {}", self.bin.display(), self.port);
        self.shell(&format!("until {ask}; do sleep 0.02; done"));
    }

    /// All its processes, the postmaster first.
    fn processes(&self) -> Vec<String> {
        let server = self.server();
        let children = children(&server);
        [vec![server], children].concat()
    }

    /// The process id of the postmaster.
    fn server(&self) -> String {
        let file = fs::read_to_string(self.folder.join("data/postmaster.pid")).unwrap();
        file.lines().next().unwrap().trim().to_owned()
    }

    /// Runs one of PostgreSQL's programs in the folder.
    fn program(&self, command: &str) {
        self.shell(&format!("{}{}/{command}", self.run, self.bin.display()));
    }

    fn shell(&self, command: &str) {
        let log = fs::File::options()
            .create(true)
            .append(true)
            .open(self.folder.join("commands"))
            .unwrap();
        let status = Command::new("sh")
            .args(["-c", command])
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .status();
        let log = || fs::read_to_string(self.folder.join("commands")).unwrap_or_default();
        assert!(status.unwrap().success(), "{command}: {}", log());
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // The watchdog stops the cluster once its standard input is closed on drop; suspended
        // processes must continue to end properly.
        if fs::exists(self.folder.join("data/postmaster.pid")).unwrap_or_default() {
            self.signal("CONT");
        }
    }
}

/// Sends a signal to a process, which may have ended.
fn signal(name: &str, process: &str) {
    let kill = format!("kill -{name} {process} 2>/dev/null");
    let _ = Command::new("sh").args(["-c", &kill]).status();
}

/// The fields of `/proc/PID/stat` after the name: the state, then the parent.
fn stat(process: &str) -> Option<Vec<String>> {
    // "12 (name) S 1 …": the name may contain anything but ends with the last parenthesis.
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    Some(rest.split_whitespace().map(str::to_owned).collect())
}

/// Whether a process runs, and is no zombie.
fn lives(process: &str) -> bool {
    stat(process).is_some_and(|stat| stat[0] != "Z")
}

/// The children of a process.
fn children(parent: &str) -> Vec<String> {
    let is_child = |process: &String| stat(process).is_some_and(|stat| stat[1] == parent);
    let entries = fs::read_dir("/proc").unwrap().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).filter(is_child).collect()
}

/// The folder with `initdb` and `pg_ctl`.
fn programs() -> Option<PathBuf> {
    let installed = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let packaged = installed.map(|version| version.path().join("bin"));
    let on_path: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    packaged.chain(on_path).find(|bin| bin.join("initdb").exists() && bin.join("pg_ctl").exists())
}
