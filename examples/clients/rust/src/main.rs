//! Restores what is in the trash and has a text in its label, then shows notifications as they arrive.
//!
//! ```sh
//! REINSTATE_URL=http://127.0.0.1:8080 REINSTATE_TOKEN=rsat_… watch-trash harbour
//! ```

use std::{env, error::Error};

use reinstate_client::{
    AfterVariables, Client, Error as ClientError, NotificationReceived, RecordVariables, Restore,
    Trash, TrashVariables, Update,
    cynic::{MutationBuilder, QueryBuilder, SubscriptionBuilder},
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::new(&env::var("REINSTATE_URL")?, env::var("REINSTATE_TOKEN")?);
    if let Some(search) = env::args().nth(1) {
        restore(&client, search).await?;
    }
    follow(&client).await?;
    Ok(())
}

/// Restores the deleted records that have the text in their label.
async fn restore(client: &Client, search: String) -> Result<(), ClientError> {
    let variables = TrashVariables { search: Some(search), first: Some(20), ..Default::default() };
    let Some(trash) = client.run(Trash::build(variables)).await?.trash else { return Ok(()) };
    for row in trash.nodes.into_iter().filter(|row| row.viewer_can.restore) {
        let variables = RecordVariables { id: row.id, expected_version: None };
        match client.run(Restore::build(variables)).await {
            Ok(_) => println!("restored {}", row.label),
            // Someone else was faster, or the record was changed: the others are restored nevertheless.
            Err(error @ ClientError::Service(_)) => println!("{}: {error}", row.label),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Shows each notification once, whatever happens to the connection.
async fn follow(client: &Client) -> Result<(), ClientError> {
    let mut events = client.subscribe(&NotificationReceived::build(AfterVariables::default()))?;
    loop {
        match events.next().await? {
            Update::Event(NotificationReceived { notification_received: received }) => {
                println!("{} ({} unread)", received.notification.title, received.unread_count);
            }
            Update::Gap => println!("notifications may be missing: read the inbox"),
        }
    }
}
