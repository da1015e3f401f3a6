//! Wake-ups over NATS.

use async_nats::{Client, ConnectOptions, Event, ServerAddr, Subscriber};
use futures_util::StreamExt;
use std::fmt;
use tokio::sync::mpsc;
use url::Url;

use super::relay::{Lost, PATIENCE};

/// Where the servers of a broker are, and who connects.
///
/// The addresses hold no password: the library tells them in what it logs.
pub struct Nats {
    addresses: Vec<ServerAddr>,
    user: String,
    password: Option<String>,
}

/// What is wrong with the URL of a broker, which may hold a password and is not repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadBroker(&'static str);

impl BadBroker {
    /// There is nobody to be woken.
    pub const NOT_NEEDED: Self = Self("is for PostgreSQL: a SQLite file has one server");
}

impl fmt::Display for BadBroker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BROKER_URL {}", self.0)
    }
}

impl std::error::Error for BadBroker {}

impl fmt::Debug for Nats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nats").field("addresses", &self.addresses).finish_non_exhaustive()
    }
}

impl Nats {
    /// Reads `nats://[USER:PASSWORD@]HOST[:PORT]`, or `tls://…`; several of them, with commas
    /// between them, are servers of one broker. A user without a password is a token.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn read(text: &str) -> Result<Self, BadBroker> {
        let mut nats = Self { addresses: Vec::new(), user: String::new(), password: None };
        for one in text.split(',') {
            let mut url: Url = one.trim().parse().map_err(|_| BadBroker("can't be read"))?;
            if !["nats", "tls"].contains(&url.scheme()) {
                return Err(BadBroker("must begin with nats:// or tls://"));
            }
            if url.host_str().is_none_or(str::is_empty) {
                return Err(BadBroker("names no host"));
            }
            if !url.username().is_empty() {
                let plain = |text| percent_decoded(text).ok_or(BadBroker("is not UTF-8"));
                nats.user = plain(url.username())?;
                nats.password = url.password().map(plain).transpose()?;
            }
            let stripped = url.set_username("").and_then(|()| url.set_password(None));
            stripped.map_err(|()| BadBroker("can't be read"))?;
            let address = ServerAddr::from_url(url);
            nats.addresses.push(address.map_err(|_| BadBroker("can't be read"))?);
        }
        Ok(nats)
    }

    fn options(&self) -> ConnectOptions {
        match (&*self.user, &self.password) {
            ("", _) => ConnectOptions::new(),
            (token, None) => ConnectOptions::with_token(token.to_owned()),
            (user, Some(password)) => {
                ConnectOptions::with_user_and_password(user.to_owned(), password.clone())
            }
        }
    }
}

/// A text of a URL as it was meant: `%40` is an at sign.
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        bytes.extend_from_slice(before.as_bytes());
        bytes.push(u8::from_str_radix(after.get(..2)?, 16).ok()?);
        rest = after.get(2..)?;
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8(bytes).ok()
}

/// A connection that is subscribed to a subject.
pub struct OverNats {
    client: Client,
    subscriber: Subscriber,
    subject: String,
    /// Says why when the connection is gone.
    gone: mpsc::Receiver<String>,
}

impl OverNats {
    /// Subscribes to the subject of that name.
    pub async fn open(nats: &Nats, name: String) -> Result<Self, Lost> {
        let (sender, gone) = mpsc::channel(1);
        let client = nats
            .options()
            .name("reinstate")
            .connection_timeout(PATIENCE)
            // Connecting anew is done by whoever uses this.
            .max_reconnects(1)
            .event_callback(move |event| {
                let sender = sender.clone();
                async move {
                    if matches!(event, Event::Disconnected | Event::Closed | Event::LameDuckMode) {
                        // One reason is enough.
                        let _ = sender.try_send(format!("the broker is gone: {event}"));
                    }
                }
            })
            .connect(&nats.addresses[..])
            .await
            .map_err(|error| Lost(format!("the broker can't be reached: {}", error.kind())))?;
        let subject = format!("reinstate.{name}.written");
        let subscriber = client.subscribe(subject.clone()).await.map_err(unusable)?;
        Ok(Self { client, subscriber, subject, gone })
    }

    /// Sends one.
    pub async fn send(&mut self, sender: &str) -> Result<(), Lost> {
        let payload = sender.to_owned().into();
        self.client.publish(self.subject.clone(), payload).await.map_err(unusable)?;
        self.client.flush().await.map_err(unusable)
    }

    /// Who sent the next one.
    pub async fn hear(&mut self) -> Result<String, Lost> {
        tokio::select! {
            message = self.subscriber.next() => match message {
                Some(message) => Ok(String::from_utf8_lossy(&message.payload).into_owned()),
                None => Err(Lost("the subscription has ended".to_owned())),
            },
            Some(why) = self.gone.recv() => Err(Lost(why)),
        }
    }
}

fn unusable(error: impl fmt::Display) -> Lost {
    Lost(format!("the broker can't be used: {error}"))
}

#[cfg(test)]
mod tests {
    use super::Nats;

    #[test]
    fn urls_of_brokers_are_read() {
        for (text, addresses, user, password) in [
            ("nats://127.0.0.1:4222", 1, "", None),
            ("nats://a:4222, tls://b", 2, "", None),
            ("nats://user:p%40ss@a", 1, "user", Some("p@ss")),
            ("nats://token@a,nats://token@b", 2, "token", None),
        ] {
            let nats = Nats::read(text).unwrap();
            assert_eq!(nats.addresses.len(), addresses, "{text}");
            assert_eq!((&*nats.user, nats.password.as_deref()), (user, password), "{text}");
            assert!(!format!("{nats:?}").contains("ss@"), "{nats:?}");
            assert!(!format!("{nats:?}").contains("token"), "{nats:?}");
        }
    }

    #[test]
    fn what_is_no_url_of_a_broker_is_refused_without_repeating_it() {
        for text in
            ["", "secret", "http://secret@a", "nats://", "nats://secret@a,b", "ws://secret@a"]
        {
            let refusal = Nats::read(text).unwrap_err().to_string();
            assert!(refusal.starts_with("BROKER_URL "), "{refusal}");
            assert!(!refusal.contains("secret"), "{refusal}");
        }
    }
}
