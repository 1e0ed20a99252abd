use super::*;
use crate::code::Code;
use isotope_dictionary::OperandKind;
use isotope_grammars::embedded;
use std::fmt::{self, Write as _};

/// `bs1x12`: a letter for the place, `~` where bytes count by themselves, and what chooses or multiplies.
impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Place::Same => f.write_char('=')?,
            Place::Block => f.write_char('b')?,
            Place::Pack(half) => write!(f, "p{half}")?,
            Place::Unseen | Place::All => f.write_char('*')?,
        }
        f.write_str(if self.is_bytewise { "~" } else { "" })?;
        match self.choice {
            Some((Choice::InBlock, by)) => write!(f, "s{by}")?,
            Some((Choice::OfOne, by)) => write!(f, "v{by}")?,
            Some((Choice::OfTwo(is_second), by)) => write!(f, "{}{by}", if is_second { 'h' } else { 'l' })?,
            None => {}
        }
        self.factor.map_or(Ok(()), |(bytes, of)| write!(f, "x{bytes}{of}"))
    }
}

fn words(row: &Row) -> String {
    let words: Vec<String> = row.operands.iter().map(ToString::to_string).collect();
    format!("{} x i{}: {}", row.result.lanes, row.result.bits, words.join(" "))
}

const ARCHITECTURES: [&str; 3] = ["x86_64", "aarch64", "hexagon"];

/// Shared by all tests: what is known of an intrinsic is looked for once.
fn of(arch: &str) -> &'static Intrinsics<'static> {
    static ALL: OnceLock<Vec<Intrinsics<'static>>> = OnceLock::new();
    let make = |arch: &str| Intrinsics::new(embedded().get(arch).unwrap().dictionary());
    let all = ALL.get_or_init(|| ARCHITECTURES.map(make).into());
    &all[ARCHITECTURES.iter().position(|own| *own == arch).unwrap()]
}

/// Intrinsics whose instructions everybody can look up: each kind of word, and some of which little is known.
#[test]
fn rows_say_what_instructions_do() {
    let rows = [
        ("x86_64", "x86.avx2.pavg.b", "32 x i8: = ="),
        ("x86_64", "x86.avx2.pmadd.ub.sw", "16 x i16: =x11 =x10"),
        ("x86_64", "x86.avx2.psad.bw", "4 x i64: = ="),
        ("x86_64", "x86.avx2.packuswb", "32 x i8: p0 p1"),
        ("x86_64", "x86.avx2.phadd.w", "16 x i16: b b"),
        ("x86_64", "x86.avx2.pshuf.b", "32 x i8: bs1 ="),
        ("x86_64", "x86.avx2.permd", "8 x i32: *v1 ="),
        ("x86_64", "x86.avx2.psll.w", "16 x i16: = *"),
        ("x86_64", "x86.avx512.vpermi2var.qi.128", "16 x i8: bl1 = bh1"),
        ("x86_64", "x86.avx512.vpdpbusd.512", "16 x i32: = =x12 =x11"),
        ("x86_64", "x86.avx512.pternlog.d.512", "16 x i32: =~ =~ =~ *"),
        ("x86_64", "x86.avx512.conflict.d.512", "16 x i32: *"),
        ("aarch64", "aarch64.neon.udot.v4i32.v16i8", "4 x i32: = =x12 =x11"),
        ("aarch64", "aarch64.neon.uaddlv.i32.v8i16", "1 x i32: ="),
        ("aarch64", "aarch64.neon.tbl1.v16i8", "16 x i8: bs1 ="),
        ("hexagon", "hexagon.V6.vaddb.128B", "32 x i32: = ="),
    ];
    for arch in ARCHITECTURES {
        let intrinsics = of(arch);
        for (_, name, wanted) in rows.iter().filter(|(of, ..)| *of == arch) {
            assert_eq!(
                intrinsics.row(&format!("llvm.{name}")).map(|row| words(&row)).as_deref(),
                Some(*wanted),
                "{name}"
            );
        }
        assert_eq!(intrinsics.row("llvm.smax.v16i8"), None, "no vendor says what it does");
    }
}

/// Bits of numbers that are the same in each run.
fn bits(seed: u64) -> impl FnMut() -> u8 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    }
}

/// How many intrinsics something is known of, and how many of their operands count by such places: bytes by themselves, chosen lanes and
/// factors among them. Where fewer are known, values are frozen for nothing.
const KNOWN: [[usize; 6]; 3] = [[339, 481, 129, 90, 37, 108], [477, 760, 122, 51, 4, 88], [316, 646, 2, 66, 0, 55]];

/// The vendor's text, run on numbers: a lane of an operand changes no lane of the result that it is not said to count for.
#[test]
fn lanes_that_are_not_said_to_count_change_nothing() {
    let mut changed = 0;
    for (arch, wanted) in ARCHITECTURES.into_iter().zip(KNOWN) {
        let intrinsics = of(arch);
        let rows: Vec<Arc<Row>> = intrinsics.names().filter_map(|name| intrinsics.row(name)).collect();
        let known = rows.iter().filter(|row| row.operands.iter().any(Operand::says_something)).count();
        let count = |is: &dyn Fn(&Operand) -> bool| rows.iter().flat_map(|row| &row.operands).filter(|o| is(o)).count();
        let same = count(&|operand| operand.place == Place::Same);
        let near = count(&|operand| matches!(operand.place, Place::Block | Place::Pack(_)));
        let bytewise = count(&|operand| operand.is_bytewise);
        let chosen = count(&|operand| operand.choice.is_some());
        let factors = count(&|operand| operand.factor.is_some());
        assert_eq!([known, same, near, bytewise, chosen, factors], wanted, "{arch}");
        for (row, users) in rows.iter().zip(intrinsics.users().values()) {
            changed += users.iter().map(|user| runs(row, user)).sum::<usize>();
        }
        reads_every_form(intrinsics);
    }
    assert!(changed > 8000, "{changed} lanes were changed");
}

/// Every form that an answer may have is understood, and no lane is read that an operand does not have.
fn reads_every_form(intrinsics: &Intrinsics<'_>) {
    let dictionary = intrinsics.dictionary;
    for member in dictionary.members().iter().filter(|member| dictionary.is_usable(member)) {
        for (_, form) in dictionary.llvm_templates(member.name) {
            let code = Code::of_form(&form).unwrap_or_else(|| panic!("{}: {:?}", member.name, form.body));
            for operation in &code.operations {
                for (number, operand) in operation.operands.iter().enumerate() {
                    let crossing = code.crossing(operation, number, intrinsics);
                    assert_eq!(crossing.len(), code.made(operation).lanes, "{}", member.name);
                    assert!(crossing.iter().flatten().all(|lane| *lane < operand.shape.lanes), "{}", member.name);
                }
            }
        }
    }
}

/// Lanes that were changed, one by one.
fn runs(row: &Row, user: &User<'_>) -> usize {
    let member = user.member;
    let real: Vec<usize> =
        (0..member.operands.len()).filter(|at| member.operands[*at].kind != OperandKind::Imm).collect();
    if real.len() != user.call.params || !row.operands.iter().any(Operand::says_something) {
        return 0;
    }
    let mut next = bits(7);
    let immediate = user.ranges.first().map_or(0, |(least, _)| *least);
    let operands: Vec<Vec<u8>> = member
        .operands
        .iter()
        .map(|operand| {
            let bytes = (operand.bits as usize).div_ceil(8);
            match operand.kind {
                OperandKind::Imm => immediate.to_le_bytes()[..bytes.min(8)].to_vec(),
                _ => (0..bytes).map(|_| next()).collect(),
            }
        })
        .collect();
    let Some(before) = member.run(&operands) else { return 0 };
    let mut count = 0;
    for (said, (param, shape)) in row.operands.iter().zip(&user.call.args) {
        let Some(at) = param.map(|param| real[param]).filter(|_| shape.is_whole()) else { continue };
        let crossing = crate::crossings::by_place(said.place, row.result, *shape);
        for lane in (0..shape.lanes).step_by(shape.lanes.div_ceil(4)) {
            let mut other = operands.clone();
            for byte in lane * shape.bytes()..(lane + 1) * shape.bytes() {
                if let Some(byte) = other[at].get_mut(byte) {
                    *byte ^= next() | 1;
                }
            }
            let Some(after) = member.run(&other) else { continue };
            count += 1;
            for (made, reads) in crossing.iter().enumerate().filter(|_| row.result.is_whole()) {
                let own = made * row.result.bytes()..(made + 1) * row.result.bytes();
                let is_same = before.get(own.clone()) == after.get(own);
                assert!(
                    is_same || reads.contains(&lane),
                    "{}: lane {lane} of operand {at} counts for {made}",
                    member.name
                );
            }
        }
    }
    count
}
