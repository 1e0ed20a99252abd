//! The data file: blocks of lines, one block an intrinsic. Its header, below, is the format's description.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail, ensure};

const HEADER: &str = "\
# isotope llvm-forms 1
# The LLVM form of TITLE C intrinsics, derived with clang-19; made by `cargo xtask llvm-forms`, not edited.
#
# intrinsic NAME          a block, up to the next empty line; `c NAME` where the header's C name is another
# features F ...          LLVM's names of the features that it needs
# guide MNEMONIC          the instruction that the vendor's guide names; absent for sequences
# param NAME TYPE         operands in order, without the immediate
# imm POSITION NAME SET   the immediate: its place among the C arguments, and the values that the C header accepts; of two immediates
#                         the second times 256 more
# result TYPE
# form [SET]              a template for these values of the immediate: its lines, indented. %NAME is an operand, %tN a temporary,
#                         $imm the immediate, $N a hole.
# holes bits, holes rows  values of the holes $0 $1 ...: `base` plus the row of each set bit of the immediate; or a row for each value
# asm [CPU] FORM; ...     what llc-19 emits for the form (one value of the immediate) with the listed features alone, and for a
#                         CPU plus these features where that differs; without moves between registers that only the calling convention
#                         asks for. Registers without their numbers; i: an immediate; mN: N bits of memory (a constant).
# refused NAME: WHY
";

/// The values for the holes of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holes {
    /// There are none.
    None,
    /// A base and, for each bit of the immediate, what it adds when set.
    Bits {
        /// Values at immediate 0.
        base: Vec<i64>,
        /// Differences by bit number.
        bits: BTreeMap<u32, Vec<i64>>,
    },
    /// A row for each value of the immediate.
    Rows(BTreeMap<u32, Vec<i64>>),
}

impl Holes {
    /// The values of the holes at a value of the immediate.
    pub fn at(&self, immediate: u32) -> Option<Vec<i64>> {
        match self {
            Holes::None => Some(Vec::new()),
            Holes::Rows(rows) => rows.get(&immediate).cloned(),
            Holes::Bits { base, bits } => {
                let mut row = base.clone();
                for (_, difference) in bits.iter().filter(|(bit, _)| immediate >> **bit & 1 == 1) {
                    row.iter_mut().zip(difference).for_each(|(r, d)| *r += d);
                }
                Some(row)
            }
        }
    }
}

/// A template and the values of the immediate that it is for (none where there is no immediate).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// Values of the immediate, ascending.
    pub values: Vec<u32>,
    /// Lines of LLVM text, the last one `ret`.
    pub body: Vec<String>,
    /// The values for its holes.
    pub holes: Holes,
    /// Instruction forms by CPU; the empty name is the listed features alone.
    pub asm: Vec<(String, Vec<String>)>,
}

impl Form {
    /// The lines at a value of the immediate.
    pub fn at(&self, immediate: u32) -> Option<Vec<String>> {
        let holes = self.holes.at(immediate)?;
        Some(self.body.iter().map(|line| isotope_dictionary::fill_line(line, &holes, immediate.into())).collect())
    }
}

/// All that the file says of an intrinsic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The name that the project uses.
    pub name: String,
    /// The name in the C header.
    pub c_name: String,
    /// LLVM's names of the features that it needs.
    pub features: Vec<String>,
    /// Operands and their LLVM types, without the immediate.
    pub params: Vec<(String, String)>,
    /// The immediate's place among the C arguments, its name and its values.
    pub immediate: Option<(usize, String, Vec<u32>)>,
    /// The result's LLVM type.
    pub result: String,
    /// The guide's mnemonic.
    pub mnemonic: Option<String>,
    /// Templates: one, or several with disjoint values of the immediate.
    pub forms: Vec<Form>,
}

impl Block {
    /// Whether a form freezes poison or returns `undef`: bits of the result are then whatever a register holds.
    pub fn leaves_bits_undefined(&self) -> bool {
        let undefined = |line: &String| line.contains("freeze") || line.contains("undef");
        self.forms.iter().any(|form| form.body.iter().any(undefined))
    }
}

/// A set of numbers as ranges: `0..15,17`.
fn ranges(values: &[u32]) -> String {
    let mut out: Vec<(u32, u32)> = Vec::new();
    for &value in values {
        match out.last_mut() {
            Some((_, last)) if *last + 1 == value => *last = value,
            _ => out.push((value, value)),
        }
    }
    let spelled = out.iter().map(|(a, b)| if a == b { a.to_string() } else { format!("{a}..{b}") });
    spelled.collect::<Vec<_>>().join(",")
}

fn numbers(text: &str) -> Result<Vec<u32>> {
    let mut values = Vec::new();
    for part in text.split(',') {
        let (from, to) = part.split_once("..").unwrap_or((part, part));
        values.extend(from.parse::<u32>()?..=to.parse::<u32>()?);
    }
    Ok(values)
}

fn row(values: &[i64]) -> String {
    values.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

/// The file's text.
pub fn write(title: &str, blocks: &[Block], refused: &[(String, String)]) -> String {
    let mut out = HEADER.replace("TITLE", title);
    for block in blocks {
        out.push('\n');
        write_block(&mut out, block);
    }
    out.push('\n');
    for (name, why) in refused {
        let _ = writeln!(out, "refused {name}: {why}");
    }
    out
}

fn indented(out: &mut String, lines: impl Iterator<Item = String>) {
    for line in lines {
        let _ = writeln!(out, "  {line}");
    }
}

fn write_block(out: &mut String, block: &Block) {
    let _ = writeln!(out, "intrinsic {}", block.name);
    if block.c_name != block.name {
        let _ = writeln!(out, "c {}", block.c_name);
    }
    let _ = writeln!(out, "features {}", block.features.join(" "));
    if let Some(mnemonic) = &block.mnemonic {
        let _ = writeln!(out, "guide {mnemonic}");
    }
    for (name, ty) in &block.params {
        let _ = writeln!(out, "param {name} {ty}");
    }
    if let Some((position, name, values)) = &block.immediate {
        let _ = writeln!(out, "imm {position} {name} {}", ranges(values));
    }
    let _ = writeln!(out, "result {}", block.result);
    for form in &block.forms {
        let _ = writeln!(out, "{}", format!("form {}", ranges(&form.values)).trim_end());
        indented(out, form.body.iter().cloned());
        match &form.holes {
            Holes::None => {}
            Holes::Bits { base, bits } => {
                let _ = writeln!(out, "holes bits\n  base {}", row(base));
                indented(out, bits.iter().map(|(bit, values)| format!("{bit} {}", row(values))));
            }
            Holes::Rows(rows) => {
                let _ = writeln!(out, "holes rows");
                indented(out, rows.iter().map(|(value, values)| format!("{value} {}", row(values))));
            }
        }
        for (cpu, forms) in &form.asm {
            let _ = writeln!(out, "{}", format!("asm {cpu} {}", forms.join("; ")).replace("asm  ", "asm ").trim_end());
        }
    }
}

/// Blocks of a data file; `cpus` are those whose choice of instructions it may record.
pub fn read(text: &str, cpus: &[String]) -> Result<Vec<Block>> {
    ensure!(text.starts_with("# isotope llvm-forms 1\n"), "llvm-forms: the first line does not name version 1");
    let mut blocks: Vec<Block> = Vec::new();
    let mut holes_of_bits = false;
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') || line.starts_with("refused ") {
            continue;
        }
        read_line(&mut blocks, line, cpus, &mut holes_of_bits)
            .with_context(|| format!("llvm-forms line {}: {line}", number + 1))?;
    }
    Ok(blocks)
}

fn read_line(blocks: &mut Vec<Block>, line: &str, cpus: &[String], of_bits: &mut bool) -> Result<()> {
    let (word, rest) = line.trim_start().split_once(' ').unwrap_or((line.trim_start(), ""));
    if word == "intrinsic" {
        let (name, c_name) = (rest.to_owned(), rest.to_owned());
        let (features, params, forms) = (Vec::new(), Vec::new(), Vec::new());
        blocks.push(Block {
            name,
            c_name,
            features,
            params,
            immediate: None,
            result: String::new(),
            mnemonic: None,
            forms,
        });
        return Ok(());
    }
    let block = blocks.last_mut().context("comes before any `intrinsic`")?;
    if let Some(inner) = line.strip_prefix("  ") {
        let form = block.forms.last_mut().context("an indented line needs a `form` above")?;
        match (&mut form.holes, *of_bits) {
            (Holes::None, _) => form.body.push(inner.to_owned()),
            (holes, bits) => read_row(holes, bits, word, rest)?,
        }
        return Ok(());
    }
    let last_form = block.forms.last_mut();
    match word {
        "c" => block.c_name = rest.to_owned(),
        "features" => block.features = rest.split(' ').map(str::to_owned).collect(),
        "guide" => block.mnemonic = Some(rest.to_owned()),
        "param" => {
            let (name, ty) = rest.split_once(' ').context("a parameter is a name and a type")?;
            block.params.push((name.to_owned(), ty.to_owned()));
        }
        "imm" => {
            let mut parts = rest.split(' ');
            let mut part = || parts.next().context("an immediate is a position, a name and values");
            block.immediate = Some((part()?.parse()?, part()?.to_owned(), numbers(part()?)?));
        }
        "result" => block.result = rest.to_owned(),
        "form" => {
            let values = if rest.is_empty() { Vec::new() } else { numbers(rest)? };
            block.forms.push(Form { values, body: Vec::new(), holes: Holes::None, asm: Vec::new() });
        }
        "holes" => {
            *of_bits = rest == "bits";
            last_form.context("holes need a form")?.holes = Holes::Rows(BTreeMap::new());
        }
        "asm" => {
            let (first, others) = rest.split_once(' ').unwrap_or((rest, ""));
            let cpu = if cpus.iter().any(|cpu| cpu == first) { first } else { "" };
            let forms = if cpu.is_empty() { rest } else { others };
            let forms = forms.split("; ").filter(|f| !f.is_empty()).map(str::to_owned).collect();
            last_form.context("asm needs a form")?.asm.push((cpu.to_owned(), forms));
        }
        _ => bail!("`{word}` is no word of this format"),
    }
    Ok(())
}

fn read_row(holes: &mut Holes, of_bits: bool, word: &str, rest: &str) -> Result<()> {
    let values = rest.split(' ').map(str::parse).collect::<Result<Vec<i64>, _>>()?;
    match holes {
        Holes::Rows(_) if of_bits && word == "base" => *holes = Holes::Bits { base: values, bits: BTreeMap::new() },
        Holes::Rows(rows) => drop(rows.insert(word.parse()?, values)),
        Holes::Bits { bits, .. } => drop(bits.insert(word.parse()?, values)),
        Holes::None => bail!("a row outside `holes`"),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_file_reads_and_writes_back() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../grammars/data/x86/llvm-forms.txt");
        let text = std::fs::read_to_string(path).unwrap();
        let refused = text.lines().filter_map(|l| l.strip_prefix("refused ")?.split_once(": "));
        let refused: Vec<(String, String)> = refused.map(|(n, w)| (n.to_owned(), w.to_owned())).collect();
        let cpus = ["znver4", "sapphirerapids"].map(str::to_owned);
        let blocks = read(&text, &cpus).unwrap();
        assert!(blocks.len() > 2600, "{} blocks", blocks.len());
        assert!(write("x86", &blocks, &refused) == text, "reading and writing changed the file");
    }

    #[test]
    fn a_template_is_filled() {
        let text = "# isotope llvm-forms 1\n\nintrinsic f\nfeatures sse2\nparam a <4 x i32>\nimm 1 imm8 0..3\nresult <4 x i32>\n\
            form 0..3\n  %t1 = g(<4 x i32> %a, i32 $imm, <2 x i32> <i32 $0, i32 $1>)\n  ret <4 x i32> %t1\n\
            holes bits\n  base 4 5\n  0 1 0\n  1 0 2\n";
        let blocks = read(text, &[]).unwrap();
        let lines = blocks[0].forms[0].at(3).unwrap();
        assert_eq!(lines[0], "%t1 = g(<4 x i32> %a, i32 3, <2 x i32> <i32 5, i32 7>)");
    }

    #[test]
    fn an_unknown_word_is_named_with_its_line() {
        let error = format!("{:#}", read("# isotope llvm-forms 1\nintrinsic f\nfrom 3\n", &[]).unwrap_err());
        assert!(error.contains("line 3") && error.contains("`from`"), "{error}");
    }
}
