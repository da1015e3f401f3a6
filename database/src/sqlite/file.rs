//! Notices when an open database file is deleted, replaced or truncated.
//!
//! SQLite goes on writing to the file that it has opened, so that changes would be acknowledged and
//! then be gone.

use std::{
    fs::{self, File},
    io::{self, Read},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};
use tokio::{task::spawn_blocking, time::sleep};

/// The time between two looks at the file.
const INTERVAL: Duration = Duration::from_millis(100);
/// How often in a row the file must be too short. It may be so briefly while SQLite writes it, after
/// it has become shorter by `VACUUM`.
const SHORT: usize = 3;
/// Bytes of the header that say how long the file is.
const HEADER: usize = 32;

/// The file of a database, as it was opened.
#[derive(Debug)]
pub(crate) struct DatabaseFile {
    path: PathBuf,
    identity: (u64, u64),
    /// The most bytes that it had at a look.
    longest: AtomicU64,
}

/// What a look at the file shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Same,
    /// It is shorter than it was, and than it should be.
    Short,
    Gone,
    Unknown,
}

impl DatabaseFile {
    /// Remembers the file at a path.
    pub fn of(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        let identity = (metadata.dev(), metadata.ino());
        Ok(Self { path: path.to_owned(), identity, longest: AtomicU64::new(metadata.len()) })
    }

    /// Where it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Waits until the file is lost, and says how.
    pub async fn wait_until_lost(self: Arc<Self>) -> String {
        let mut short = 0;
        loop {
            sleep(INTERVAL).await;
            let file = Arc::clone(&self);
            let look = spawn_blocking(move || file.look()).await.unwrap_or(Look::Unknown);
            if let Err(lost) = self.judge(look, &mut short) {
                return lost;
            }
        }
    }

    /// Whether the file seems to be whole.
    pub fn is_whole(&self) -> bool {
        !matches!(self.look(), Look::Short | Look::Gone)
    }

    /// Checks that what was written is in the file. Each commit is followed by the check, which
    /// costs one system call. Waits while the file is too short.
    ///
    /// # Errors
    /// When the file is lost, with how.
    pub fn check(&self) -> Result<(), String> {
        let mut short = 0;
        while !self.judge(self.look(), &mut short)? {
            thread::sleep(INTERVAL);
        }
        Ok(())
    }

    /// Whether the file is whole, after looks that found it too short.
    fn judge(&self, look: Look, short: &mut usize) -> Result<bool, String> {
        *short = if look == Look::Short { *short + 1 } else { 0 };
        let lost = |how: &str| Err(format!("the file {} was {how}", self.path.display()));
        match look {
            Look::Gone => lost("deleted, moved or replaced"),
            Look::Short if *short == SHORT => lost("truncated"),
            Look::Short => Ok(false),
            Look::Same | Look::Unknown => Ok(true),
        }
    }

    /// Looks at the file. One that never was as long as its header states is whole: SQLite doesn't
    /// write pages that are free, and others only once no reader needs the old ones.
    fn look(&self) -> Look {
        match fs::metadata(&self.path) {
            Ok(it) if (it.dev(), it.ino()) != self.identity => Look::Gone,
            Ok(it) if it.len() >= self.longest.load(Ordering::Relaxed) => self.seen(it.len()),
            Ok(it) if it.len() >= stated_length(&self.path).unwrap_or(HEADER as u64) => {
                self.seen(it.len())
            }
            Ok(_) => Look::Short,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Look::Gone,
            // Any other error may pass.
            Err(_) => Look::Unknown,
        }
    }

    fn seen(&self, length: u64) -> Look {
        self.longest.store(length, Ordering::Relaxed);
        Look::Same
    }
}

/// The length of the file that its header states. `None`: it can't be read.
fn stated_length(path: &Path) -> Option<u64> {
    let mut header = [0; HEADER];
    File::open(path).ok()?.read_exact(&mut header).ok()?;
    let page = u16::from_be_bytes([header[16], header[17]]);
    // A page of 65,536 bytes is stated as 1.
    let page = if page == 1 { 65_536 } else { u64::from(page) };
    let pages = u32::from_be_bytes([header[28], header[29], header[30], header[31]]);
    Some(page * u64::from(pages))
}
