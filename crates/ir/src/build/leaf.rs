//! The properties of a leaf, and the difference between two of one name.

use super::error::TypeError;
use crate::expr::Leaf;
use crate::limits;

impl Leaf {
    /// Refuses what no front end can mean, and what is over a bound.
    pub(crate) fn check(&self) -> Result<(), TypeError> {
        let bad = |why: String| {
            let name = self.name.chars().take(limits::MAX_NAME).collect::<String>();
            Err(TypeError::BadLeaf { name: name.escape_debug().to_string(), why })
        };
        if !self.ty.is_valid() {
            return Err(TypeError::Shape { op: "leaf", ty: self.ty, why: "there is no such type".into() });
        }
        if self.name.is_empty() {
            return bad("it has no name".into());
        }
        // All of these are printed, sent and hashed: none may be endless or end a line.
        let load = self.load.as_ref();
        let texts =
            [("name", self.name.as_str(), limits::MAX_NAME)].into_iter().chain(load.into_iter().flat_map(|l| {
                [("buffer", l.buffer.as_str(), limits::MAX_NAME), ("index", l.base.as_str(), limits::MAX_INDEX_TEXT)]
            }));
        for (what, text, bound) in texts {
            if text.len() > bound {
                return bad(format!("its {what} is longer than {bound} bytes"));
            }
            if text.chars().any(char::is_control) {
                return bad(format!("its {what} has a control character"));
            }
        }
        // With any lane they add up without overflow.
        if load.is_some_and(|l| l.offset.unsigned_abs().max(l.stride.unsigned_abs()) > limits::MAX_OFFSET) {
            return bad(format!("its offset or stride is over {} elements", limits::MAX_OFFSET));
        }
        match (self.range, self.ty.range()) {
            (Some((low, high)), _) if low > high => bad(format!("its range [{low}, {high}] is empty")),
            (Some((low, high)), Some((min, max))) if low < min || max < high => {
                bad(format!("[{low}, {high}] is no range of {}", self.ty))
            }
            (Some(_), None) => bad(format!("{} has no range", self.ty)),
            _ => Ok(()),
        }
    }

    /// How this differs from another leaf of its name.
    pub(super) fn conflict(self, before: &Leaf) -> TypeError {
        let told = |leaf: &Leaf| {
            if self.ty != before.ty {
                return leaf.ty.to_string();
            }
            if self.range != before.range {
                let range = leaf.range.or(leaf.ty.range());
                return range.map_or("without a range".into(), |(low, high)| format!("in [{low}, {high}]"));
            }
            let load = leaf.load.as_ref();
            load.map_or("not loaded".into(), |l| {
                format!("loaded from {}[{}, stride {}]", l.buffer, l.index(), l.stride)
            })
        };
        TypeError::Leaf { before: told(before), after: told(&self), name: self.name }
    }
}
