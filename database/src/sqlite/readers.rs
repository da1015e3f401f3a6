//! Threads that read, each with a connection of its own.

use rusqlite::{Connection, OpenFlags};
use sea_orm::{DbErr, RuntimeErr, SqlxError, Statement};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, SendError, Sender},
    },
    thread,
    time::{Duration, Instant},
};
use tokio::sync::oneshot;

use super::{
    error::database_error,
    file::DatabaseFile,
    lane::Lane,
    options::BUSY_TIMEOUT,
    transaction::{Observer, SqliteRow, SqliteTransaction},
    writer::lost,
};
use crate::lock::lock;

/// Prepared statements that a connection keeps.
const STATEMENTS: usize = 128;
/// After how many SQLite instructions it is asked whether a statement goes on. So many take less than
/// a millisecond.
const INSTRUCTIONS: i32 = 10_000;

/// Threads for short statements. One runs a hundred thousand a second.
const SHORT_THREADS: usize = 2;

/// How long a statement takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// It reads a row or two by an index, and may wait for others that do.
    Short,
    /// Nobody knows.
    Any,
    /// It may take so long, and is interrupted then.
    AtMost(Duration),
}

/// Runs statements that only read.
///
/// A statement runs on one thread from its first row to its last, so that rows don't cross threads one
/// by one. Those who ask limit how many run at once; there are as many threads as ran at once.
#[derive(Clone)]
pub(crate) struct SqliteReaders(Arc<Shared>);

struct Shared {
    file: Arc<DatabaseFile>,
    /// The threads that wait. The last one has the warmest caches.
    idle: Mutex<Vec<Sender<Task>>>,
    /// What is short, for threads of its own.
    short: Arc<Lane<Job>>,
    observer: Mutex<Option<Observer>>,
}

/// What a thread does next, and the way to give it more.
struct Task(Job, Sender<Task>);

/// Runs a statement, and returns what sends its result.
type Job = Box<dyn FnOnce(&Reader) -> Box<dyn FnOnce() + Send> + Send>;

/// What a thread reads with.
struct Reader {
    connection: Connection,
    /// When the present statement ends without a result.
    limit: Arc<Mutex<Limit>>,
}

#[derive(Default)]
struct Limit {
    /// When it has taken too long.
    deadline: Option<Instant>,
    /// Whether nobody waits for it any more.
    is_dropped: Option<Arc<AtomicBool>>,
}

/// Notes when nobody waits for a statement any more.
struct Waiting(Arc<AtomicBool>);

impl SqliteReaders {
    /// Readers of a file, which is in WAL mode. Threads and connections are made when they are needed.
    pub(crate) fn new(file: Arc<DatabaseFile>) -> Self {
        let (idle, short, observer) = (Mutex::default(), Lane::new(), Mutex::default());
        Self(Arc::new(Shared { file, idle, short, observer }))
    }

    /// Runs a statement, and returns what is read of each row.
    ///
    /// One that takes too long, and one that nobody waits for, is interrupted.
    ///
    /// # Errors
    /// When the file can't be opened, the statement fails or a row can't be read.
    pub async fn query<T: Send + 'static>(
        &self,
        statement: Statement,
        length: Length,
        read: impl FnMut(&SqliteRow<'_>) -> Result<T, DbErr> + Send + 'static,
    ) -> Result<Vec<T>, DbErr> {
        let (answer, result) = oneshot::channel();
        let is_dropped = Arc::new(AtomicBool::new(false));
        let _waiting = Waiting(Arc::clone(&is_dropped));
        let observer = lock(&self.0.observer).clone();
        let deadline = match length {
            Length::AtMost(time) => Some(Instant::now() + time),
            Length::Short | Length::Any => None,
        };
        let limit = Limit { deadline, is_dropped: Some(is_dropped) };
        let job: Job = Box::new(move |reader| {
            let outcome = reader.run(&statement, limit, observer, read);
            Box::new(move || drop(answer.send(outcome)))
        });
        match length {
            Length::Short => self.0.start_short(job)?,
            Length::Any | Length::AtMost(_) => self.start(job)?,
        }
        result.await.map_err(|_| failed(SqlxError::WorkerCrashed))?
    }

    /// Sets a function that is called with each executed statement.
    pub(crate) fn set_observer(&self, observer: Observer) {
        *lock(&self.0.observer) = Some(observer);
    }

    /// Gives a statement to a thread that waits, or to a new one.
    fn start(&self, job: Job) -> Result<(), DbErr> {
        let idle = lock(&self.0.idle).pop();
        let job = match idle {
            Some(reader) => match reader.send(Task(job, reader.clone())) {
                Ok(()) => return Ok(()),
                // The thread has ended.
                Err(SendError(Task(job, _))) => job,
            },
            None => job,
        };
        let (tasks, receiver) = mpsc::channel();
        let (reader, shared) = (self.0.open()?, Arc::downgrade(&self.0));
        thread::Builder::new()
            .name("sqlite-reader".to_owned())
            .spawn(move || reader.serve(&receiver, &shared))
            .map_err(|error| failed(SqlxError::Io(error)))?;
        let task = Task(job, tasks.clone());
        tasks.send(task).map_err(|_| failed(SqlxError::WorkerCrashed))
    }
}

impl Shared {
    /// Gives a short statement to the threads for such ones.
    fn start_short(&self, job: Job) -> Result<(), DbErr> {
        if !self.short.push(job, SHORT_THREADS) {
            return Ok(());
        }
        let lane = Arc::clone(&self.short);
        let started = self.open().and_then(|reader| {
            let run = move || {
                while let Some(job) = lane.next() {
                    job(&reader)();
                }
            };
            let thread = thread::Builder::new().name("sqlite-short".to_owned()).spawn(run);
            thread.map_err(|error| failed(SqlxError::Io(error)))
        });
        match started {
            Ok(_) => Ok(()),
            // Those that run already have it otherwise.
            Err(error) => self.short.not_started().map_or(Ok(()), |_| Err(error)),
        }
    }

    /// Opens a connection, which is interrupted once its limit is over.
    fn open(&self) -> Result<Reader, DbErr> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || {
            let connection = Connection::open_with_flags(self.file.path(), flags)?;
            connection.busy_timeout(BUSY_TIMEOUT)?;
            connection.pragma_update(None, "query_only", true)?;
            connection.set_prepared_statement_cache_capacity(STATEMENTS);
            let limit = Arc::<Mutex<Limit>>::default();
            let checked = Arc::clone(&limit);
            connection.progress_handler(INSTRUCTIONS, Some(move || lock(&checked).is_over()))?;
            Ok(Reader { connection, limit })
        };
        let unopened = |error| self.file.check().map_or_else(lost, |()| database_error(error));
        open().map_err(unopened)
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.short.close();
    }
}

impl Reader {
    /// Runs what comes, until nobody can ask any more.
    fn serve(self, tasks: &Receiver<Task>, shared: &Weak<Shared>) {
        while let Ok(Task(job, own)) = tasks.recv() {
            let answer = job(&self);
            // Before the answer, so that who gets it finds the thread waiting.
            if let Some(shared) = shared.upgrade() {
                lock(&shared.idle).push(own);
            }
            answer();
        }
    }

    fn run<T>(
        &self,
        statement: &Statement,
        limit: Limit,
        observer: Option<Observer>,
        read: impl FnMut(&SqliteRow<'_>) -> Result<T, DbErr>,
    ) -> Result<Vec<T>, DbErr> {
        if limit.is_over() {
            return Err(interrupted());
        }
        *lock(&self.limit) = limit;
        let connection = SqliteTransaction { connection: &self.connection, observer };
        // The panic of one read must not end the thread.
        let outcome = catch_unwind(AssertUnwindSafe(|| connection.query(statement, read)));
        *lock(&self.limit) = Limit::default();
        outcome.unwrap_or_else(|_| Err(DbErr::Custom("a read panicked".to_owned())))
    }
}

impl Limit {
    fn is_over(&self) -> bool {
        self.is_dropped.as_ref().is_some_and(|it| it.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|it| it <= Instant::now())
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn failed(error: SqlxError) -> DbErr {
    DbErr::Query(RuntimeErr::SqlxError(Arc::new(error)))
}

/// The error of a statement that was interrupted.
fn interrupted() -> DbErr {
    let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_INTERRUPT);
    database_error(rusqlite::Error::SqliteFailure(code, None))
}
