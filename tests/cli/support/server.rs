//! A running server, stopped on drop.

use std::{
    fs,
    net::SocketAddr,
    process::{Child, Command, ExitStatus},
};

use serde_json::{Value as Json, json};

use super::{
    Folder, get,
    program::{Outputs, setup},
    wait_for, wait_until,
};

/// It serves on its own port and logs JSON.
pub struct Server {
    pub address: SocketAddr,
    child: Child,
    outputs: Outputs,
}

impl Server {
    /// Starts it and waits until it listens.
    #[track_caller]
    pub fn start(folder: &Folder, arguments: &[&str]) -> Self {
        Self::start_command(folder, &mut folder.serve(arguments))
    }

    /// Starts it with metrics, too.
    #[track_caller]
    pub fn metered(folder: &Folder, arguments: &[&str]) -> Self {
        Self::start(folder, &[&["--metrics-listen", "127.0.0.1:0"], arguments].concat())
    }

    /// Starts a command that serves and waits until it listens.
    #[track_caller]
    pub fn start_command(folder: &Folder, command: &mut Command) -> Self {
        let (mut child, outputs) = folder.start(command.env("LOG_FORMAT", "json"));
        let address = wait_for("the server to listen", || {
            let ended = child.try_wait().unwrap();
            let log = fs::read_to_string(&outputs.stderr).unwrap();
            assert_eq!(ended, None, "{log}");
            // In either log format.
            let mut lines = log.split_inclusive('\n').filter(|line| line.ends_with('\n'));
            let listening = lines.find(|line| line.contains("listening"))?;
            let (_, port) = listening.split_once("127.0.0.1:")?;
            let port: String = port.chars().take_while(char::is_ascii_digit).collect();
            format!("127.0.0.1:{port}").parse().ok()
        });
        Self { address, child, outputs }
    }

    /// Its standard output so far.
    pub fn stdout(&self) -> String {
        fs::read_to_string(&self.outputs.stdout).unwrap()
    }

    /// Its log so far.
    pub fn log(&self) -> String {
        fs::read_to_string(&self.outputs.stderr).unwrap()
    }

    /// Waits until its log has this text.
    #[track_caller]
    pub fn wait_for_log(&self, text: &str) {
        wait_until(text, || self.log().contains(text));
    }

    /// The lines of its log, as objects.
    pub fn log_lines(&self) -> Vec<Json> {
        self.log().lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// The address of its metrics.
    pub fn metrics(&self) -> SocketAddr {
        wait_for("the metrics", || {
            let lines = self.log_lines();
            let line = lines.iter().find(|line| line["message"] == "metrics are answered")?;
            line["address"].as_str()?.parse().ok()
        })
    }

    /// The value of a metric.
    #[track_caller]
    pub fn metric(&self, name: &str) -> f64 {
        let text = get(self.metrics(), "/metrics").expect(200).text;
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
    }

    /// Its memory in bytes; `None` where the system doesn't show it.
    pub fn memory(&self) -> Option<u64> {
        self.bytes("VmRSS:")
    }

    /// The most memory that it has had, in bytes.
    pub fn most_memory(&self) -> Option<u64> {
        self.bytes("VmHWM:")
    }

    fn bytes(&self, of: &str) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with(of))?;
        let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kilobytes * 1024)
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal, such as `TERM`.
    pub fn signal(&self, name: &str) {
        signal(&self.child, name);
    }

    /// Waits until it has ended.
    #[track_caller]
    pub fn ended(&mut self) -> ExitStatus {
        wait_for("the server to end", || self.child.try_wait().unwrap())
    }

    /// Waits until it has ended well.
    #[track_caller]
    pub fn ended_well(&mut self) {
        assert_eq!(self.ended().code(), Some(0), "{}", self.log());
    }

    /// Kills it.
    #[track_caller]
    pub fn kill(&mut self) {
        self.signal("KILL");
        assert_eq!(self.ended().code(), None, "it was killed");
    }

    /// Stops it as a service manager does, and returns the whole log.
    #[track_caller]
    pub fn stop(mut self) -> String {
        self.signal("TERM");
        self.ended_well();
        let log = self.log();
        assert!(!log.contains("panicked"), "{log}");
        log
    }
}

/// A new SQLite folder with an account, a server with these arguments, and a token with all
/// permissions.
#[track_caller]
pub fn serve(arguments: &[&str]) -> (Folder, Server, String) {
    let (folder, token) = setup(json!({}));
    let server = Server::start(&folder, arguments);
    (folder, server, token)
}

/// Sends a signal to a process.
pub fn signal(child: &Child, name: &str) {
    shell(&format!("kill -{name} {}", child.id()));
}

/// Runs a line of shell.
pub fn shell(line: &str) {
    assert!(Command::new("sh").args(["-c", line]).status().unwrap().success(), "{line}");
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
