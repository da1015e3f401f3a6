//! Wake-ups over PostgreSQL's NOTIFY, on a connection of their own.

use async_trait::async_trait;
use sea_orm::sqlx::{
    self, ConnectOptions, Connection, Executor, Postgres, Row,
    postgres::{PgConnectOptions, PgListener, PgPoolOptions},
};

use super::connection::{Connection as WakeUps, ConnectionLost, TIMEOUT};

/// A connection that listens to a channel.
pub struct PostgresConnection {
    listener: PgListener,
    channel: String,
}

impl PostgresConnection {
    /// Connects and listens to the channel of that name.
    pub async fn open(url: &str, name: String) -> Result<Self, ConnectionLost> {
        let options: PgConnectOptions = url.parse().map_err(|_| "the URL can't be read")?;
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .max_lifetime(None)
            .idle_timeout(None)
            .acquire_timeout(TIMEOUT)
            .connect_with(options.clone())
            .await?;
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.ignore_pool_close_event(true);
        listener.eager_reconnect(false);
        if is_pooled(&mut listener, &options).await? {
            let why = "a pooler shares connections between transactions: name the database itself \
                       or a broker in BROKER_URL";
            return Err(why.into());
        }
        let channel = format!("reinstate_{name}");
        listener.listen(&channel).await?;
        Ok(Self { listener, channel })
    }
}

#[async_trait]
impl WakeUps for PostgresConnection {
    async fn send(&mut self, sender: &str) -> Result<(), ConnectionLost> {
        let notify = sqlx::query("SELECT pg_notify($1, $2)").bind(&self.channel).bind(sender);
        notify.execute(&mut self.listener).await?;
        Ok(())
    }

    async fn receive(&mut self) -> Result<String, ConnectionLost> {
        match self.listener.try_recv().await? {
            Some(notification) => Ok(notification.payload().to_owned()),
            None => Err("the connection to the database is lost".into()),
        }
    }
}

/// Whether a transaction pooler is in between. It would deliver the notifications of one client to
/// others, whose drivers don't expect them.
async fn is_pooled(
    listener: &mut PgListener,
    options: &PgConnectOptions,
) -> Result<bool, sqlx::Error> {
    let mut other = options.connect().await?;
    let first = process(&mut *listener).await?;
    let mut transaction = other.begin().await?;
    let others = process(&mut *transaction).await?;
    let second = process(&mut *listener).await?;
    transaction.rollback().await?;
    other.close().await?;
    Ok(first == others || first != second)
}

/// The process of PostgreSQL that answers.
async fn process<'c>(connection: impl Executor<'c, Database = Postgres>) -> sqlx::Result<i32> {
    connection.fetch_one(sqlx::raw_sql("SELECT pg_backend_pid()")).await?.try_get(0)
}
