//! Formats request log lines exactly as tracing-subscriber does.
//!
//! There is one for each request, so their cost matters: tracing-subscriber parses the fields of a span
//! again for each JSON line, and each value passes several layers of formatting.

use std::fmt::{self, Debug};
use tracing::{
    Event,
    field::{Field, Visit},
};
use tracing_subscriber::{
    fmt::{
        FmtContext, FormatEvent, FormatFields, FormattedFields,
        format::Writer,
        time::{FormatTime, SystemTime},
    },
    registry::{Registry, SpanRef},
};

use super::line::TARGET;

type Span<'s> = SpanRef<'s, Registry>;

/// Formats request log lines, and leaves others to another formatter.
pub struct Lines<F> {
    /// Formats other lines, and coloured ones.
    pub others: F,
    /// Whether lines are JSON.
    pub is_json: bool,
}

impl<N, F> FormatEvent<Registry, N> for Lines<F>
where
    N: for<'writer> FormatFields<'writer> + 'static,
    F: FormatEvent<Registry, N>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, Registry, N>,
        writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        if event.metadata().target() != TARGET || writer.has_ansi_escapes() {
            return self.others.format_event(context, writer, event);
        }
        if self.is_json { json(context, writer, event) } else { text(context, writer, event) }
    }
}

fn text<N: for<'writer> FormatFields<'writer> + 'static>(
    context: &FmtContext<'_, Registry, N>,
    mut out: Writer<'_>,
    event: &Event<'_>,
) -> fmt::Result {
    SystemTime.format_time(&mut out)?;
    write!(out, " {:>5} ", event.metadata().level().as_str())?;
    let mut spans =
        context.event_scope().into_iter().flat_map(|scope| scope.from_root()).peekable();
    let is_in_span = spans.peek().is_some();
    for span in spans {
        out.write_str(span.name())?;
        with_fields::<N>(&span, |fields| match fields {
            "" => Ok(()),
            fields => write!(out, "{{{fields}}}"),
        })?;
        out.write_char(':')?;
    }
    out.write_str(if is_in_span { " " } else { "" })?;
    out.write_str(TARGET)?;
    out.write_str(": ")?;
    let mut fields = Fields { out, is_json: false, is_first: true, result: Ok(()) };
    event.record(&mut fields);
    fields.result.and_then(|()| fields.out.write_char('\n'))
}

fn json<N: for<'writer> FormatFields<'writer> + 'static>(
    context: &FmtContext<'_, Registry, N>,
    mut out: Writer<'_>,
    event: &Event<'_>,
) -> fmt::Result {
    out.write_str("{\"timestamp\":\"")?;
    SystemTime.format_time(&mut out)?;
    write!(out, "\",\"level\":\"{}\"", event.metadata().level().as_str())?;
    let mut fields = Fields { out, is_json: true, is_first: false, result: Ok(()) };
    event.record(&mut fields);
    let Fields { mut out, result, .. } = fields;
    result?;
    write!(out, ",\"target\":\"{TARGET}\"")?;
    if let Some(current) = context.lookup_current() {
        out.write_str(",\"span\":")?;
        json_span::<N>(&mut out, &current)?;
        let mut before = ",\"spans\":[";
        for span in current.scope().from_root() {
            out.write_str(before)?;
            json_span::<N>(&mut out, &span)?;
            before = ",";
        }
        out.write_char(']')?;
    }
    out.write_str("}\n")
}

/// Writes a span as JSON. It has the span's fields, which are a JSON object already, and its name.
fn json_span<N: 'static>(out: &mut Writer<'_>, span: &Span<'_>) -> fmt::Result {
    with_fields::<N>(span, |fields| match fields.strip_suffix('}') {
        Some(fields) if fields.len() > 1 => write!(out, "{fields},"),
        _ => out.write_char('{'),
    })?;
    write!(out, "\"name\":\"{}\"}}", span.name())
}

/// Calls a function with the formatted fields of a span.
fn with_fields<N: 'static>(
    span: &Span<'_>,
    write: impl FnOnce(&str) -> fmt::Result,
) -> fmt::Result {
    let extensions = span.extensions();
    write(extensions.get::<FormattedFields<N>>().map_or("", |fields| fields.fields.as_str()))
}

/// Writes the fields of a line.
struct Fields<'w> {
    out: Writer<'w>,
    is_json: bool,
    is_first: bool,
    result: fmt::Result,
}

impl Fields<'_> {
    fn name(&mut self, name: &str) -> fmt::Result {
        if self.is_json {
            self.out.write_str(",\"")?;
            self.out.write_str(name)?;
            return self.out.write_str("\":");
        }
        if !std::mem::take(&mut self.is_first) {
            self.out.write_char(' ')?;
        }
        if name != MESSAGE {
            self.out.write_str(name)?;
            self.out.write_char('=')?;
        }
        Ok(())
    }

    fn quoted(&mut self, text: &str) -> fmt::Result {
        // Most texts need no escapes.
        if text.bytes().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\')) {
            self.out.write_char('"')?;
            self.out.write_str(text)?;
            return self.out.write_char('"');
        }
        if self.is_json {
            self.out.write_str(&serde_json::to_string(text).map_err(|_| fmt::Error)?)
        } else {
            write!(self.out, "{text:?}")
        }
    }

    fn add(&mut self, field: &Field, value: impl FnOnce(&mut Self) -> fmt::Result) {
        self.result = self.result.and_then(|()| self.name(field.name())).and_then(|()| value(self));
    }
}

/// The field without a name in text.
const MESSAGE: &str = "message";

impl Visit for Fields<'_> {
    fn record_u64(&mut self, field: &Field, value: u64) {
        self.add(field, |fields| write!(fields.out, "{value}"));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.add(field, |fields| write!(fields.out, "{value}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        let is_bare = !self.is_json && field.name() == MESSAGE;
        self.add(
            field,
            |fields| if is_bare { fields.out.write_str(value) } else { fields.quoted(value) },
        );
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.add(field, |fields| {
            if fields.is_json {
                fields.quoted(&format!("{value:?}"))
            } else {
                write!(fields.out, "{value:?}")
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use tracing_subscriber::{
        fmt::{FormatEvent, FormatFields, Layer, MakeWriter},
        layer::SubscriberExt,
        registry::Registry,
    };

    use super::{Lines, TARGET};

    /// The lines of some events, without their timestamps.
    fn lines<N, E>(layer: Layer<Registry, N, E>) -> Vec<String>
    where
        N: for<'w> FormatFields<'w> + Send + Sync + 'static,
        E: FormatEvent<Registry, N> + Send + Sync + 'static,
    {
        let written: &Mutex<Vec<u8>> = Box::leak(Box::default());
        let layer = layer.with_ansi(false).with_writer(|| written.make_writer());
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), || {
            for text in ["plain", "a \"quote\" and \\", "t\u{e4}b\t\u{1b}", ""] {
                let write = || {
                    tracing::info!(
                        target: TARGET,
                        message = "answered",
                        path = Some(text),
                        status = Some(200_u16),
                        micros = u64::MAX,
                        caller = Some(-1_i64),
                        credential = Some(tracing::field::display(text)),
                        none = None::<&str>,
                    );
                };
                write();
                tracing::info_span!("request", id = text).in_scope(write);
                tracing::info_span!("outer", id = 1).in_scope(|| {
                    tracing::info_span!("bare").in_scope(write);
                });
            }
        });
        let written = String::from_utf8(written.lock().unwrap().clone()).unwrap();
        let digits = |c: char| !c.is_ascii_digit();
        let timeless = |line: &str| match line.split_once("Z") {
            Some((time, rest)) => time.chars().filter(|c| digits(*c)).collect::<String>() + rest,
            None => line.to_owned(),
        };
        written.lines().map(timeless).collect()
    }

    #[test]
    fn lines_are_those_of_the_library() {
        let text = Layer::default().map_event_format(|others| Lines { others, is_json: false });
        assert_eq!(lines(text), lines(Layer::default()));
        let json = || Layer::default().json().flatten_event(true);
        let own = json().map_event_format(|others| Lines { others, is_json: true });
        assert_eq!(lines(own), lines(json()));
    }
}
