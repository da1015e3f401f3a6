//! Wake-ups over NATS.

use async_nats::{Client, ConnectOptions, Event, ServerAddr, Subscriber};
use async_trait::async_trait;
use futures_util::StreamExt;
use percent_encoding::percent_decode_str;
use std::fmt;
use tokio::sync::mpsc;
use url::Url;

use super::connection::{Connection, ConnectionLost, TIMEOUT};

/// The addresses and credentials of a broker.
///
/// The addresses contain no password, because the library logs them.
pub struct Nats {
    addresses: Vec<ServerAddr>,
    user: String,
    password: Option<String>,
}

impl fmt::Debug for Nats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nats").field("addresses", &self.addresses).finish_non_exhaustive()
    }
}

impl Nats {
    /// Parses `nats://[USER:PASSWORD@]HOST[:PORT]` or `tls://…`, or several. Several are separated
    /// by commas, for the servers of one broker. A user without a password is a token.
    ///
    /// # Errors
    /// When a URL is invalid. It may contain a password and is not repeated.
    pub fn parse(text: &str) -> Result<Self, String> {
        let invalid = |problem: &str| format!("BROKER_URL {problem}");
        let unreadable = || invalid("can't be read");
        let mut nats = Self { addresses: Vec::new(), user: String::new(), password: None };
        for one in text.split(',') {
            let mut url: Url = one.trim().parse().map_err(|_| unreadable())?;
            if !["nats", "tls"].contains(&url.scheme()) {
                return Err(invalid("must begin with nats://, tls:// or postgres://"));
            }
            if url.host_str().is_none_or(str::is_empty) {
                return Err(invalid("names no host"));
            }
            if !url.username().is_empty() {
                let plain = |text| match percent_decode_str(text).decode_utf8() {
                    Ok(plain) => Ok(plain.into_owned()),
                    Err(_) => Err(invalid("is not UTF-8")),
                };
                nats.user = plain(url.username())?;
                nats.password = url.password().map(plain).transpose()?;
            }
            let stripped = url.set_username("").and_then(|()| url.set_password(None));
            stripped.map_err(|()| unreadable())?;
            let address = ServerAddr::from_url(url);
            nats.addresses.push(address.map_err(|_| unreadable())?);
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

/// A connection that is subscribed to a subject.
pub struct NatsConnection {
    client: Client,
    subscriber: Subscriber,
    subject: String,
    /// Receives the reason when the connection is lost.
    lost: mpsc::Receiver<String>,
}

impl NatsConnection {
    /// Connects and subscribes to the subject of that name.
    pub async fn open(nats: &Nats, name: String) -> Result<Self, ConnectionLost> {
        let (sender, lost) = mpsc::channel(1);
        let client = nats
            .options()
            .name("reinstate")
            .connection_timeout(TIMEOUT)
            // The relay reconnects.
            .max_reconnects(1)
            .event_callback(move |event| {
                let sender = sender.clone();
                async move {
                    if matches!(event, Event::Disconnected | Event::Closed | Event::LameDuckMode) {
                        // The channel keeps the first reason.
                        let _ = sender.try_send(format!("the broker is gone: {event}"));
                    }
                }
            })
            .connect(&nats.addresses[..])
            .await
            .map_err(|error| format!("the broker can't be reached: {}", error.kind()))?;
        let subject = format!("reinstate.{name}.written");
        let subscriber = client.subscribe(subject.clone()).await.map_err(failed)?;
        Ok(Self { client, subscriber, subject, lost })
    }
}

#[async_trait]
impl Connection for NatsConnection {
    async fn send(&mut self, sender: &str) -> Result<(), ConnectionLost> {
        let payload = sender.to_owned().into();
        self.client.publish(self.subject.clone(), payload).await.map_err(failed)?;
        self.client.flush().await.map_err(failed)
    }

    async fn receive(&mut self) -> Result<String, ConnectionLost> {
        tokio::select! {
            message = self.subscriber.next() => match message {
                Some(message) => Ok(String::from_utf8_lossy(&message.payload).into_owned()),
                None => Err("the subscription has ended".into()),
            },
            Some(why) = self.lost.recv() => Err(why.into()),
        }
    }
}

fn failed(error: impl fmt::Display) -> ConnectionLost {
    format!("the broker can't be used: {error}").into()
}

#[cfg(test)]
mod tests {
    use super::Nats;

    #[test]
    fn broker_urls_are_parsed() {
        for (text, addresses, user, password) in [
            ("nats://127.0.0.1:4222", 1, "", None),
            ("nats://a:4222, tls://b", 2, "", None),
            ("nats://user:p%40ss@a", 1, "user", Some("p@ss")),
            ("nats://token@a,nats://token@b", 2, "token", None),
        ] {
            let nats = Nats::parse(text).unwrap();
            assert_eq!(nats.addresses.len(), addresses, "{text}");
            assert_eq!((&*nats.user, nats.password.as_deref()), (user, password), "{text}");
            assert!(!format!("{nats:?}").contains("ss@"), "{nats:?}");
            assert!(!format!("{nats:?}").contains("token"), "{nats:?}");
        }
    }

    #[test]
    fn invalid_broker_urls_are_rejected_without_repeating_them() {
        for text in
            ["", "secret", "http://secret@a", "nats://", "nats://secret@a,b", "ws://secret@a"]
        {
            let error = Nats::parse(text).unwrap_err().to_string();
            assert!(error.starts_with("BROKER_URL "), "{error}");
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
