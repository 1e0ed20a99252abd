//! A function's parameters by its line of LLVM IR, and the program that calls it.
//!
//! ```text
//! define dso_local i32 @sum(ptr noalias readonly %a, i16 signext %n) local_unnamed_addr #0 {
//! ```

use crate::limits::MAX_PARAMETERS;

/// The text of the program, and before it how it is run.
const TEMPLATE: &str = include_str!("../../../data/executed/call.ll");

/// Bytes of memory that hold the arguments, the result and the word that registers and stack hold before the call.
const HEAD: usize = 2 * ARGUMENTS;

/// Bytes of the arguments.
const ARGUMENTS: usize = 4096;

/// Bytes of one argument, and of the result.
const SLOT: usize = ARGUMENTS / MAX_PARAMETERS;

/// Where the word is.
const WORD: usize = HEAD - 4;

/// Where the result is.
pub(super) const RESULT: usize = ARGUMENTS;

/// Bytes of an array with the gap around it. A pointer to it is a multiple of what any fact says of its alignment.
const ROOM: usize = 48 << 10;

/// The bytes of an array, in its room.
pub(super) const ARRAY: std::ops::Range<usize> = 8 << 10..40 << 10;

/// The place in its room that a pointer to an array points to.
pub(super) const POINTED: usize = 12 << 10;

/// Attributes of parameters and results that say how they are passed.
const PASSED: [&str; 3] = ["signext", "zeroext", "inreg"];

/// Attributes after which a value is not any value of its type, or not passed as one.
const REFUSED: [&str; 10] = [
    "byval",
    "byref",
    "inalloca",
    "nest",
    "preallocated",
    "range",
    "swiftasync",
    "swifterror",
    "swiftself",
    "nofpclass",
];

/// The kind of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// To an array, by its number among these.
    Pointer(usize),
    /// An integer of so many bits.
    Integer(u32),
    /// A number of so many bits with a fraction.
    Float(u32),
    /// A vector of so many bytes.
    Vector(usize),
}

/// A parameter or a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// Its name, as `%n`; of a result it says nothing.
    pub name: String,
    pub kind: Kind,
    ty: String,
    /// The attributes by which it is passed: `zeroext`.
    passed: String,
}

/// A function, by its line of LLVM IR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Signature {
    /// `@sum`
    name: String,
    result: Option<Value>,
    pub parameters: Vec<Value>,
}

impl Signature {
    /// Of the function of this name in the lines of a program.
    ///
    /// # Errors
    ///
    /// The program has no LLVM IR of it, or one that is not called here.
    pub fn read(lines: &[String], name: &str) -> Result<Signature, String> {
        // The name is written into a module, in which it must be nothing else.
        if !name.chars().all(|c| c.is_ascii_alphanumeric() || "._$-".contains(c)) {
            return Err("a name of other characters than letters and digits is not called".to_owned());
        }
        let (plain, quoted) = (format!(" @{name}("), format!(" @\"{name}\"("));
        let of = |line: &String| {
            let line = line.trim().strip_prefix("define ")?;
            let at = line.find(&plain).or_else(|| line.find(&quoted))?;
            Some((line[..at].to_owned(), line[at + 1..].to_owned()))
        };
        let (before, rest) = lines.iter().find_map(of).ok_or("the file has no LLVM IR of it")?;
        if before.split(' ').any(|word| ["internal", "private", "available_externally"].contains(&word)) {
            return Err("no other file can call it".to_owned());
        }
        let open = rest.find('(').unwrap_or_default();
        let list = enclosed(&rest[open..]).ok_or("its LLVM IR is not understood")?;
        let mut pointers = 0;
        let parameters = separated(list).into_iter().map(|text| Value::read(text, &mut pointers));
        let parameters = parameters.collect::<Result<Vec<_>, _>>()?;
        if parameters.len() > MAX_PARAMETERS {
            return Err("it has more parameters than MAX_PARAMETERS".to_owned());
        }
        let is_void = before.split(' ').any(|word| word == "void");
        let result = if is_void { None } else { Some(Value::read(&before, &mut 0)?) };
        Ok(Signature { name: rest[..open].to_owned(), result, parameters })
    }

    /// The arrays that its pointers point to.
    pub fn arrays(&self) -> usize {
        self.parameters.iter().filter(|one| matches!(one.kind, Kind::Pointer(_))).count()
    }

    /// Bytes of the program's memory.
    pub fn bytes(&self) -> usize {
        HEAD + ROOM * 2 * self.arrays()
    }

    /// Where the room of an array begins, in one of two orders, in which none is in one place.
    pub fn room(&self, array: usize, is_turned: bool) -> usize {
        let count = self.arrays();
        HEAD + ROOM * if is_turned { 2 * count - 1 - array } else { array }
    }

    /// Where an argument is.
    pub fn argument(at: usize) -> usize {
        SLOT * at
    }

    /// Bytes of the result that two calls with equal arguments have to agree in. Where an array lies is the program's own affair.
    pub fn result_bytes(&self) -> usize {
        self.result.as_ref().map_or(0, |of| of.kind.bytes())
    }

    /// The program, in LLVM IR.
    pub fn program(&self) -> String {
        let (mut call, mut arguments) = (String::new(), Vec::new());
        for (at, of) in self.parameters.iter().enumerate() {
            let (place, ty) = (pointer(Self::argument(at)), &of.ty);
            call += &match of.kind {
                Kind::Pointer(_) => format!(
                    "  %at{at} = load i32, ptr {place}\n  %arg{at} = getelementptr i8, ptr @memory, i32 %at{at}\n"
                ),
                _ => format!("  %arg{at} = load {ty}, ptr {place}, align {SLOT}\n"),
            };
            arguments.push(format!("{} %arg{at}", of.passed_in()));
        }
        let call_of = |result: &str| format!("call {result} {}({})", self.name, arguments.join(", "));
        let (result, last) = match &self.result {
            Some(Value { ty, passed, kind, .. }) => {
                // `zeroext i8`: of a result the attributes come first.
                let (result, place) = (format!("{passed} {ty}"), pointer(RESULT));
                let result = result.trim_start().to_owned();
                let mut last = format!("  %result = {}", call_of(&result));
                // An address is the program's own affair.
                if !matches!(kind, Kind::Pointer(_)) {
                    last += &format!("\n  store {ty} %result, ptr {place}, align {SLOT}");
                }
                (result, last)
            }
            None => ("void".to_owned(), format!("  {}", call_of("void"))),
        };
        let types: Vec<String> = self.parameters.iter().map(Value::passed_in).collect();
        TEMPLATE
            .replace("{bytes}", &self.bytes().to_string())
            .replace("{word}", &WORD.to_string())
            .replace("{declaration}", &format!("declare {result} {}({})", self.name, types.join(", ")))
            .replace("{call}", &(call + &last))
    }
}

/// The emulator's program and its arguments.
pub(super) fn emulator() -> impl Iterator<Item = &'static str> {
    let line = TEMPLATE.lines().next().and_then(|line| line.strip_prefix("; emulator: "));
    line.unwrap_or_default().split(' ')
}

impl Kind {
    /// Bytes of a value in memory; none of a pointer.
    pub fn bytes(self) -> usize {
        match self {
            Kind::Pointer(_) => 0,
            Kind::Integer(bits) | Kind::Float(bits) => bits.div_ceil(8) as usize,
            Kind::Vector(bytes) => bytes,
        }
    }
}

fn pointer(at: usize) -> String {
    format!("getelementptr (i8, ptr @memory, i32 {at})")
}

/// The text in the parentheses that a text begins with.
fn enclosed(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return text.get(1..at),
            ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// The parts of a list, in which parentheses, brackets and braces hold others.
fn separated(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0_i32, 0);
    for (at, c) in list.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(list[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[from..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

impl Value {
    /// Its type as a parameter: `i8 zeroext`.
    fn passed_in(&self) -> String {
        format!("{} {}", self.ty, self.passed).trim_end().to_owned()
    }

    /// Of a parameter's text, or of the text before the function's name; counts the pointers.
    fn read(text: &str, pointers: &mut usize) -> Result<Value, String> {
        let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        let is_refused = |word: &&&str| REFUSED.contains(&word.split('(').next().unwrap_or_default());
        if let Some(word) = words.iter().find(is_refused) {
            return Err(format!("a parameter or its result is `{word}`"));
        }
        let unknown = || format!("values of the type of `{text}` are not drawn");
        let is_type = |word: &&str| *word == "ptr" || word.starts_with('<') || number(word).is_some();
        let at = words.iter().position(is_type).ok_or_else(unknown)?;
        // A structure has types in it.
        if words[..at].iter().any(|word| word.starts_with(['{', '[', '%'])) {
            return Err(unknown());
        }
        let (ty, kind) = match words[at] {
            "ptr" => {
                *pointers += 1;
                ("ptr".to_owned(), Kind::Pointer(*pointers - 1))
            }
            // `<32 x i32>`
            word if word.starts_with('<') => {
                let count = word[1..].parse::<usize>().ok();
                let lane = words.get(at + 2).and_then(|word| word.strip_suffix('>')).and_then(number);
                let lane = lane.filter(|lane| *lane != Kind::Integer(1) && words[at + 1] == "x");
                let bytes = count.zip(lane).and_then(|(count, lane)| count.checked_mul(lane.bytes()));
                let bytes = bytes.filter(|bytes| *bytes <= SLOT).ok_or_else(unknown)?;
                (words[at..at + 3].join(" "), Kind::Vector(bytes))
            }
            word => (word.to_owned(), number(word).ok_or_else(unknown)?),
        };
        let passed: Vec<&str> = words.iter().copied().filter(|word| PASSED.contains(word)).collect();
        let name = words.last().filter(|word| word.starts_with('%')).map_or("an argument", |word| word);
        Ok(Value { name: name.to_owned(), kind, ty, passed: passed.join(" ") })
    }
}

/// The kind of a number's type.
fn number(word: &str) -> Option<Kind> {
    match word {
        "i1" | "i8" | "i16" | "i32" | "i64" => word[1..].parse().ok().map(Kind::Integer),
        "float" => Some(Kind::Float(32)),
        "double" => Some(Kind::Float(64)),
        _ => None,
    }
}
