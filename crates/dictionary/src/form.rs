//! LLVM forms of the vendor's intrinsics, from the file that `cargo xtask llvm-forms` makes; its header is the
//! format's description. Blocks are read when they are asked for.

use crate::error::DataError;
use std::collections::{BTreeMap, BTreeSet};

/// A function of straight-line LLVM code for one value of the immediates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LlvmForm {
    /// Operands in order, without immediates: name without `%`, LLVM type.
    pub params: Vec<(&'static str, &'static str)>,
    /// Lines, the last one `ret TYPE VALUE`.
    pub body: Vec<String>,
    /// The result's LLVM type.
    pub result: &'static str,
}

/// A template and the values of the immediate that it is for.
struct Template {
    values: Vec<(u64, u64)>,
    body: Vec<&'static str>,
    holes: Holes,
    /// Instruction forms by CPU; the empty name is the listed features alone.
    asm: BTreeMap<&'static str, Vec<&'static str>>,
}

enum Holes {
    None,
    Bits(Vec<i64>, Vec<(u32, Vec<i64>)>),
    Rows(BTreeMap<u64, Vec<i64>>),
}

/// The entry of an intrinsic in the file.
pub(crate) struct Block {
    params: Vec<(&'static str, &'static str)>,
    result: &'static str,
    templates: Vec<Template>,
    /// Position among the C arguments, name, values.
    pub immediate: Option<ImmediateLine>,
}

/// An immediate's place among the C arguments, its name, and the ranges of its values, both ends included.
pub(crate) type ImmediateLine = (usize, &'static str, Vec<(u64, u64)>);

/// All blocks, unread.
#[derive(Default)]
pub(crate) struct Blocks {
    texts: BTreeMap<&'static str, &'static str>,
    /// CPUs that an `asm` line may name.
    cpus: BTreeSet<&'static str>,
}

impl Blocks {
    /// Finds where each block is.
    pub fn read(text: &'static str, cpus: impl Iterator<Item = &'static str>) -> Result<Self, DataError> {
        if !text.starts_with("# isotope llvm-forms 1\n") {
            return Err(DataError::at("llvm-forms", 0, "the first line does not name version 1"));
        }
        let blocks = text.split("\n\n").filter_map(|block| {
            let (name, rest) = block.trim_start_matches('\n').strip_prefix("intrinsic ")?.split_once('\n')?;
            Some((name, rest))
        });
        Ok(Blocks { texts: blocks.collect(), cpus: cpus.collect() })
    }

    /// Reads a block; `None` if there is none of that name, or it is broken.
    pub fn get(&self, name: &str) -> Option<Block> {
        block(self.texts.get(name)?, &self.cpus)
    }

    /// Every block that is not broken.
    pub fn all(&self) -> impl Iterator<Item = Block> + '_ {
        self.texts.values().filter_map(|text| block(text, &self.cpus))
    }

    /// Whether the text of a block calls a function. The block is not read.
    pub fn calls(&self, name: &str, function: &str) -> bool {
        self.texts.get(name).is_some_and(|text| {
            let mut parts = text.split(function);
            let mut before = parts.next().unwrap_or_default();
            // `@f(`, and not `@f.g(` or `@g.f(`.
            parts.any(|after| {
                let is_call = before.ends_with('@') && after.starts_with('(');
                before = after;
                is_call
            })
        })
    }

    /// Whether there is a block of that name.
    pub fn contains(&self, name: &str) -> bool {
        self.texts.contains_key(name)
    }
}

/// A set of numbers written as `0..15,17`.
pub fn ranges(text: &str) -> Option<Vec<(u64, u64)>> {
    let part = |part: &str| {
        let (from, to) = part.split_once("..").unwrap_or((part, part));
        Some((from.parse().ok()?, to.parse().ok()?))
    };
    text.split(',').map(part).collect()
}

fn block(text: &'static str, cpus: &BTreeSet<&str>) -> Option<Block> {
    let mut block = Block { params: Vec::new(), result: "", templates: Vec::new(), immediate: None };
    let mut bits = false;
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {
                let template = block.templates.last_mut()?;
                let line = line.trim_start();
                match template.holes {
                    Holes::None => template.body.push(line),
                    _ => row(&mut template.holes, line, bits)?,
                }
            }
            "param" => block.params.push(rest.split_once(' ')?),
            "result" => block.result = rest,
            "imm" => {
                let mut parts = rest.split(' ');
                block.immediate = Some((parts.next()?.parse().ok()?, parts.next()?, ranges(parts.next()?)?));
            }
            "form" => {
                let values = if rest.is_empty() { Vec::new() } else { ranges(rest)? };
                block.templates.push(Template { values, body: Vec::new(), holes: Holes::None, asm: BTreeMap::new() });
            }
            "holes" => {
                bits = rest == "bits";
                let holes = if bits { Holes::Bits(Vec::new(), Vec::new()) } else { Holes::Rows(BTreeMap::new()) };
                block.templates.last_mut()?.holes = holes;
            }
            "asm" => {
                let (cpu, forms) = rest
                    .split_once(' ')
                    .filter(|(c, _)| cpus.contains(c))
                    .unwrap_or(if cpus.contains(rest) { (rest, "") } else { ("", rest) });
                let forms = forms.split("; ").filter(|f| !f.is_empty()).collect();
                block.templates.last_mut()?.asm.insert(cpu, forms);
            }
            _ => {}
        }
    }
    Some(block)
}

fn row(holes: &mut Holes, line: &str, bits: bool) -> Option<()> {
    let (key, values) = line.split_once(' ')?;
    let values = values.split(' ').map(|v| v.parse().ok()).collect::<Option<Vec<i64>>>()?;
    match holes {
        Holes::Bits(base, _) if bits && key == "base" => *base = values,
        Holes::Bits(_, rows) => rows.push((key.parse().ok()?, values)),
        Holes::Rows(rows) => drop(rows.insert(key.parse().ok()?, values)),
        Holes::None => return None,
    }
    Some(())
}

impl Block {
    fn template(&self, immediates: &[u64]) -> Option<&Template> {
        match (immediates, &self.immediate) {
            ([], None) => self.templates.first(),
            ([value], Some(_)) => {
                self.templates.iter().find(|t| t.values.iter().any(|(from, to)| (from..=to).contains(&value)))
            }
            _ => None,
        }
    }

    /// The form with these immediates; `None` where the C header does not accept them.
    pub fn form(&self, immediates: &[u64]) -> Option<LlvmForm> {
        let template = self.template(immediates)?;
        let value = immediates.first().copied().unwrap_or(0);
        let holes = match &template.holes {
            Holes::None => Vec::new(),
            Holes::Rows(rows) => rows.get(&value)?.clone(),
            Holes::Bits(base, bits) => {
                let mut row = base.clone();
                for (_, more) in bits.iter().filter(|(bit, _)| value >> bit & 1 == 1) {
                    row.iter_mut().zip(more).for_each(|(r, d)| *r += d);
                }
                row
            }
        };
        let body = template.body.iter().map(|line| fill_line(line, &holes, value)).collect();
        Some(LlvmForm { params: self.params.clone(), body, result: self.result })
    }

    /// A form for each template, with the ranges of the immediates that it is for: their forms differ in numbers alone.
    pub fn templates(&self) -> impl Iterator<Item = (&[(u64, u64)], LlvmForm)> {
        self.templates.iter().filter_map(|template| {
            let mut all = template.values.iter().flat_map(|(least, most)| *least..=*most);
            let form =
                if self.immediate.is_some() { all.find_map(|value| self.form(&[value])) } else { self.form(&[]) };
            Some((template.values.as_slice(), form?))
        })
    }

    /// LLVM's instructions on a CPU for these immediates.
    pub fn emitted(&self, immediates: &[u64], cpu: &str) -> Option<Vec<&'static str>> {
        let asm = &self.template(immediates)?.asm;
        asm.get(cpu).or_else(|| asm.get("")).cloned()
    }

    /// LLVM's instructions for each template, on each CPU that differs.
    pub fn every_emitted(&self) -> impl Iterator<Item = &[&'static str]> {
        self.templates.iter().flat_map(|template| template.asm.values()).map(Vec::as_slice)
    }

    /// How many of the operands are vectors of numbers: a mask is none.
    pub fn vectors(&self) -> usize {
        self.params.iter().filter(|(_, ty)| ty.starts_with('<') && !ty.ends_with(" i1>")).count()
    }

    /// LLVM's instructions on a CPU, for each template.
    pub fn all_emitted(&self, cpu: &str) -> Vec<&[&'static str]> {
        self.templates.iter().filter_map(|t| t.asm.get(cpu).or_else(|| t.asm.get(""))).map(Vec::as_slice).collect()
    }
}

/// A line with its holes `$0`, `$1`, ... and the immediate `$imm` filled in.
pub fn fill_line(line: &str, holes: &[i64], immediate: u64) -> String {
    let mut pieces = line.split('$');
    let mut out = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        let end = piece.find(|c: char| !c.is_alphanumeric()).unwrap_or(piece.len());
        match piece[..end].parse::<usize>().ok().and_then(|hole| holes.get(hole)) {
            Some(value) => out.push_str(&value.to_string()),
            None => out.push_str(&immediate.to_string()),
        }
        out.push_str(&piece[end..]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# isotope llvm-forms 1\n\nintrinsic shift\nfeatures avx512bw\nparam a <2 x i8>\nimm 1 n 0..3\n\
        result <2 x i8>\nform 0\n  ret <2 x i8> %a\nasm\nform 1..3\n  %t1 = shl <2 x i8> %a, <i8 $imm, i8 $0>\n\
        \x20 ret <2 x i8> %t1\nholes bits\n  base 4\n  0 1\n  1 20\nasm shl xmm, i\nasm znver4 shl2 xmm; add xmm\n\nrefused x: y\n";

    #[test]
    fn holes_are_filled_by_bits() {
        let block = Blocks::read(FILE, ["znver4"].into_iter()).unwrap().get("shift").unwrap();
        assert_eq!(block.form(&[0]).unwrap().body, ["ret <2 x i8> %a"]);
        let three = block.form(&[3]).unwrap();
        assert_eq!(three.body[0], "%t1 = shl <2 x i8> %a, <i8 3, i8 25>");
        assert_eq!(three.params, [("a", "<2 x i8>")]);
        assert!(block.form(&[4]).is_none() && block.form(&[]).is_none());
        assert_eq!(block.all_emitted("other"), [&[][..], &["shl xmm, i"]]);
    }
}
