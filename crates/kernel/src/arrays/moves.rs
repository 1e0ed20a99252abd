//! One lane to all.

use crate::values::lanes::Lanes;

/// Copies the first lane to others.
pub fn broadcast(of: &mut Lanes, n: usize) {
    let first = of.a[0];
    of.a[..n].fill(first);
    if let Some(first) = of.b.first().copied() {
        of.b[..n].fill(first);
    }
    of.one = Some(of.size(0));
}
