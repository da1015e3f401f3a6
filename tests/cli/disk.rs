//! A full disk: writes are refused while it lasts, reads work, and nothing is lost.

use std::{fs, process::Command};

use serde_json::json;

use crate::support::{
    Folder, Response, Server, data, get, graphql, notification, post, report_skipped, shell,
    wait_until,
};

/// Bytes of each message, so that few fill the disk.
const MESSAGE: usize = 60_000;
/// Approximate size of the disk, several times as large as an empty database.
const ROOM: usize = 4 * 1024 * 1024;

fn write(server: &Server, token: &str) -> Response {
    let mut body = notification("a");
    body["message"] = "m".repeat(MESSAGE).into();
    post(server.address, "/api/v1/notifications", token, &body)
}

/// Writes until the disk is full, and returns how many writes succeeded.
fn fill(server: &Server, token: &str) -> usize {
    for written in 0..=ROOM / MESSAGE {
        let response = write(server, token);
        if response.status == 503 {
            assert_eq!(response.json(), json!({ "message": "Service Unavailable" }));
            assert_eq!(response.header("retry-after"), Some("1"), "{response:?}");
            return written;
        }
        response.expect(201);
    }
    panic!("there is always room");
}

/// Asserts that writes fail and reads work on a full disk, and that writes work when there is room
/// again.
fn assert_recovers(folder: &Folder, server: &Server, token: &str, make_room: impl FnOnce()) {
    let count = || usize::try_from(folder.count("notifications")).unwrap();
    let mut written = count() + fill(server, token);
    assert!(written > 0, "there never was room");
    for _ in 0..3 {
        // A small write may still fit; then it succeeds.
        written += fill(server, token);
        let document = "mutation { deleteLocale(code: \"en\") { operationId } }";
        let response = graphql(server.address, token, document);
        assert!([200, 503].contains(&response.status), "{response:?}");
        let document = "{ viewer { user { email } } notifications(first: 1) { totalCount } }";
        let read = data(server.address, token, document);
        assert_eq!(read["notifications"]["totalCount"], written, "{read}");
        get(server.address, "/readyz").expect(200);
    }
    folder.assert_whole();
    make_room();
    wait_until("a write", || {
        let response = write(server, token);
        assert!([201, 503].contains(&response.status), "{response:?}");
        response.status == 201
    });
    assert_eq!(count(), written + 1);
    println!("{written} notifications were acknowledged without room, and one with it again");
    folder.assert_whole();
    assert!(!server.log().contains("\"status\":500"), "{}", server.log());
}

/// A limit on the file size: writes fail as on a broken disk.
#[test]
fn a_file_size_limit_loses_nothing() {
    let folder = Folder::new();
    let token = folder.setup(json!({ "locales": [{ "code": "en", "name": "English" }] }));
    // The signal that comes with the limit would end the process.
    let limit = format!("trap '' XFSZ; prlimit --pid $$ --fsize={ROOM}:");
    let server = Server::start_command(&folder, &mut folder.limited(&limit));
    assert_recovers(&folder, &server, &token, || {
        shell(&format!("prlimit --pid {} --fsize=unlimited:", server.id()));
    });
    server.stop();
}

/// A file system in memory, in this folder.
struct Disk(String);

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").args(["-l", &self.0]).status();
    }
}

#[test]
fn a_full_disk_loses_nothing() {
    let outer = Folder::new();
    let disk = Disk(outer.path().display().to_string());
    let mut mount = Command::new("mount");
    mount.args(["-t", "tmpfs", "-o", &format!("size={ROOM}"), "tmpfs", &disk.0]);
    if !mount.output().unwrap().status.success() {
        let test = "disk::a_full_disk_loses_nothing";
        return report_skipped(test, "the right to mount a file system");
    }
    let folder = Folder::with_url(outer.url());
    let token = folder.setup(json!({ "locales": [{ "code": "en", "name": "English" }] }));
    let filler = outer.path().join("filler");
    fs::write(&filler, vec![0; ROOM / 4]).unwrap();
    let mut server = Server::start(&folder, &[]);
    fill(&server, &token);
    // A server that is killed can start again on the full disk.
    server.kill();
    server = Server::start(&folder, &[]);
    get(server.address, "/readyz").expect(200);
    assert_recovers(&folder, &server, &token, || fs::remove_file(filler).unwrap());
    server.stop();
}
