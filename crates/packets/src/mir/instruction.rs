//! One instruction: its operands as they are written, and what it accesses.

use super::read::split;

/// An instruction.
#[derive(Clone, Debug, Default)]
pub struct Instruction {
    /// Its line in the text.
    pub line: usize,
    /// Words before its name, as `nsw`.
    pub flags: Vec<&'static str>,
    /// The record's name.
    pub op: String,
    /// Explicit results, then the operands that follow the name.
    pub operands: Vec<Operand>,
    /// How many of the operands come before the name.
    pub results: usize,
    /// LLVM's statements about its accesses.
    pub accesses: Vec<Access>,
    /// The text of the accesses, or nothing.
    pub tail: String,
}

/// One operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A register.
    Register(Register),
    /// A number.
    Immediate(i64),
    /// A block, by its number.
    Block(u32),
    /// Anything else, as it is written: a symbol, a mask of registers, where the source has it.
    Other(String),
}

/// A register and how it is used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Register {
    /// Its name without the sign.
    pub name: String,
    /// Whether it is written.
    pub is_written: bool,
    /// Whether the instruction names it in no operand of its own.
    pub is_implicit: bool,
    /// Whether it is read as an instruction of the same packet writes it.
    pub is_internal: bool,
    /// Whether its value is said not to be used: LLVM's `dead` and `undef`.
    pub is_unused: bool,
    /// Whether its value is said not to be used after this instruction.
    pub is_killed: bool,
    /// The operand that it shares a register with.
    pub tied: Option<usize>,
}

/// LLVM's statement about one access.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// Whether it must be neither left out nor moved.
    pub is_volatile: bool,
    /// Where it is, as it is written: `%ir.x`, `%stack.0`.
    pub base: String,
    /// Numbers of the metadata after `!alias.scope` and `!noalias`.
    pub scopes: [Option<u32>; 2],
}

impl Instruction {
    /// Reads the text of one line; `Err` says why it is none.
    pub(super) fn read(text: &str, line: usize) -> Result<Instruction, String> {
        let (code, tail) = match split(text, " :: ").as_slice() {
            [code] => ((*code).to_owned(), String::new()),
            [code, tail @ ..] => ((*code).to_owned(), tail.join(" :: ")),
            [] => return Err("an empty line".to_owned()),
        };
        let sides = split(&code, " = ");
        let (left, right) = match sides[..] {
            [right] => ("", right),
            [left, right] => (left, right),
            _ => return Err("more than one `=`".to_owned()),
        };
        let mut words = right.trim();
        let mut flags = Vec::new();
        let flag_of =
            |words| FLAGS.iter().find_map(|flag| Some((*flag, str::strip_prefix(words, flag)?.strip_prefix(' ')?)));
        while let Some((flag, rest)) = flag_of(words) {
            flags.push(flag);
            words = rest;
        }
        let (op, rest) = words.split_once(' ').unwrap_or((words, ""));
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        if op.is_empty() || !op.chars().all(is_name) || !op.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(format!("`{}` is no instruction's name", op.chars().take(40).collect::<String>()));
        }
        let mut operands = Vec::new();
        for part in split(left, ", ").into_iter().filter(|part| !part.trim().is_empty()) {
            match Operand::read(part.trim(), true)? {
                register @ Operand::Register(_) => operands.push(register),
                _ => return Err(format!("`{}` cannot be written to", part.trim())),
            }
        }
        let results = operands.len();
        for part in split(rest, ", ").into_iter().map(str::trim).filter(|part| !part.is_empty()) {
            operands.push(Operand::read(part, false)?);
        }
        if operands.len() > crate::limits::MAX_OPERANDS {
            return Err("more operands than MAX_OPERANDS".to_owned());
        }
        let accesses = accesses(&tail);
        Ok(Instruction { line, flags, op: op.to_owned(), operands, results, accesses, tail })
    }

    /// The registers.
    pub fn registers(&self) -> impl Iterator<Item = &Register> {
        self.operands.iter().filter_map(|operand| match operand {
            Operand::Register(register) => Some(register),
            _ => None,
        })
    }

    /// The blocks that it names.
    pub fn targets(&self) -> impl Iterator<Item = u32> {
        self.operands.iter().filter_map(|operand| match operand {
            Operand::Block(id) => Some(*id),
            _ => None,
        })
    }

    /// Operands that the instruction names itself, results first.
    pub fn explicit(&self) -> impl Iterator<Item = (usize, &Operand)> {
        self.operands.iter().enumerate().filter(|(_, operand)| match operand {
            Operand::Register(register) => !register.is_implicit,
            Operand::Other(text) => !text.starts_with("debug-") && !text.starts_with("pre-instr"),
            _ => true,
        })
    }

    /// The instruction as it is written, without what LLVM says of the lives of registers.
    pub fn text(&self) -> String {
        let written = |operands: &[Operand]| operands.iter().map(Operand::text).collect::<Vec<_>>().join(", ");
        let (results, rest) = self.operands.split_at(self.results);
        let mut out = written(results);
        if !results.is_empty() {
            out += " = ";
        }
        out += &self.op;
        if !rest.is_empty() {
            out = out + " " + &written(rest);
        }
        if self.tail.is_empty() { out } else { out + " :: " + &self.tail }
    }
}

/// Words before an instruction's name.
const FLAGS: [&str; 18] = [
    "frame-setup",
    "frame-destroy",
    "nnan",
    "ninf",
    "nsz",
    "arcp",
    "contract",
    "afn",
    "reassoc",
    "nuw",
    "nsw",
    "exact",
    "nofpexcept",
    "nomerge",
    "unpredictable",
    "noconvergent",
    "nneg",
    "disjoint",
];

/// The name of assembly.
pub const ASSEMBLY: &str = "INLINEASM";

/// Whether it is assembly without a text, whose results are in the registers of its operands, and which is no barrier of memory: the
/// processor does nothing. Such assembly hides from LLVM where a value comes from.
///
/// `INLINEASM &"", 0 /* attdialect */, 262154 /* regdef:IntRegs */, def $r0, 2147483657 /* reguse tiedto:$0 */, $r0(tied-def 3)`
pub fn is_empty_assembly(of: &Instruction) -> bool {
    let is = |place: usize, text: &str| matches!(of.operands.get(place), Some(Operand::Other(own)) if own == text);
    let stays = |written: &Register| {
        let reads = |read: &&Register| !read.is_written && !read.is_unused && read.tied.is_some();
        of.registers().filter(reads).any(|read| read.name == written.name)
    };
    of.op == ASSEMBLY
        && is(0, "&\"\"")
        && is(1, "0 /* attdialect */")
        && of.registers().filter(|register| register.is_written).all(|written| !written.is_unused && stays(written))
}

/// Whether a text is a number that LLVM explains: `2147483657 /* reguse tiedto:$0 */`, of assembly.
fn is_noted_number(text: &str) -> bool {
    let noted = text.split_once(" /* ").filter(|(_, note)| note.ends_with(" */") && note.matches("*/").count() == 1);
    noted.is_some_and(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()))
}

impl Operand {
    fn read(text: &str, is_result: bool) -> Result<Operand, String> {
        // A register that is not understood could be one that is read: only masks of calls and assembly are passed over.
        let is_mask = text.starts_with("CustomRegMask(") || text.starts_with('&') || text.starts_with("liveout(");
        match Operand::understood(text, is_result) {
            Operand::Other(_) if text.contains('$') && !is_mask && !is_noted_number(text) => {
                Err(format!("`{}` is no operand", text.chars().take(60).collect::<String>()))
            }
            operand => Ok(operand),
        }
    }

    fn understood(text: &str, is_result: bool) -> Operand {
        let other = || Operand::Other(text.to_owned());
        if let Some(rest) = text.strip_prefix("%bb.") {
            let digits = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            return digits.parse().map_or_else(|_| other(), Operand::Block);
        }
        if let Ok(number) = text.parse() {
            return Operand::Immediate(number);
        }
        let mut register = Register { is_written: is_result, ..Register::default() };
        let mut words = text.split(' ').peekable();
        while let Some(word) = words.peek() {
            match *word {
                "implicit" if !is_result => register.is_implicit = true,
                "implicit-def" if !is_result => (register.is_implicit, register.is_written) = (true, true),
                "internal" if !register.is_written => register.is_internal = true,
                "killed" if !register.is_written => register.is_killed = true,
                "undef" if !register.is_written => register.is_unused = true,
                "dead" if register.is_written => register.is_unused = true,
                "early-clobber" if register.is_written => {}
                "def" if !is_result => register.is_written = true,
                "renamable" | "debug-use" => {}
                _ => break,
            }
            words.next();
        }
        let last = words.collect::<Vec<_>>().join(" ");
        let Some(name) = last.strip_prefix('$') else { return other() };
        let (name, more) =
            name.split_at(name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len()));
        register.name = name.to_owned();
        if let Some(place) = more.strip_prefix("(tied-def ").and_then(|rest| rest.strip_suffix(')')) {
            let Ok(place) = place.parse() else { return other() };
            register.tied = Some(place);
        } else if !more.is_empty() {
            return other();
        }
        if name.is_empty() { other() } else { Operand::Register(register) }
    }

    fn text(&self) -> String {
        match self {
            Operand::Immediate(number) => number.to_string(),
            Operand::Block(id) => format!("%bb.{id}"),
            Operand::Other(text) => text.clone(),
            Operand::Register(register) => {
                let kind = match (register.is_implicit, register.is_written) {
                    (true, true) => "implicit-def ",
                    (true, false) => "implicit ",
                    _ => "",
                };
                let unused = match (register.is_unused, register.is_written) {
                    (true, true) => "dead ",
                    (true, false) => "undef ",
                    _ => "",
                };
                let internal = if register.is_internal { "internal " } else { "" };
                let tied = register.tied.map(|place| format!("(tied-def {place})")).unwrap_or_default();
                format!("{kind}{unused}{internal}${}{tied}", register.name)
            }
        }
    }
}

/// `load (s32) from %ir.x, !alias.scope !3` and `store ...`, of `(load (s32) from %ir.x, !alias.scope !3), (store ...)`.
pub fn statements(tail: &str) -> impl Iterator<Item = &str> {
    let parts = split(tail, ", ").into_iter().map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| part.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(part))
}

fn accesses(tail: &str) -> Vec<Access> {
    let mut out = Vec::new();
    for inner in statements(tail) {
        let place = inner.split_once(" from ").or_else(|| inner.split_once(" into ")).map_or("", |(_, place)| place);
        let base = place.split([',', ' ']).next().unwrap_or_default().to_owned();
        let number = |key: &str| {
            let rest = inner.split_once(key)?.1;
            rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
        };
        let head = inner.split(" from ").next().unwrap_or_default();
        out.push(Access {
            is_volatile: head.contains("volatile")
                || head.contains("monotonic")
                || head.contains("acquire")
                || head.contains("release")
                || head.contains("seq_cst")
                || head.contains("unordered"),
            base,
            scopes: [number("!alias.scope !"), number("!noalias !")],
        });
    }
    out
}
