//! Forgets what was kept of tables of other programs for as long as `kinds.toml` says.

use std::{sync::Arc, time::Duration};
use tokio::time::sleep;

use crate::app::App;

/// How often a server looks for what is to be forgotten.
const INTERVAL: Duration = Duration::from_secs(3_600);

/// Forgets now, and once an hour. Without such tables it ends.
pub async fn retain(app: Arc<App>) {
    let Some(adopted) = app.adopted.get() else { return };
    loop {
        if let Err(error) = adopted.forget_old().await {
            tracing::warn!(%error, "what was kept of other programs' tables is not forgotten yet");
        }
        sleep(INTERVAL).await;
    }
}
