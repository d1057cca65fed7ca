//! The maps that this process has decoded.
//!
//! Engines send a map to each of their tasks as bytes. Equal bytes are decoded once in a process, and
//! all `Map` objects made of them share the result. A pickled map comes with the digest of its bytes:
//! if the digest is known, the bytes are not read.

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use tautline::asset::Header;
use tautline::baked::{BakedError, BakedMap};

use crate::errors::{MapError, map_error};
use crate::reading::bytes_of;
use crate::threads;

/// The number of maps that stay in memory after their last `Map` is gone. Workers of engines drop a map at the
/// end of each task, and receive it again at the beginning of the next one.
const HELD: usize = 4;

/// A decoded map, and the bytes that it was decoded from.
#[derive(Clone)]
pub(crate) struct SharedMap(Arc<Slot>);

struct Slot {
    bytes: PyBackedBytes,
    checksum: u32,
    /// The process that decodes it. A forked child must not wait for it, because it has no thread that decodes.
    process: u32,
    decoded: OnceLock<Result<BakedMap, BakedError>>,
    /// The SHA-256 of the bytes of a decoded map, computed when it is first asked for. Set only while attached
    /// to the interpreter, so that no forked child waits for it.
    digest: OnceLock<PyBackedBytes>,
}

/// The maps in use, and those kept for later tasks. Locked only while attached to the interpreter, like the thread
/// pool.
struct Table {
    slots: Vec<Weak<Slot>>,
    held: VecDeque<Arc<Slot>>,
}

static TABLE: Mutex<Table> = Mutex::new(Table { slots: Vec::new(), held: VecDeque::new() });

/// Returns the map in the bytes of a file. They are decoded unless this process has decoded equal bytes before.
pub(crate) fn open(
    py: Python<'_>,
    bytes: PyBackedBytes,
    max_memory: Option<u64>,
) -> PyResult<SharedMap> {
    let header = Header::read(&bytes).map_err(|error| map_error(&error))?;
    if header.kind == *b"PLAT" {
        return Err(map_error(&"this is a side-view level; use tautline.platformer.Level"));
    }
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

/// Returns the map of a pickle, which has the digest of the bytes and a buffer with them.
///
/// If a map of this process has the digest, the buffer is not read. Otherwise the buffer is decoded, as strictly as
/// a file, and must have the digest. A forged pickle can therefore only yield another map that this process has
/// loaded. (Unpickling untrusted data can run any code anyway.)
pub(crate) fn unpickle(
    py: Python<'_>,
    digest: &[u8],
    buffer: &Bound<'_, PyAny>,
) -> PyResult<SharedMap> {
    if let Some(slot) = with_table(|table| table.known(digest)) {
        return Ok(SharedMap(slot));
    }
    let map = open(py, bytes_of(buffer)?, None)?;
    if **map.digest(py)? != *digest {
        return Err(MapError::new_err("the bytes of the pickled map do not have its digest"));
    }
    Ok(map)
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
            // The checksum is in the header, so that the bytes of other maps are hardly ever compared.
            is_usable && slot.checksum == checksum && *slot.bytes == *bytes
        });
        known.unwrap_or_else(|| {
            let (decoded, digest) = (OnceLock::new(), OnceLock::new());
            let slot = Arc::new(Slot { bytes, checksum, process, decoded, digest });
            self.slots.push(Arc::downgrade(&slot));
            slot
        })
    }

    /// Returns the map with a digest, if its digest is known, and holds it.
    fn known(&mut self, digest: &[u8]) -> Option<Arc<Slot>> {
        let has_digest = |slot: &Arc<Slot>| slot.digest.get().is_some_and(|own| **own == *digest);
        let known = self.slots.iter().filter_map(Weak::upgrade).find(has_digest)?;
        self.hold(&known);
        Some(known)
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

    /// Returns the SHA-256 of the bytes, which is computed the first time.
    pub(crate) fn digest(&self, py: Python<'_>) -> PyResult<&PyBackedBytes> {
        if let Some(digest) = self.0.digest.get() {
            return Ok(digest);
        }
        // The GIL is released meanwhile, so two threads may compute it. They get the same result.
        let hashed = py.import("hashlib")?.call_method1("sha256", (self.bytes(),))?;
        let digest = hashed.call_method0("digest")?.extract().map_err(PyErr::from)?;
        Ok(self.0.digest.get_or_init(|| digest))
    }
}

impl PartialEq for SharedMap {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || *self.bytes() == *other.bytes()
    }
}

impl Hash for SharedMap {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.checksum.hash(state);
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

/// Returns an upper bound on the memory while a map is decoded, in bytes: for the file, the decoded stored form and
/// the map. On game maps with labels, it was at most 4.1 times the payload.
pub(crate) fn memory(header: &Header) -> u64 {
    header.payload_length.saturating_mul(5).saturating_add(1 << 20)
}

/// Refuses a map that would need more memory than allowed.
pub(crate) fn check_memory(header: &Header, max_memory: Option<u64>) -> PyResult<()> {
    let needed = memory(header);
    match max_memory {
        Some(limit) if needed > limit => Err(PyMemoryError::new_err(format!(
            "the map may take up to {needed} bytes of memory, but max_memory is {limit}; raise it, \
             or bake the map without labels, or split it into smaller maps"
        ))),
        _ => Ok(()),
    }
}
