//! An OpenTelemetry collector that keeps what it receives.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

use opentelemetry_proto::tonic::{
    collector::trace::v1::ExportTraceServiceRequest,
    common::v1::{AnyValue, KeyValue, any_value::Value},
    trace::v1::Span,
};
use prost::Message;

use super::wait_for;

/// It listens on its own port as long as the process runs.
pub struct Collector {
    port: u16,
    posts: Arc<Mutex<Vec<Post>>>,
}

/// A received request.
#[derive(Clone)]
struct Post {
    head: String,
    body: Vec<u8>,
}

impl Collector {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let posts = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&posts);
        thread::spawn(move || {
            for stream in listener.incoming() {
                kept.lock().unwrap().extend(received(stream.unwrap()));
            }
        });
        Self { port, posts }
    }

    /// The value for `OTEL_EXPORTER_OTLP_ENDPOINT`.
    pub fn endpoint(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The heads of all requests.
    pub fn heads(&self) -> Vec<String> {
        self.posts.lock().unwrap().iter().map(|post| post.head.clone()).collect()
    }

    /// All bodies.
    pub fn bytes(&self) -> Vec<u8> {
        self.posts.lock().unwrap().iter().flat_map(|post| post.body.clone()).collect()
    }

    /// All spans, in the order in which they ended.
    pub fn spans(&self) -> Vec<Span> {
        let requests = self.requests().into_iter();
        let of_resources = requests.flat_map(|request| request.resource_spans);
        of_resources.flat_map(|it| it.scope_spans).flat_map(|it| it.spans).collect()
    }

    /// The spans, once there are this many.
    #[track_caller]
    pub fn wait_for_spans(&self, count: usize) -> Vec<Span> {
        wait_for("the spans", || Some(self.spans()).filter(|spans| spans.len() >= count))
    }

    /// The last value of an attribute of the service.
    pub fn of_service(&self, name: &str) -> Option<String> {
        let resource = self.requests().pop()?.resource_spans.pop()?.resource?;
        text(&resource.attributes, name)
    }

    fn requests(&self) -> Vec<ExportTraceServiceRequest> {
        let posts = self.posts.lock().unwrap();
        posts.iter().map(|it| ExportTraceServiceRequest::decode(&*it.body).unwrap()).collect()
    }
}

/// Reads a request and answers it.
fn received(stream: TcpStream) -> Option<Post> {
    let (mut stream, mut head) = (BufReader::new(stream), String::new());
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let lower = head.to_ascii_lowercase();
    let length = lower.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    let mut body = vec![0; length.parse().unwrap()];
    stream.read_exact(&mut body).ok()?;
    let response = b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
    stream.get_mut().write_all(response).ok()?;
    Some(Post { head, body })
}

/// The value of an attribute as text.
pub fn text(attributes: &[KeyValue], name: &str) -> Option<String> {
    let attribute = attributes.iter().find(|it| it.key == name)?;
    match attribute.value.clone() {
        Some(AnyValue { value: Some(Value::StringValue(text)) }) => Some(text),
        Some(AnyValue { value: Some(Value::IntValue(number)) }) => Some(number.to_string()),
        other => panic!("{name}: {other:?}"),
    }
}
