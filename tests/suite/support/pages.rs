//! Paging through a list of GraphQL.

use serde_json::{Value as Json, json};

use super::{TestApp, each};

impl TestApp {
    /// A member of each record of a list that is read in pages, forwards or backwards; always in the
    /// order of the list.
    pub async fn walk(
        &self,
        token: &str,
        (list, arguments, member): (&str, &str, &str),
        size: usize,
        back: bool,
    ) -> Vec<Json> {
        let [count, from, end, more, other] = if back {
            ["last", "before", "startCursor", "hasPreviousPage", "hasNextPage"]
        } else {
            ["first", "after", "endCursor", "hasNextPage", "hasPreviousPage"]
        };
        let query = format!(
            "query($from: String) {{ {list}({count}: {size}, {from}: $from, {arguments}) {{ \
             nodes {{ {member} }} pageInfo {{ {end} {more} {other} }} }} }}"
        );
        let (mut pages, mut place) = (Vec::new(), Json::Null);
        while pages.len() < 100 {
            let page = self.graphql(Some(token), &query, json!({ "from": place })).await;
            let page = &page.data()[list];
            let info = &page["pageInfo"];
            assert_eq!(info[other], json!(!place.is_null()), "{arguments} {size}");
            pages.push(each(&page["nodes"], member));
            place = info[end].clone();
            if info[more] == false {
                break;
            }
        }
        if back {
            pages.reverse();
        }
        pages.concat()
    }
}
