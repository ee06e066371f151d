//! Fair shares of the list: of one host, and from one address, no more than so many open tables.

use std::collections::HashMap;
use std::hash::Hash;

use cydonia_protocol::TableInfo;
use uuid::Uuid;

use super::Known;
use crate::admission::Address;
use crate::limits::Limits;

/// How many open tables of each host, and from each address, have been listed.
pub(super) struct Shares<'a> {
    known: &'a Known,
    hosts: HashMap<Uuid, u32>,
    addresses: HashMap<Address, u32>,
}

impl<'a> Shares<'a> {
    pub(super) fn new(known: &'a Known) -> Self {
        Self { known, hosts: HashMap::new(), addresses: HashMap::new() }
    }

    /// Counts a table in, if it is not one too many.
    pub(super) fn admit(&mut self, info: &TableInfo) -> bool {
        let Limits { listed_a_player, listed_an_address, .. } = self.known.limits;
        let address = self.known.origins.get(&info.id).map(|origin| origin.address);
        take(&mut self.hosts, self.known.host(info), listed_a_player)
            && take(&mut self.addresses, address, listed_an_address)
    }
}

/// Counts one more of a kind, unless there are as many already; of what is not known there may be any number.
fn take<K: Eq + Hash>(counts: &mut HashMap<K, u32>, kind: Option<K>, most: u32) -> bool {
    let Some(kind) = kind else { return true };
    let count = counts.entry(kind).or_default();
    *count += 1;
    *count <= most
}
