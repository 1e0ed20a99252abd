//! `vector.bitcast`: the same bits as other lanes.

use crate::plan::decode::bits::width;
use crate::plan::nodes::Node;
use crate::run::machine::{Machine, Reason, Result};
use crate::values::concrete::wrap;
use crate::values::op::{Name, Op};
use crate::values::value::{Element, Scalar};

fn bits(value: Scalar, element: Element) -> Option<u64> {
    match (value, element) {
        (Scalar::Int(value), _) => Some(value as u64),
        (Scalar::Float(value), Element::F32) => Some(u64::from((value as f32).to_bits())),
        (Scalar::Float(value), _) => Some(value.to_bits()),
        (Scalar::Term(_) | Scalar::Poison, _) => None,
    }
}

fn of_bits(bits: u64, element: Element) -> Scalar {
    match element {
        Element::F32 => Scalar::Float(f64::from(f32::from_bits(bits as u32))),
        Element::F64 => Scalar::Float(f64::from_bits(bits)),
        element => Scalar::Int(wrap(bits as i64, element.width())),
    }
}

/// Lanes with the same bits, the lowest first; `None`: some are not known.
fn cast(lanes: &[Scalar], from: Element, to: Element) -> Option<Vec<Scalar>> {
    let (narrow, wide) = (width(from)?, width(to)?);
    let (mut all, mut have, mut out) = (0u128, 0, Vec::new());
    for lane in lanes {
        let mask = u64::MAX >> (64 - narrow);
        all |= u128::from(bits(*lane, from)? & mask) << have;
        have += narrow;
        while have >= wide {
            out.push(of_bits((all as u64) & (u64::MAX >> (64 - wide)), to));
            all >>= wide;
            have -= wide;
        }
    }
    Some(out)
}

impl Machine<'_> {
    pub(super) fn bitcast(&mut self, node: &Node, from: Element, to: Element) -> Result<()> {
        let lanes = self.lanes(node, 0)?;
        let same = width(from) == width(to);
        let done = match cast(&lanes, from, to) {
            Some(done) => done,
            // Data of an identity test: integers are what they were, and a float's bits a free term.
            None if same && from.is_float() == to.is_float() => lanes.to_vec(),
            None if same => {
                let op = Op::plain(Name::Bitcast);
                let each = lanes.iter().map(|lane| self.numbers.apply(op, from, to, &[*lane]));
                let each: std::result::Result<Vec<_>, _> = each.collect();
                each.map_err(|why| self.fault(node, why))?
            }
            None if self.numbers.record.is_some() && !from.is_float() && !to.is_float() => {
                let (narrow, wide) = (from.width(), to.width());
                let lanes_of = |at: u32| {
                    let first = (at * wide / narrow) as usize;
                    (first, ((at + 1) * wide).div_ceil(narrow) as usize, at * wide - first as u32 * narrow)
                };
                let count = lanes.len() as u32 * narrow / wide;
                (0..count)
                    .map(|at| {
                        let (first, last, begin) = lanes_of(at);
                        self.numbers.bits(from, to, &lanes[first..last], begin)
                    })
                    .collect()
            }
            None => {
                let why = "it joins or splits the bits of data, of which an identity test knows nothing";
                return Err(self.error(node, Reason::Dynamic, why));
            }
        };
        self.set_lanes(node, 0, done);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_stay_where_they_are() {
        let ints = |of: &[i64]| of.iter().map(|one| Scalar::Int(*one)).collect::<Vec<_>>();
        let [one, byte, short, long] = [1, 8, 16, 64].map(Element::Int);
        assert_eq!(cast(&ints(&[1, -1]), byte, short), Some(ints(&[-255])));
        assert_eq!(cast(&ints(&[-255]), short, byte), Some(ints(&[1, -1])));
        assert_eq!(cast(&ints(&[5]), byte, one), Some(ints(&[-1, 0, -1, 0, 0, 0, 0, 0])));
        assert_eq!(cast(&ints(&[-1; 3]), Element::Int(24), Element::Int(36)), Some(ints(&[-1, -1])));
        assert_eq!(cast(&ints(&[-7, 9]), long, long), Some(ints(&[-7, 9])));
        assert_eq!(cast(&[Scalar::Float(1.0)], Element::F32, Element::Int(32)), Some(ints(&[0x3f80_0000])));
        assert_eq!(cast(&ints(&[0, 0x3ff0]), short, Element::F32), Some(vec![Scalar::Float(1.875)]));
    }
}
