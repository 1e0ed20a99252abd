//! Made-up instructions in the dialect of Arm's specification, from end to end: what they compute, what is refused and why, and
//! what a fault in the text costs.

mod floats;
mod language;
mod reading;

use isotope_semantics::interp::{Bits, run};
use isotope_vendor::bundle::{bundle, files};
use isotope_vendor::errata::Errata;
use isotope_vendor::reader::{ArmSail, Entry, ReadError, Reader};
use isotope_vendor::sail::model::Model;
use isotope_vendor::scope::Scope;

const MADE_UP: &str = include_str!("made_up.sail");

/// Whether an instruction traps is nobody's here.
const ERRATA: &str = r#"
[[erratum]]
name = "enabled"
names = ["CheckEnabled"]
cite = "this test"
why = "A trap is no result."
edits = [{ find = "Trapped()", replace = "false" }]
"#;

/// The word of a made-up instruction: registers as the table's roles have them.
fn word(imm: u32, mask: bool, wide: bool) -> u32 {
    0x1f00_0000 | u32::from(wide) << 30 | u32::from(mask) << 29 | imm << 21 | 8 << 16 | 16 << 5
}

const TABLE: &str = "<SECTION>\tMade up\n\
    uint8x8_t vsum_n_u8(uint8x8_t a, uint8x8_t b, __builtin_constant_p(n))\ta -> Vn.8B;b -> Vm.8B;1 <= n <= 7\tSUM Vd.8B,Vn.8B,Vm.8B,#n\tVd.8B -> result\tA64\n\
    uint8x16_t vmaskq_u8(uint8x16_t a, uint8x16_t b)\ta -> Vn.16B;b -> Vm.16B\tMASK Vd.16B,Vn.16B,Vm.16B\tVd.16B -> result\tA64\n\
    uint8x8_t vgone_u8(uint8x8_t a, uint8x8_t b)\ta -> Vn.8B;b -> Vm.8B\tGONE Vd.8B,Vn.8B,Vm.8B\tVd.8B -> result\tA64\n\
    uint8x8_t vnone_u8(uint8x8_t a)\ta -> Vn.8B\tNONE Vd.8B,Vn.8B\tVd.8B -> result\tA64\n\
    mfloat8x8_t vreal_mf8(mfloat8x8_t a)\ta -> Vn.2S\tREAL Vd.2S,Vn.2S\tVd.2S -> result\tA64\n\
    void vstore_u8(uint8_t *p, uint8x8_t a)\ta -> Vt.8B\tST1 {Vt.8B},[Xn]\t\tA64\n";

fn encodings() -> String {
    let sums: Vec<String> = (1..8).map(|n| format!("{:08x}", word(n, false, false))).collect();
    format!(
        "# isotope encodings 1\nvsum_n_u8 neon {}\nvmaskq_u8 neon {:08x}\nvgone_u8 neon {:08x}\n",
        sums.join(" "),
        word(1, true, true),
        word(0, false, false)
    )
}

fn entries(sail: &str) -> Result<Vec<Entry>, ReadError> {
    let errata = Errata::read(ERRATA).expect("the errata read");
    let scope = Scope { extensions: ["neon".to_owned()].into(), types: Default::default(), errata, floats: false };
    let encodings = encodings();
    ArmSail.read(&bundle([("made_up.sail", sail), ("acle-advsimd.csv", TABLE), ("encodings.txt", &encodings)]), &scope)
}

fn computed(entry: &Entry, operands: &[Bits]) -> Vec<u8> {
    let semantics = &entry.translation.as_ref().unwrap_or_else(|e| panic!("{}: {e}", entry.name)).semantics;
    run(semantics, operands).unwrap_or_else(|e| panic!("{}: {e}\n{semantics}", entry.name)).to_bytes()
}

#[test]
fn a_made_up_instruction_goes_from_sail_to_its_result() {
    let entries = entries(MADE_UP).unwrap();
    let (a, b) = ([255, 254, 100, 7, 0, 0, 1, 200], [255, 0, 29, 3, 0, 255, 2, 100]);
    for n in 1..8u64 {
        let operands = [Bits::from_bytes(&a, 64), Bits::from_bytes(&b, 64), Bits::from_u64(n, 32)];
        let expected: Vec<u8> = a
            .iter()
            .zip(b)
            .map(|(x, y)| ((u32::from(*x) + u32::from(y) + (1 << (n - 1))) >> n).min(255) as u8)
            .collect();
        assert_eq!(computed(&entries[0], &operands), expected, "n = {n}");
    }
    let (a, b): (Vec<u8>, Vec<u8>) = ((0..16).map(|i| i * 17).collect(), (0..16).map(|i| i * 5 + 1).collect());
    let expected: Vec<u8> = a.iter().zip(&b).map(|(x, y)| (x & !y).trailing_zeros() as u8).collect();
    assert_eq!(computed(&entries[1], &[Bits::from_bytes(&a, 128), Bits::from_bytes(&b, 128)]), expected);
}

/// The folder's own table of scalable vectors stands behind ACLE's, and their accessors are of the same registers.
#[test]
fn scalable_vectors_are_read_as_registers_of_their_own_table() {
    let sail = MADE_UP.replace("V_read(", "Z_read(").replace("V_set(", "Z_set(");
    let own = "<HEADING> Own\n\
        uint8x16_t svmask_u8(uint8x16_t a, uint8x16_t b)\ta -> V16.16B;b -> Vm.16B\tMASK Vd.16B,Vn.16B,Vm.16B\tVd.16B -> result\tA64\n\
        uint8x16_t svmask_s8(uint8x16_t a, uint8x16_t b)\ta -> Vn.16B;b -> Vm.16B\tMASK Vd.16B,Vn.16B,Vm.16B\tVd.16B -> result\tA64\n";
    let encodings = format!("{}svmask_s8 sve2 {:08x}\n", encodings(), word(1, true, true));
    let errata = Errata::read(ERRATA).expect("the errata read");
    let extensions = ["neon".to_owned(), "sve2".to_owned()].into();
    let scope = Scope { extensions, types: Default::default(), errata, floats: false };
    let files = [
        ("made_up.sail", sail.as_str()),
        ("acle-advsimd.csv", TABLE),
        ("acle-sve.csv", own),
        ("encodings.txt", &encodings),
    ];
    let entries = ArmSail.read(&bundle(files), &scope).unwrap();
    assert_eq!(entries.len(), 8);
    assert_eq!(
        entries[6].translation.as_ref().unwrap_err().to_string(),
        "the table's row: the register of a -> V16.16B"
    );
    assert_eq!(entries[7].extensions, ["sve2"]);
    let text = |at: usize| entries[at].translation.as_ref().unwrap().semantics.to_string();
    assert_eq!(text(1), text(7));
}

#[test]
fn a_loop_stays_a_loop_and_an_immediate_a_name() {
    let entries = entries(MADE_UP).unwrap();
    let text = entries[0].translation.as_ref().unwrap().semantics.to_string();
    assert!(text.contains("FOR e := 0 to 7") && text.contains(">> n"), "{text}");
    assert_eq!(text.matches("FOR").count(), 2, "one loop for all values of the immediate:\n{text}");
}

#[test]
fn repairs_are_named_by_what_needed_them() {
    let entries = entries(MADE_UP).unwrap();
    assert_eq!(entries[0].translation.as_ref().unwrap().errata, ["enabled"]);
}

#[test]
fn each_refusal_says_why() {
    let entries = entries(MADE_UP).unwrap();
    let reason = |at: usize| entries[at].translation.as_ref().unwrap_err().to_string();
    assert_eq!(reason(2), "the text throws Error_Undefined");
    assert_eq!(reason(3), "no encoding: the assembler does not know the table's instruction");
    assert_eq!(reason(4), "floating point");
    assert_eq!(reason(5), "memory operand");
}

/// A fault costs the item that it is in; everything else reads as before.
#[test]
fn a_fault_is_placed_and_the_rest_is_read() {
    let whole = Model::read([("made_up.sail", MADE_UP)]);
    assert_eq!((whole.errors.len(), whole.read), (0, 7));
    let faults = [
        ("foreach (i from 0 to ('N - 1)", "foreach (i to ('N - 1)", 20, "function Lowest x: 'from' expected at to"),
        (
            "    (value[N - 1 .. 0], false)\n}",
            "    (value[N - 1 .. 0], false)\n",
            14,
            "function Clamped: ';' or '}' expected before the item's end",
        ),
        ("let 'd = UInt(Rd);", "let 'd = UInt(Rd%&);", 64, "function decode_made_sum: an expression expected at '&'"),
        ("SEE = 1;", "SEE = 0b12;", 78, "function clause __DecodeA64_Made: 0b12 is no number"),
        ("enum MadeOp = {", "enum MadeOp {", 3, "enum MadeOp: '=' expected at '{'"),
    ];
    for (find, replace, line, message) in faults {
        assert!(MADE_UP.contains(find), "{find}");
        let model = Model::read([("made_up.sail", MADE_UP.replacen(find, replace, 1).as_str())]);
        let told: Vec<String> = model.errors.iter().map(ToString::to_string).collect();
        assert_eq!(told, [format!("made_up.sail, line {line}, in {message}")]);
        assert_eq!(model.met, whole.met, "{find}");
    }
}

/// A text without a function still gives the meanings that do not need it.
#[test]
fn a_missing_function_refuses_what_calls_it() {
    let entries = entries(&MADE_UP.replace("function Lowest x", "function Highest x")).unwrap();
    assert!(entries[0].translation.is_ok());
    let reason = entries[1].translation.as_ref().unwrap_err().to_string();
    assert!(reason.contains("Lowest, which no file defines"), "{reason}");
}

#[test]
fn the_bundle_and_the_encodings_say_what_is_wrong_with_them() {
    assert!(matches!(files("no file"), Err(ReadError::Bundle)));
    let scope = Scope {
        extensions: Default::default(),
        types: Default::default(),
        errata: Errata::none().unwrap(),
        floats: false,
    };
    let read = |text: &str| ArmSail.read(text, &scope).map(|e| e.len()).unwrap_err().to_string();
    assert_eq!(read(&bundle([("a.sail", "")])), "the vendor's files lack acle-advsimd.csv");
    let with = |encodings: &str| read(&bundle([("acle-advsimd.csv", TABLE), ("encodings.txt", encodings)]));
    assert_eq!(with("hello"), "encodings.txt, line 1: '# isotope encodings 1' expected");
    let row = |row: &str| with(&format!("# isotope encodings 1\n{row}\n"));
    assert_eq!(row("vadd_s8"), "encodings.txt, line 2: 'NAME FEATURES WORD..' expected");
    assert_eq!(row("vadd_s8 neon 0e2886"), "encodings.txt, line 2: words of eight hexadecimal digits expected");
    assert_eq!(row("a neon 0e288600\na neon 0e288600"), "encodings.txt, line 3: a is there twice");
}

/// A text that is nested too deeply, runs too long or is no text at all ends in a message.
#[test]
fn hostile_texts_end() {
    let deep = format!("function f () = {}1{}", "(".repeat(5000), ")".repeat(5000));
    let model = Model::read([("deep.sail", deep.as_str())]);
    assert!(model.errors[0].message.contains("MAX_SAIL_NESTING"), "{}", model.errors[0]);
    for text in
        ["function", "val", "function f", "function f () = {", "let x =", "$ifdef", "function f () = \"", "é", "'"]
    {
        assert!(!Model::read([("odd.sail", text)]).errors.is_empty() || text.starts_with(['$', 'v']), "{text}");
    }
    let endless =
        MADE_UP.replace("let 'esize = 8;", "let 'esize = Again(8);") + "\nfunction Again x = {\n    Again(x)\n}\n";
    let entries = entries(&endless).unwrap();
    let reason = entries[0].translation.as_ref().unwrap_err().to_string();
    assert!(reason.contains("MAX_SAIL_DEPTH"), "{reason}");
}
