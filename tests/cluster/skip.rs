//! Reports tests that are skipped: libtest counts them as passed.

use std::{
    env,
    io::{self, Write},
    thread,
};

/// Reports that the current test is skipped; fails in CI, which must skip none.
pub fn skip(missing: &str) {
    skip_all(thread::current().name().unwrap_or("a test"), missing);
}

/// Reports that several tests are skipped; fails in CI, which must skip none.
pub fn skip_all(tests: &str, missing: &str) {
    assert!(env::var("CI").as_deref() != Ok("true"), "CI needs {missing}");
    report_skipped(tests, missing);
}

/// Prints which tests are skipped, past the capture of libtest, which would swallow `eprintln!`.
pub fn report_skipped(tests: &str, missing: &str) {
    // One write, so that lines of libtest don't come in between.
    let line = format!("\nSKIPPED {tests}: needs {missing}\n");
    let _ = io::stderr().write_all(line.as_bytes());
}
