"""Counts round trips to PostgreSQL: a proxy that counts how often the server is ready for more."""

import socket
import threading


class Proxy:
    """Forwards connections to PostgreSQL while its `with` block runs."""

    def __init__(self, host, port):
        self.target = (host, port)
        self.count = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]

    def __enter__(self):
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(self.target)
            for one, other, counts in [(client, server, False), (server, client, True)]:
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self.forward, args=(one, other, counts), daemon=True).start()

    def forward(self, source, target, counts):
        pending = b""
        while data := receive(source):
            target.sendall(data)
            if not counts:
                continue
            pending += data
            while len(pending) >= 5:
                length = 1 + int.from_bytes(pending[1:5], "big")
                if len(pending) < length:
                    break
                self.count += pending[:1] == b"Z"
                pending = pending[length:]
        target.close()


def receive(source):
    """The next bytes; none once the connection has ended."""
    try:
        return source.recv(65536)
    except OSError:
        return b""
