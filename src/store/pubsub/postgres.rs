//! Wake-ups over PostgreSQL, on a connection of their own.

use sea_orm::sqlx::{
    self,
    postgres::{PgConnectOptions, PgListener, PgPoolOptions},
};

use super::relay::{Lost, PATIENCE};

/// A connection that listens to a channel.
pub struct OverPostgres {
    listener: PgListener,
    channel: String,
}

impl OverPostgres {
    /// Listens to the channel of that name.
    pub async fn open(url: &str, name: String) -> Result<Self, Lost> {
        let options: PgConnectOptions =
            url.parse().map_err(|_| Lost("the URL can't be read".to_owned()))?;
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .max_lifetime(None)
            .idle_timeout(None)
            .acquire_timeout(PATIENCE)
            .connect_with(options)
            .await?;
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.ignore_pool_close_event(true);
        listener.eager_reconnect(false);
        let channel = format!("reinstate_{name}");
        listener.listen(&channel).await?;
        Ok(Self { listener, channel })
    }

    /// Sends one.
    pub async fn send(&mut self, sender: &str) -> Result<(), Lost> {
        let notify = sqlx::query("SELECT pg_notify($1, $2)").bind(&self.channel).bind(sender);
        notify.execute(&mut self.listener).await?;
        Ok(())
    }

    /// Who sent the next one.
    pub async fn hear(&mut self) -> Result<String, Lost> {
        match self.listener.try_recv().await? {
            Some(notification) => Ok(notification.payload().to_owned()),
            None => Err(Lost("the connection to the database is lost".to_owned())),
        }
    }
}

impl From<sqlx::Error> for Lost {
    fn from(error: sqlx::Error) -> Self {
        Self(error.to_string())
    }
}
