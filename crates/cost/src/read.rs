//! The texts of tables.
//!
//! LLVM's own, `costs-CPU.txt`, is made by `cargo xtask costs`; its header says what its columns are. Over it lie
//! prices, `prices-CPU.txt`, a rule a line, `#` before a comment:
//!
//! ```text
//! llvm CPU                            what no row names costs what LLVM says for that CPU
//! dispatch N                          micro-operations a cycle
//! decode N                            instructions a cycle, before they are cut into micro-operations
//! uneven SHARE                        how far work is from the best spread over pipes (0) to an even one over all that can do it (1)
//! pipes NAME...                       a family: what runs on one of them may run on others of them
//! as RESOURCE PIPE|-                  LLVM's resource is that pipe, or costs nothing
//! halved BITS                         vectors of so many bits take half of what LLVM says
//! without WIDTH PIPE...               instructions of that width do not run there
//! load PIPE... | IN_LINE CROSSING     cycles of a load, and of one that crosses a cache line
//! load PIPE... | IN_LINE CROSSING | BITS   the same where it is of so many bits or more
//! store PIPE... | IN_LINE CROSSING    the same of a store; BITS as for loads
//! fill PIPE... | CYCLES               what a line that is written keeps from other work where it comes from beyond the first cache
//! lines KIB CYCLES                    a cache line, where that much is gone through again and again
//! zeroing MNEMONIC...                 of one register with itself it is zero, and runs nowhere
//! row MNEMONIC... | WIDTH | PIPE... | CYCLES | LATENCY
//! ```
//!
//! WIDTH is the widest vector register by its name in forms; a mask's name: the result is a mask; `r`: neither; `any`; `mem`:
//! an operand is read from memory; `zmm {k}`: of that width, between registers, under a mask. A row is of the operation alone: an
//! operand in memory costs a load or a store besides. CYCLES are of one pipe, the work spread over all of them. No PIPE: `-`.

use crate::instruction::Width;
use crate::llvm::{Llvm, Usage};
use crate::syntax::Syntax;

/// The meaning of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule<'a> {
    Llvm(&'a str),
    Dispatch(u32),
    Decode(u32),
    Uneven(u64),
    Pipes(Vec<&'a str>),
    As(&'a str, Option<&'a str>),
    Halved(u32),
    Without(Width, Vec<&'a str>),
    Load { pipes: Vec<&'a str>, inside: u64, crossing: u64, bits: u32 },
    Store { pipes: Vec<&'a str>, inside: u64, crossing: u64, bits: u32 },
    Fill { pipes: Vec<&'a str>, centicycles: u64 },
    Lines { kib: u64, centicycles: u64 },
    Zeroing(Vec<&'a str>),
    Row { mnemonics: Vec<&'a str>, of: Of, pipes: Vec<&'a str>, centicycles: u64, latency: u32 },
}

impl Rule<'_> {
    /// Whether a table has one of it: of two the later would count, and nobody would see that the other does not.
    pub fn is_said_once(&self) -> bool {
        use Rule::{Decode, Dispatch, Fill, Halved, Llvm, Uneven};
        matches!(self, Llvm(_) | Dispatch(_) | Decode(_) | Uneven(_) | Halved(_) | Fill { .. })
    }
}

/// Which instructions of a mnemonic a row is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Of {
    /// Those that read memory: before every other row.
    Loaded,
    /// Those of a width between registers under a mask: before the row of the width.
    Masked(Width),
    /// Those of a width.
    Width(Width),
    /// All that no other row is of.
    Any,
}

/// Rules with their lines, from 0.
pub type Rules<'a> = Vec<(usize, Rule<'a>)>;

/// A line from 0, and what is wrong with it.
type Bad = (usize, String);

/// The CPU of a table of prices, and its rules with their lines.
pub fn prices<'a>(text: &'a str, syntax: &Syntax) -> Result<(&'a str, Rules<'a>), Bad> {
    let cpu = text.lines().next().and_then(|line| line.strip_prefix("# isotope prices 1 "));
    let cpu = cpu.ok_or((0, "the first line does not name version 1 and a CPU".to_owned()))?;
    let mut rules = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if !line.is_empty() {
            rules.push((number, rule(line, syntax).ok_or_else(|| (number, format!("`{line}` is no rule")))?));
        }
    }
    Ok((cpu.trim(), rules))
}

fn rule<'a>(line: &'a str, syntax: &Syntax) -> Option<Rule<'a>> {
    let (word, rest) = line.split_once(' ')?;
    let columns: Vec<&str> = rest.split('|').map(str::trim).collect();
    match (word, &columns[..]) {
        ("llvm", [cpu]) => Some(Rule::Llvm(cpu)),
        ("dispatch", [width]) => width.parse().ok().filter(|w| *w > 0).map(Rule::Dispatch),
        ("decode", [width]) => width.parse().ok().filter(|w| *w > 0).map(Rule::Decode),
        ("uneven", [share]) => hundredths(share).filter(|share| *share <= 100).map(Rule::Uneven),
        ("pipes", [names]) => Some(Rule::Pipes(names.split_whitespace().collect())),
        ("as", [both]) => {
            let (resource, pipe) = both.split_once(' ')?;
            Some(Rule::As(resource, Some(pipe.trim()).filter(|pipe| *pipe != "-")))
        }
        ("halved", [bits]) => bits.parse().ok().map(Rule::Halved),
        ("without", [both]) => {
            let (width, names) = both.split_once(' ')?;
            Some(Rule::Without(Width::read(width, syntax)?, names.split_whitespace().collect()))
        }
        ("load" | "store", [names, cycles, of @ ..]) => {
            let (inside, crossing) = cycles.split_once(' ')?;
            let (pipes, inside, crossing) = (pipes(names), hundredths(inside)?, hundredths(crossing.trim())?);
            let bits = match of {
                [] => 0,
                [bits] => bits.parse().ok().filter(|bits| *bits > 0)?,
                _ => return None,
            };
            Some(match word {
                "load" => Rule::Load { pipes, inside, crossing, bits },
                _ => Rule::Store { pipes, inside, crossing, bits },
            })
        }
        ("fill", [names, cycles]) => Some(Rule::Fill { pipes: pipes(names), centicycles: hundredths(cycles)? }),
        ("lines", [both]) => {
            let (kib, cycles) = both.split_once(' ')?;
            Some(Rule::Lines { kib: kib.parse().ok()?, centicycles: hundredths(cycles.trim())? })
        }
        ("zeroing", [mnemonics]) => Some(Rule::Zeroing(mnemonics.split_whitespace().collect())),
        ("row", [mnemonics, width, names, cycles, latency]) => Some(Rule::Row {
            mnemonics: mnemonics.split_whitespace().collect(),
            of: match *width {
                "any" => Of::Any,
                "mem" => Of::Loaded,
                width => match width.split_once(' ') {
                    Some((width, mask)) if syntax.is_under_mask(mask) => Of::Masked(Width::read(width, syntax)?),
                    _ => Of::Width(Width::read(width, syntax)?),
                },
            },
            pipes: pipes(names),
            centicycles: hundredths(cycles)?,
            latency: latency.parse().ok()?,
        }),
        _ => None,
    }
}

fn pipes(names: &str) -> Vec<&str> {
    names.split_whitespace().filter(|name| *name != "-").collect()
}

/// Cycles as hundredths of them. Text is decimal and sums must not depend on their order, so it is a float here and
/// nowhere else.
fn hundredths(cycles: &str) -> Option<u64> {
    let cycles: f64 = cycles.parse().ok()?;
    (0.0..1e6).contains(&cycles).then(|| (cycles * 100.0).round() as u64)
}

/// LLVM's table of a CPU.
pub fn llvm(cpu: &str, text: &'static str) -> Result<Llvm, Bad> {
    let mut table = Llvm { cpu: cpu.to_owned(), dispatch: 1, ..Llvm::default() };
    if !text.starts_with("# isotope costs 1 ") {
        return Err((0, "the first line does not name version 1".to_owned()));
    }
    for (number, line) in text.lines().enumerate() {
        let bad = || (number, "not a row of costs".to_owned());
        if let Some(width) = line.strip_prefix("dispatch ") {
            table.dispatch = width.parse::<f64>().map_err(|_| bad())?.max(1.0) as u32;
        } else if let Some(names) = line.strip_prefix("resources ") {
            table.resources = names.split_whitespace().map(str::to_owned).collect();
        } else if !line.is_empty() && !line.starts_with('#') {
            let (form, usage) = row(line).ok_or_else(bad)?;
            table.forms.insert(form, usage);
        }
    }
    Ok(table)
}

fn row(line: &'static str) -> Option<(&'static str, Usage)> {
    // A form may have a bar of its own: `q |= vcmp.eq(v.b,v.b)`.
    let (form, columns) = line.split_once(" | ")?;
    let mut columns = columns.split('|').map(str::trim);
    let mut number = || columns.next()?.parse::<f64>().ok();
    let (latency, uops, _throughput) = (number()?, number()?, number()?);
    let resources = columns.next().unwrap_or("").split_whitespace().map(|resource| {
        let (name, cycles) = resource.rsplit_once(':')?;
        Some((name.to_owned(), hundredths(cycles)?))
    });
    let resources = resources.collect::<Option<_>>()?;
    Some((form, Usage { latency: latency as u32, uops: uops as u32, resources }))
}
