//! What the system knows of this process, under the names that Prometheus has for it.

use prometheus_client::{metrics::gauge::Gauge, registry::Registry};
use std::fs;

/// The numbers; those that the system doesn't tell stay away.
#[derive(Clone, Debug, Default)]
pub struct Process {
    began: Gauge,
    memory: Gauge,
    files: Gauge,
}

impl Process {
    /// Of a process that began then, in seconds since 1970.
    pub fn began(seconds: i64) -> Self {
        let process = Self::default();
        process.began.set(seconds);
        process
    }

    /// Names them.
    pub fn register(&self, registry: &mut Registry) {
        for (name, help, gauge) in [
            ("process_start_time_seconds", "When the process began, since 1970", &self.began),
            ("process_resident_memory_bytes", "Memory that the process has", &self.memory),
            ("process_open_fds", "Files and connections that it has open", &self.files),
        ] {
            registry.register(name, help, gauge.clone());
        }
    }

    /// Looks the system's numbers up; only Linux tells them, below /proc.
    pub fn look(&self) {
        if let Some(bytes) = resident() {
            self.memory.set(bytes);
        }
        if let Ok(files) = fs::read_dir("/proc/self/fd") {
            self.files.set(i64::try_from(files.count()).unwrap_or(i64::MAX));
        }
    }
}

/// Resident memory in bytes.
fn resident() -> Option<i64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: i64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
