//! What `serve --demo` leaves a newcomer with: data, a token and requests to try.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::Duration,
};

use super::{
    args::{Outcome, print},
    seed,
};
use crate::{
    app::App,
    data::fixtures::{self, DEMO, DEMO_ACCOUNT},
    operations::accounts::{NewToken, issue_token},
};

/// How long the token works.
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Records of the demo data that the requests name. Their kinds take a restore of a live record as
/// well, so that the requests work again.
const ORGANIZATION: &str = "00000010-11e2-43d9-a173-6cad8d116ece";
const REPORT: &str = "00000050-a38f-4301-a5f5-8c3818f135d2";

/// Loads the demo data into an empty database and says what to try. A database that has data is
/// left as it is.
pub async fn prepare(app: &App, address: SocketAddr) -> Outcome {
    if fixtures::is_empty(app).await? {
        seed::load(app, DEMO).await?;
    }
    let token = NewToken {
        email: DEMO_ACCOUNT.to_owned(),
        permissions: None,
        expires_in: A_DAY,
        name: Some("demo".to_owned()),
    };
    match issue_token(app, token).await {
        Ok(secret) => print(&instructions(reachable(address), secret.reveal())),
        Err(_) => {
            eprintln!(
                "The database has data of its own, without the account {DEMO_ACCOUNT}: it is left \
                 as it is. For a token: reinstate token EMAIL"
            );
            Ok(())
        }
    }
}

/// An address that a request from this machine can be sent to.
fn reachable(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), address.port())
    } else {
        address
    }
}

fn instructions(address: SocketAddr, token: &str) -> String {
    format!(
        r#"
reinstate serves http://{address} with demo data. For a day, this token may do everything there:

  {token}

Try it from another terminal:

# REST: bring an organization back
curl -s -X POST http://{address}/api/v1/organizations/{ORGANIZATION}/restore -H 'Authorization: Bearer {token}'

# GraphQL: bring a report back
curl -s http://{address}/graphql -H 'Authorization: Bearer {token}' -H 'Content-Type: application/json' -d '{{"query": "mutation {{ restoreReport(uuid: \"{REPORT}\") {{ restored report {{ title deletedAt updatedAt }} }} }}"}}'

# GraphQL: see who you are, and that report
curl -s http://{address}/graphql -H 'Authorization: Bearer {token}' -H 'Content-Type: application/json' -d '{{"query": "{{ viewer {{ user {{ email }} permissions }} report(uuid: \"{REPORT}\") {{ id title deletedAt }} }}"}}'

"#
    )
}
