//! Metrics of the process, under the names that Prometheus uses.

use prometheus_client::{metrics::gauge::Gauge, registry::Registry};
use std::fs;

/// The metrics of the process. Those that the system doesn't provide stay 0.
#[derive(Clone, Debug, Default)]
pub struct Process {
    memory: Gauge,
    files: Gauge,
}

impl Process {
    /// Registers metrics of a process, started at a Unix time (seconds).
    pub fn new(registry: &mut Registry, start_time: i64) -> Self {
        let (process, start) = (Self::default(), Gauge::<i64>::default());
        start.set(start_time);
        for (name, help, gauge) in [
            ("process_start_time_seconds", "Start of the process, as Unix time", &start),
            ("process_resident_memory_bytes", "Resident memory of the process", &process.memory),
            ("process_open_fds", "Open files and connections of the process", &process.files),
        ] {
            registry.register(name, help, gauge.clone());
        }
        process
    }

    /// Reads the values from `/proc`, which only Linux has.
    pub fn update(&self) {
        if let Some(bytes) = resident_memory() {
            self.memory.set(bytes);
        }
        if let Ok(files) = fs::read_dir("/proc/self/fd") {
            self.files.set(i64::try_from(files.count()).unwrap_or(i64::MAX));
        }
    }
}

/// Resident memory in bytes.
fn resident_memory() -> Option<i64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: i64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
