//! The maps that this process has decoded.
//!
//! Engines send a map to each of their tasks as bytes. Equal bytes are decoded once in a process, and
//! all `Map` objects made of them share the result.

use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use tautline::asset::Header;
use tautline::baked::{BakedError, BakedMap};

use crate::errors::map_error;
use crate::threads;

/// The number of maps that stay in memory after their last `Map` is gone. A worker of an engine drops
/// a map at the end of each task, and gets it again at the beginning of the next one.
const HELD: usize = 4;

/// A decoded map, and the bytes that it was decoded from.
#[derive(Clone)]
pub(crate) struct SharedMap(Arc<Slot>);

struct Slot {
    bytes: PyBackedBytes,
    checksum: u32,
    /// The process that decodes it. A child does not wait for a thread of its parent.
    process: u32,
    decoded: OnceLock<Result<BakedMap, BakedError>>,
}

/// All maps in use, and the ones that are held. Locked only while attached, as the pool is.
struct Table {
    slots: Vec<Weak<Slot>>,
    held: VecDeque<Arc<Slot>>,
}

static TABLE: Mutex<Table> = Mutex::new(Table { slots: Vec::new(), held: VecDeque::new() });

/// Returns the map of an asset, which is decoded unless this process has it already.
pub(crate) fn open(
    py: Python<'_>,
    bytes: PyBackedBytes,
    max_memory: Option<u64>,
) -> PyResult<SharedMap> {
    let header = Header::read(&bytes).map_err(|error| map_error(&error))?;
    check_memory(&header, max_memory)?;
    let slot = with_table(|table| table.slot(bytes, header.checksum));
    let pool = threads::pool(py, None)?;
    let result = py.detach(|| {
        let decode = || pool.install(|| BakedMap::decode(&slot.bytes));
        slot.decoded.get_or_init(decode).as_ref().map(drop)
    });
    match result {
        Ok(()) => {
            with_table(|table| table.hold(&slot));
            Ok(SharedMap(slot))
        }
        Err(error) => {
            with_table(|table| table.slots.retain(|other| !other.ptr_eq(&Arc::downgrade(&slot))));
            Err(map_error(error))
        }
    }
}

/// Drops the maps that are held for later.
pub(crate) fn empty() {
    let held = with_table(|table| std::mem::take(&mut table.held));
    drop(held);
}

fn with_table<T>(work: impl FnOnce(&mut Table) -> T) -> T {
    work(&mut TABLE.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Table {
    /// Returns the slot of these bytes.
    fn slot(&mut self, bytes: PyBackedBytes, checksum: u32) -> Arc<Slot> {
        let process = std::process::id();
        self.slots.retain(|slot| slot.strong_count() > 0);
        let known = self.slots.iter().filter_map(Weak::upgrade).find(|slot| {
            let is_usable = slot.process == process || slot.decoded.get().is_some();
            // The checksum is in the header: nothing is read of maps that differ.
            is_usable && slot.checksum == checksum && *slot.bytes == *bytes
        });
        known.unwrap_or_else(|| {
            let slot = Arc::new(Slot { bytes, checksum, process, decoded: OnceLock::new() });
            self.slots.push(Arc::downgrade(&slot));
            slot
        })
    }

    fn hold(&mut self, slot: &Arc<Slot>) {
        self.held.retain(|other| !Arc::ptr_eq(other, slot));
        self.held.push_back(Arc::clone(slot));
        if self.held.len() > HELD {
            self.held.pop_front();
        }
    }
}

impl SharedMap {
    /// Returns the bytes of the asset.
    pub(crate) fn bytes(&self) -> &PyBackedBytes {
        &self.0.bytes
    }
}

impl Deref for SharedMap {
    type Target = BakedMap;

    #[expect(clippy::panic, reason = "no input, but an invariant")]
    fn deref(&self) -> &BakedMap {
        match self.0.decoded.get() {
            Some(Ok(map)) => map,
            _ => panic!("`open` returns only maps that were decoded"),
        }
    }
}

/// Returns an upper bound on the memory for a map while it is decoded, in bytes: for the file, what is
/// read of it, and the map. Measured at up to 4.1 times the payload on maps of games with labels.
pub(crate) fn memory(header: &Header) -> u64 {
    header.payload_length.saturating_mul(5).saturating_add(1 << 20)
}

/// Refuses a map that would need more memory than allowed.
pub(crate) fn check_memory(header: &Header, max_memory: Option<u64>) -> PyResult<()> {
    let needed = memory(header);
    match max_memory {
        Some(limit) if needed > limit => Err(PyMemoryError::new_err(format!(
            "the map may take up to {needed} bytes of memory, but max_memory is {limit}; raise it, \
             or bake the map without labels or in districts"
        ))),
        _ => Ok(()),
    }
}
