//! Quotas by address: permits of which each has so many.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::Address;

type Taken = Arc<Mutex<HashMap<Address, u32>>>;

/// So many places for each address.
#[derive(Debug)]
pub(crate) struct AddressQuota {
    most: u32,
    taken: Taken,
}

/// One of an address's places, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct AddressPermit {
    address: Address,
    before: u32,
    taken: Taken,
}

impl AddressQuota {
    pub(crate) fn new(most: u32) -> Self {
        Self { most, taken: Taken::default() }
    }

    /// A place for that address, if there is one left.
    pub(crate) fn take(&self, address: Address) -> Option<AddressPermit> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(address).or_default();
        if *count >= self.most {
            // Only where there is no place at all is there an entry for nobody.
            return None;
        }
        let before = *count;
        *count += 1;
        Some(AddressPermit { address, before, taken: Arc::clone(&self.taken) })
    }
}

impl AddressPermit {
    /// Whose it is.
    pub(crate) fn address(&self) -> Address {
        self.address
    }

    /// How many of the address's were taken when this one was.
    pub(crate) fn before(&self) -> u32 {
        self.before
    }
}

impl Drop for AddressPermit {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.address);
            }
        }
    }
}
