//! The caller who asks for little, and how long that takes.

use std::{
    fmt,
    net::SocketAddr,
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use super::{
    ask::{Answer, Link, Request},
    requests::{mutation, query},
    rows::{GOOD, token},
};

/// Longest wait for a response.
const PATIENCE: Duration = Duration::from_secs(30);

/// What it met.
#[derive(Default)]
pub struct Measured {
    pub reads: Vec<Duration>,
    pub writes: Vec<Duration>,
    pub lives: Vec<Duration>,
    /// Requests that weren't answered as they should be, and the last such answer.
    pub refused: usize,
    pub refusal: String,
    /// Largest memory of the server, in MiB.
    pub memory: u64,
    /// What the hostile ones got: 200, 503, something else, and the last of the others.
    pub hostile: [usize; 3],
    pub last: String,
}

/// The time below which that share of the requests was answered.
pub fn share(times: &[Duration], share: f64) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times[((times.len() - 1) as f64 * share).ceil() as usize]
}

impl Measured {
    /// A page, a record, a count of few, a change through each API, and `/livez`, over and over.
    pub fn of(address: SocketAddr, time: Duration) -> Self {
        let (mut measured, began) = (Self::default(), Instant::now());
        let page = query("reports(first: 10) { nodes { title } }");
        let point = query("locale(code: \"de\") { name }");
        let few =
            query(&format!("reports(where: {{ userId: {{ eq: {GOOD} }} }}) {{ totalCount }}"));
        let create = mutation("createReport(input: { title: \"a\" }) { report { title } }");
        let change = json!({ "native_name": "Deutsch" }).to_string();
        let change = Request::new("PATCH /api/v1/admin/locales/de", "", &change);
        let live = Request::new("GET /livez", "", "");
        while measured.lives.is_empty() || began.elapsed() < time {
            for (request, of) in
                [(&page, 0), (&point, 0), (&few, 0), (&create, 1), (&change, 1), (&live, 2)]
            {
                let began = Instant::now();
                // Each on a connection of its own, as after a pause.
                let is_late = || began.elapsed() > PATIENCE;
                let answer = Link::new(address).ask(request, &token(GOOD, 0), 0, &is_late);
                let took = began.elapsed();
                [&mut measured.reads, &mut measured.writes, &mut measured.lives][of].push(took);
                let is_good = |it: &Answer| {
                    (200..300).contains(&it.status) && !it.text.contains("\"errors\"")
                };
                if !answer.as_ref().is_some_and(is_good) {
                    measured.refused += 1;
                    measured.refusal = answer.map_or("none".to_owned(), |it| it.text);
                }
            }
            thread::sleep(Duration::from_millis(10));
        }
        measured
    }

    /// What is over the limits: of reads and writes below that share, and of `/livez`.
    pub fn wrong(
        &self,
        part: f64,
        limit: Duration,
        of_livez: Duration,
        memory: u64,
    ) -> Vec<String> {
        let times = [
            ("reads", &self.reads, limit),
            ("writes", &self.writes, limit),
            ("/livez", &self.lives, of_livez),
        ];
        let mut faults = Vec::new();
        for (name, times, limit) in times {
            let took = share(times, part);
            faults.extend((took > limit).then(|| format!("{name} take {took:?}")));
        }
        faults.extend((self.refused > 0).then(|| format!("{}: {}", self.refused, self.refusal)));
        faults.extend((self.memory > memory).then(|| format!("{} MiB", self.memory)));
        faults
    }
}

/// A row of a table: median, 99 % and slowest in ms.
impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for times in [&self.reads, &self.writes] {
            let [half, most, all] = [0.5, 0.99, 1.0].map(|it| share(times, it).as_secs_f64() * 1e3);
            write!(f, " {half:.1}, {most:.0}, {all:.0} |")?;
        }
        let live = share(&self.lives, 0.99).as_secs_f64() * 1e3;
        let [answered, refused, other] = self.hostile;
        write!(
            f,
            " {live:.0} | {} | {} | {answered}, {refused}, {other} |",
            self.refused, self.memory
        )
    }
}
