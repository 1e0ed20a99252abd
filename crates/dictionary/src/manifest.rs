//! `target.toml`: what an instruction set is besides its instructions.

mod assembly;

pub use assembly::{Assembly, HardwareLoop, NamedRegister, Narrower};

use crate::error::DataError;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The file of an instruction set's folder that is read first.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Of the layout: 1.
    pub version: u32,
    /// Its name among people: `x86`.
    pub title: String,
    /// The architecture of LLVM's triple: `x86_64`.
    pub arch: String,
    /// The title of the set that it is counted with, where several folders are one instruction set's.
    pub part_of: Option<String>,
    /// Whether code can be made for it: there are LLVM forms, CPUs and prices. Without, it only says what its instructions mean.
    #[serde(default)]
    pub answers: bool,
    /// Other names that requests may use for it.
    #[serde(default)]
    pub spellings: Vec<String>,
    /// The vector registers.
    pub registers: Registers,
    /// Its CPUs.
    pub cpus: CpuRules,
    /// Where its meaning comes from.
    pub vendor: Vendor,
    /// How code for it is made and priced.
    pub code: Code,
    /// The syntax of a listing of its code.
    #[serde(default)]
    pub assembly: Assembly,
}

/// The vector registers of an instruction set.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Registers {
    /// Bits of the vector registers, ascending. An operand of twice the last is a pair of registers, the first the lower.
    pub vectors: Vec<u32>,
    /// How many there are of each size; empty: nothing is known of that.
    #[serde(default)]
    pub counts: Vec<u32>,
    /// The parts of a register that most shuffles stay within.
    pub part: Part,
    /// Bytes, a power of two, of which the addresses of arrays are taken to be multiples where code is priced.
    #[serde(default = "unaligned")]
    pub aligned: u32,
    /// Bits of the widest element that instructions compute with: 8, 16, 32 or 64.
    #[serde(default = "widest_lane")]
    pub lane: u32,
}

/// Where a set says nothing.
fn unaligned() -> u32 {
    1
}

/// Where a set says nothing.
fn widest_lane() -> u32 {
    64
}

/// The part that most shuffles stay within.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// So many bits of a register: `part = 128`.
    Bits(u32),
    /// The register, whatever its size: `part = "register"`.
    Register,
}

impl Part {
    /// Bits of a part of a register of so many bits.
    pub fn bits_of(self, register_bits: u32) -> u32 {
        match self {
            Part::Bits(bits) => bits,
            Part::Register => register_bits,
        }
    }
}

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PartVisitor)
    }
}

struct PartVisitor;

impl serde::de::Visitor<'_> for PartVisitor {
    type Value = Part;

    fn expecting(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str("bits of a part, or \"register\"")
    }

    fn visit_i64<E: serde::de::Error>(self, bits: i64) -> Result<Part, E> {
        let other = || E::invalid_value(serde::de::Unexpected::Signed(bits), &self);
        u32::try_from(bits).map(Part::Bits).map_err(|_| other())
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Part, E> {
        let other = || E::invalid_value(serde::de::Unexpected::Str(name), &self);
        if name == "register" { Ok(Part::Register) } else { Err(other()) }
    }
}

/// The rules that tell CPUs apart.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct CpuRules {
    /// The CPU that every other one can do everything of.
    pub baseline: String,
    /// How the names of features begin that vector code can need: the rest does not tell CPUs apart.
    pub vector_features: Vec<String>,
    /// Whether LLVM has to be told of them: a CPU's name does not stand for what it may be built without.
    #[serde(default)]
    pub optional: bool,
    /// CPUs whose choice of instructions for an LLVM form is recorded where it differs from that of the features alone.
    #[serde(default)]
    pub recorded: Vec<String>,
}

/// The vendor's text and who can say that it was understood.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Vendor {
    /// The reader of the vendor's text, by the name it has in `isotope_vendor::reader`.
    pub reader: String,
    /// The file of the folder that the text is in, where it may lie there.
    pub text: Option<String>,
    /// The files that the text consists of, where it is several: in the vendor's folder, `.xz` where they are compressed, or in
    /// this one.
    #[serde(default)]
    pub files: Vec<String>,
    /// BLAKE3 of the text, or of each file of it that the vendor wrote, unpacked, by file name: what the data were made from. Another
    /// text is read all the same, and it is said.
    #[serde(default)]
    pub pinned: BTreeMap<String, String>,
    /// The vendor's types of operands.
    pub types: Vec<VendorType>,
    /// Whether the set has the instructions with floats of a text, and they alone.
    #[serde(default)]
    pub floats: bool,
    /// The extensions whose instructions are set against the paper's counts, by LLVM's names of their features, `*` at an end for any
    /// more letters; none: all of the set's are.
    #[serde(default)]
    pub vector_extensions: Vec<String>,
    /// The executors that validate the semantics of instructions, by the names they have in `isotope_run`, the first that has an
    /// instruction's features; none: the interpreter of the semantics is all there is.
    pub executors: Vec<String>,
    /// How LLVM forms are found.
    pub forms: FormsBy,
}

/// A type of the vendor's.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct VendorType {
    /// As the text has it.
    pub name: String,
    /// All its bits.
    pub bits: u32,
    /// Its kind.
    pub kind: VendorKind,
}

/// The kind of an operand.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum VendorKind {
    Vector,
    Mask,
    Scalar,
    Immediate,
}

/// How LLVM forms are found.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum FormsBy {
    /// By compiling the vendor's C intrinsics with clang.
    Clang,
    /// Each instruction is an LLVM intrinsic whose name is this and the instruction's.
    Intrinsic(String),
    /// By compiling one builtin of clang's, or one C intrinsic of its own header, for each instruction.
    Builtins(Builtins),
}

/// How an instruction's name becomes that of its builtin.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Builtins {
    /// The beginning of an instruction's name.
    pub name: String,
    /// The beginning of the builtin's in its place.
    pub builtin: String,
    /// Those on vectors of no fixed length, where there are any.
    #[serde(default)]
    pub scalable: Option<Scalable>,
}

/// How C intrinsics on vectors of no fixed length are called with vectors that have one.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Scalable {
    /// The beginning of their names.
    pub name: String,
    /// The function of `trials.h` that makes one kind of vector of the other, whichever it is given.
    pub convert: String,
    /// The end of the names of those that take which elements are active first.
    pub governed: String,
    /// All elements, as the first operand of these.
    pub all: String,
}

impl Builtins {
    /// The call of an instruction's builtin in C; the arguments are those of its operands, and whether each is a vector.
    pub fn call(&self, instruction: &str, args: Vec<(String, bool)>) -> String {
        let rest = instruction.strip_prefix(&self.name).unwrap_or(instruction);
        let scalable = self.scalable.as_ref().filter(|s| instruction.starts_with(&s.name));
        let argument = |(arg, vector): (String, bool)| match scalable {
            Some(s) if vector => format!("{}({arg})", s.convert),
            _ => arg,
        };
        let governed = scalable.filter(|s| instruction.ends_with(&s.governed));
        let args: Vec<String> =
            governed.map(|s| s.all.clone()).into_iter().chain(args.into_iter().map(argument)).collect();
        let call = format!("{}{rest}({})", self.builtin, args.join(", "));
        scalable.map_or(call.clone(), |s| format!("{}({call})", s.convert))
    }
}

/// How code is made and priced.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Code {
    /// LLVM's triple.
    pub triple: String,
    /// LLVM's data layout for the triple, as LLVM 19 has it; empty where LLVM has no code generator for the set.
    #[serde(default)]
    pub data_layout: String,
    /// LLVM's description of the target in its sources, for what is priced by packets.
    #[serde(default)]
    pub description: String,
    /// Options of `llc` that bound a pass of its, for functions of thousands of instructions.
    #[serde(default)]
    pub llc: Vec<String>,
    /// The operations that LLVM compiles wrongly or not at all, so that code for the set is written otherwise.
    #[serde(default)]
    pub miscompiled: Miscompiled,
    /// The pricer of code.
    pub pricer: PricedBy,
}

/// The operations that LLVM compiles wrongly for a set, or not at all. Each entry is found again by `tests/tests/patterns.rs`.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Miscompiled {
    /// LLVM makes products of fixed-point numbers of products that are shifted by a constant, and loses bits of most.
    #[serde(default)]
    pub shifted_products: Option<ShiftedProducts>,
    /// A shift by a variable spills into the elements beside one that is shifted too far.
    #[serde(default)]
    pub spilling_shifts: Vec<SpillingShifts>,
    /// A conversion of floats to unsigned integers spills what is out of range into the elements beside.
    #[serde(default)]
    pub spilling_casts: Option<SpillingCasts>,
    /// LLVM selects no instructions for vectors of bools in memory, for what is cut to some of them, and for choices among them. In memory
    /// they are bytes then.
    #[serde(default)]
    pub unselected_bools: bool,
    /// LLVM builds a vector that it has no permutation for of its elements, and takes a word that repeats for a byte that does: such
    /// shuffles are looked up.
    #[serde(default)]
    pub shuffles: Option<Gathers>,
}

/// Products that are shifted by constants.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct ShiftedProducts {
    /// Of factors of these bits, half of the product's,
    pub factors: Vec<u32>,
    /// and of as many of them as fill a multiple of these.
    pub whole: u32,
    /// The instruction that hides the amount from LLVM: it broadcasts a scalar of 32 bits.
    pub broadcast: String,
}

/// Shifts that spill into the elements beside.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct SpillingShifts {
    /// Of elements of these bits,
    pub elements: Vec<u32>,
    /// and of vectors whose bits are no multiple of these; of all vectors where this is 0.
    pub whole: u32,
}

/// Conversions of floats that spill into the elements beside.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct SpillingCasts {
    /// To unsigned elements of these bits;
    pub elements: Vec<u32>,
    /// a conversion to signed ones of these bits, more than those, is right.
    pub through: u32,
}

/// Instructions that look up bytes of a register.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Gathers {
    /// Takes numbers, a table and a selector; gives zeros where the selector does not have the number.
    pub first: String,
    /// The same, joined by or to a register that comes first.
    pub more: String,
}

/// The pricer of code.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum PricedBy {
    /// LLVM compiles it, and the CPU's table prices the instructions that come out.
    Llvm,
    /// LLVM compiles it, and its packets are counted: an instruction set whose compiler says what runs together.
    Packets,
    /// The CPU's table prices the program's own instructions: for what LLVM has no code generator for.
    Table,
}

impl Manifest {
    /// The name under which its instructions are counted.
    pub fn counted_as(&self) -> &str {
        self.part_of.as_deref().unwrap_or(&self.title)
    }
}

/// Reads the manifest.
pub fn read(text: &str) -> Result<Manifest, DataError> {
    let bad = |message: String| DataError { file: FILE, line: 0, message: message.into() };
    let manifest: Manifest = toml::from_str(text).map_err(|e| {
        let line = e.span().map_or(0, |span| text[..span.start].lines().count().max(1));
        DataError { file: FILE, line, message: e.message().to_owned().into() }
    })?;
    if manifest.version != 1 {
        return Err(bad(format!("its layout is {}, this build reads 1", manifest.version)));
    }
    let Registers { vectors, counts, part, aligned, lane } = &manifest.registers;
    let powers = |sizes: &[u32]| !sizes.is_empty() && sizes.is_sorted() && sizes.iter().all(|b| b.is_power_of_two());
    if !powers(vectors) || !powers(&[part.bits_of(vectors[0])]) {
        return Err(bad("registers: sizes are powers of two, and ascend".to_owned()));
    }
    if !counts.is_empty() && counts.len() != vectors.len() {
        return Err(bad("registers: there are not as many counts as sizes".to_owned()));
    }
    if !aligned.is_power_of_two() {
        return Err(bad(format!("registers: addresses are multiples of a power of two, not of {aligned}")));
    }
    if !matches!(lane, 8 | 16 | 32 | 64) {
        return Err(bad(format!("registers: the widest lane has 8, 16, 32 or 64 bits, not {lane}")));
    }
    if part.bits_of(vectors[0]) > vectors[0] {
        return Err(bad("registers: a part is larger than the smallest register".to_owned()));
    }
    Ok(manifest)
}

/// The file.
pub const FILE: &str = "target.toml";
