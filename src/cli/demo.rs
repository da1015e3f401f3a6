//! `serve --demo`: demo data, a token and requests to try.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use super::{
    accounts::link_to,
    seed,
    terminal::{Outcome, print},
};
use crate::{
    app::App,
    data::fixtures,
    kinds::DEMO_ACCOUNT,
    operations::accounts::{NewToken, issue_token},
};

/// Lifetime of the token.
const TOKEN_LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);

/// Demo records that the requests name. Restoring a live record of their kinds succeeds too, so the
/// requests can be repeated.
const ORGANIZATION: &str = "00000010-11e2-43d9-a173-6cad8d116ece";
const REPORT: &str = "00000050-a38f-4301-a5f5-8c3818f135d2";

/// Loads demo data into an empty database, and prints example requests.
///
/// A database that has data is not changed.
pub async fn prepare(app: &Arc<App>, mut address: SocketAddr) -> Outcome {
    if fixtures::is_empty(app).await? {
        seed::load(app, &seed::demo(app)).await?;
    }
    let token = |is_link| NewToken {
        email: DEMO_ACCOUNT.to_owned(),
        permissions: None,
        expires_in: TOKEN_LIFETIME,
        name: Some("demo".to_owned()),
        is_link,
    };
    match (issue_token(app, token(false)).await, issue_token(app, token(true)).await) {
        (Ok(secret), Ok(link)) => {
            if address.ip().is_unspecified() {
                // Requests from this machine can't be sent to it.
                address.set_ip(Ipv4Addr::LOCALHOST.into());
            }
            let link = link_to(&format!("http://{address}"), link.reveal());
            print(&instructions(address, secret.reveal(), &link))
        }
        _ => {
            eprintln!(
                "The database has data without the account {DEMO_ACCOUNT} and was not changed. \
                 Issue a token with: reinstate token EMAIL"
            );
            Ok(())
        }
    }
}

fn instructions(address: SocketAddr, token: &str, link: &str) -> String {
    format!(
        r#"
reinstate serves demo data at http://{address} and accepts this token, which has every permission, for a day:

  {token}

Open this link in a browser, where the trash is there to restore from. It signs you in once, within ten minutes;
after that http://{address}/console takes the token.

  {link}

Or try it from another terminal:

# REST: restore an organization
curl -s -X POST http://{address}/api/v1/organizations/{ORGANIZATION}/restore -H 'Authorization: Bearer {token}'

# GraphQL: restore a report
curl -s http://{address}/graphql -H 'Authorization: Bearer {token}' -H 'Content-Type: application/json' -d '{{"query": "mutation {{ restoreReport(uuid: \"{REPORT}\") {{ restored report {{ title deletedAt updatedAt }} }} }}"}}'

# GraphQL: show your account and that report
curl -s http://{address}/graphql -H 'Authorization: Bearer {token}' -H 'Content-Type: application/json' -d '{{"query": "{{ viewer {{ user {{ email }} permissions }} report(uuid: \"{REPORT}\") {{ id title deletedAt }} }}"}}'

"#
    )
}
