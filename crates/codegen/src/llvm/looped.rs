//! A program as a loop, of which one iteration is what is priced.

use super::{Element, Function, LlvmType};
use isotope_program::Param;
use std::collections::BTreeMap;

/// Bytes of a cache line.
const LINE: i64 = 64;

/// No load of an array is placed further than so many bytes from its first.
const FAR: i64 = 1 << 20;

/// Where parameters lie in one memory: loads of one array at their own distances, everything else a line or more apart. Each begins at a
/// multiple of `aligned` bytes, an array with its index zero. Bools have a byte each, or a bit.
fn offsets(params: &[Param], aligned: i64, bools_are_bytes: bool) -> Vec<i64> {
    let bits = |p: &Param| if bools_are_bytes { p.ty.bits.max(8) } else { p.ty.bits };
    let bytes = |p: &Param| i64::from((bits(p) * p.ty.lanes).div_ceil(8));
    let scale = |p: &Param| i64::from(p.ty.bits.div_ceil(8));
    // For each array: how far its loads reach down and up from its own index zero.
    let mut reach: BTreeMap<(&str, &str), (i64, i64)> = BTreeMap::new();
    let dense = |p: &'_ Param| p.address.as_ref().is_some_and(|a| a.stride == 1);
    for param in params.iter().filter(|p| dense(p)) {
        let Some(address) = &param.address else { continue };
        let low = address.offset.saturating_mul(scale(param));
        let around = reach.entry((&address.buffer, &address.base)).or_insert((low, low));
        *around = (around.0.min(low), around.1.max(low.saturating_add(bytes(param))));
    }
    let mut end = 0;
    let unit = LINE.max(aligned);
    let mut place = |size: i64| {
        let at = end;
        end += (size / unit + 1) * unit;
        at
    };
    let arrays: BTreeMap<(&str, &str), i64> = reach
        .into_iter()
        .map(|(key, (low, high))| {
            let first = low.div_euclid(aligned).saturating_mul(aligned);
            (key, place(high.saturating_sub(first).min(FAR)).saturating_sub(first))
        })
        .collect();
    let offset = |p: &Param| match &p.address {
        Some(a) if dense(p) => arrays[&(a.buffer.as_str(), a.base.as_str())] + a.offset.saturating_mul(scale(p)),
        _ => place(bytes(p)),
    };
    params.iter().map(offset).collect()
}

impl Function {
    /// The same body as a loop without end, of which one iteration is what is priced. Vectors are loaded from `%in`,
    /// with loads of one array at their distances; scalars are parameters, so that what depends on them
    /// alone moves out of the loop; the result is stored to `%out`. The pointer is new to the compiler in each iteration. Both are
    /// multiples of `aligned` bytes, a power of two: what a load is known to be aligned by follows.
    pub fn in_loop(&self, aligned: u32) -> String {
        let scalars = self.params.iter().filter(|(ty, _)| ty.lanes == 1);
        let params: String = scalars.map(|(ty, name)| format!(", {ty} {name}")).collect();
        let mut out = format!("define void @{}(ptr noalias %memory, ptr noalias %out{params}) #0 {{\n", self.name);
        out += "  br label %loop\nloop:\n  %last = phi ptr [ %memory, %0 ], [ %in, %loop ]\n";
        out += "  %in = call ptr asm sideeffect \"\", \"=r,0\"(ptr %last)\n";
        let offsets = offsets(&self.sources, aligned.into(), self.bools_are_bytes);
        let vectors = self.params.iter().zip(offsets).filter(|((ty, _), _)| ty.lanes > 1);
        for ((ty, name), offset) in vectors {
            out += &format!("  {name}.at = getelementptr i8, ptr %in, i64 {offset}\n");
            let known = 1u64 << offset.trailing_zeros().min(aligned.trailing_zeros());
            out += &match (self.bytes(*ty), bits(*ty)) {
                (Some(bytes), _) => format!(
                    "  {name}.bytes = load {bytes}, ptr {name}.at, align {known}\n  {name} = icmp ne {bytes} {name}.bytes, \
                     zeroinitializer\n"
                ),
                (_, Some(bits)) => format!(
                    "  {name}.bits = load {bits}, ptr {name}.at, align {known}\n  {name} = bitcast {bits} {name}.bits to {ty}\n"
                ),
                _ => format!("  {name} = load {ty}, ptr {name}.at, align {known}\n"),
            };
        }
        self.lines.iter().for_each(|line| out += &format!("  {line}\n"));
        let (result, mut stored, mut value) = (self.result, self.result, self.value.as_str());
        if let Some(bytes) = self.bytes(result) {
            out += &format!("  %out.bytes = zext {result} {value} to {bytes}\n");
            (stored, value) = (bytes, "%out.bytes");
        } else if let Some(bits) = bits(result) {
            out += &format!("  %out.bits = bitcast {result} {value} to {bits}\n");
            (stored, value) = (bits, "%out.bits");
        }
        out + &format!("  store {stored} {value}, ptr %out, align {aligned}\n  br label %loop\n}}\n")
    }

    /// The bytes that vectors of bools are in memory; `None` of what lies there as it is.
    fn bytes(&self, ty: LlvmType) -> Option<LlvmType> {
        let is_other = self.bools_are_bytes && ty.element == Element::Int(1) && ty.lanes > 1;
        is_other.then_some(LlvmType { element: Element::Int(8), ..ty })
    }
}

/// The integers that vectors of floats are loaded and stored as: LLVM takes each load of floats apart on a CPU whose vectors have none,
/// though a window may only move them.
fn bits(ty: LlvmType) -> Option<LlvmType> {
    match ty.element {
        Element::Float(format) if ty.lanes > 1 => Some(LlvmType { element: Element::Int(format.bits()), ..ty }),
        _ => None,
    }
}
