//! A proxy between the servers and their broker, which can be cut.

use std::{
    io::{ErrorKind, copy},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

/// It forwards connections until it is cut, and again once it is mended.
pub struct Proxy {
    pub address: SocketAddr,
    is_cut: Arc<AtomicBool>,
    streams: Arc<Mutex<Vec<TcpStream>>>,
}

impl Proxy {
    /// A proxy in front of that address.
    pub fn before(behind: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let is_cut = Arc::<AtomicBool>::default();
        let streams = Arc::<Mutex<Vec<TcpStream>>>::default();
        let (cut, open) = (Arc::clone(&is_cut), Arc::clone(&streams));
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                // Dropping it ends the client's connection.
                if cut.load(Ordering::SeqCst) {
                    continue;
                }
                let Ok(server) = TcpStream::connect(behind) else { continue };
                open.lock()
                    .unwrap()
                    .extend([client.try_clone().unwrap(), server.try_clone().unwrap()]);
                pass(client.try_clone().unwrap(), server.try_clone().unwrap());
                pass(server, client);
            }
        });
        Self { address, is_cut, streams }
    }

    /// Ends all connections and accepts no more.
    pub fn cut(&self) {
        self.is_cut.store(true, Ordering::SeqCst);
        for stream in self.streams.lock().unwrap().drain(..) {
            match stream.shutdown(Shutdown::Both) {
                Err(error) if error.kind() != ErrorKind::NotConnected => panic!("{error}"),
                _ => {}
            }
        }
    }

    /// Accepts connections again.
    pub fn mend(&self) {
        self.is_cut.store(false, Ordering::SeqCst);
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream) {
    thread::spawn(move || {
        // It ends when either side ends.
        let _ = copy(&mut from, &mut to);
        let _ = to.shutdown(Shutdown::Both);
    });
}
