//! Reading of the guide: its XML, which entries are taken and why others are not, and the repairs of its text.

use crate::x86;

use isotope_semantics::OperandKind;
use isotope_semantics::interp::{Bits, run};
use isotope_vendor::catalogue::{self, CatalogueError, Intrinsic};
use isotope_vendor::errata::Errata;
use isotope_vendor::scope::{Scope, in_scope, translate};

/// An entry as the guide has them, and what a test changes in it.
const ENTRY: &str = r#"<intrinsics_list version="3.6.9"><intrinsic tech="AVX-512" name="_mm_maskz_test_epi8">
    <type>Integer</type>
    <CPUID> AVX512BW </CPUID><CPUID>AVX512VL</CPUID>
    <category>Arithmetic</category>
    <return type="__m128i" varname="dst" etype="UI8"/>
    <parameter type="__mmask16" varname="k" etype="MASK"/>
    <parameter type="__m128i" varname="a" etype="SI8"/>
    <parameter type="const int" varname="imm8" etype="IMM" immwidth="3"/>
    <description>Adds &amp; masks.</description>
    <operation>
FOR j := 0 to 15
    i := j*8
    dst[i+7:i] := k[j] ? a[i+7:i] + imm8[2:0] : 0
ENDFOR
dst[MAX:128] := 0
    </operation>
    <instruction name="VPADDB" form="xmm {z}, xmm, imm8" xed="VPADDB_XMM"/>
    <header>immintrin.h</header>
</intrinsic></intrinsics_list>"#;

fn entry(change: &[(&str, &str)]) -> Intrinsic {
    let mut text = ENTRY.to_owned();
    for (from, to) in change {
        assert!(text.contains(from), "{from} is in the entry");
        text = text.replace(from, to);
    }
    catalogue::read(&text).expect("the entry is XML").remove(0)
}

fn errata(text: &str) -> Scope {
    x86::scope(text).unwrap_or_else(|e| panic!("{e}"))
}

const NONE: &str = "erratum = []\n";

/// Why memory of a size that is not stated, or too large, is refused.
const SIZE: &str = "memory of no stated size, or of more than MAX_REGISTER_BITS (4096)";

/// Why an entry is refused: the reason, and the class that refusals are counted by.
fn refused(change: &[(&str, &str)]) -> (String, String) {
    match translate(&entry(change), &errata(NONE)) {
        Ok(translation) => panic!("it is taken:\n{}", translation.semantics),
        Err(refusal) => (refusal.to_string(), refusal.class()),
    }
}

#[test]
fn entries_are_read_as_they_are() {
    let entry = entry(&[]);
    assert_eq!((entry.name.as_str(), entry.tech.as_str(), entry.sequence), ("_mm_maskz_test_epi8", "AVX-512", false));
    assert_eq!(entry.cpuid, ["AVX512BW", "AVX512VL"]);
    assert_eq!((entry.category.as_str(), entry.header.as_str()), ("Arithmetic", "immintrin.h"));
    assert_eq!(entry.description, "Adds & masks.");
    assert_eq!((entry.ret.name.as_str(), entry.ret.ty.as_str(), entry.ret.etype.as_str()), ("dst", "__m128i", "UI8"));
    let params: Vec<(&str, Option<u32>)> = entry.params.iter().map(|p| (p.name.as_str(), p.immwidth)).collect();
    assert_eq!(params, [("k", None), ("a", None), ("imm8", Some(3))]);
    assert_eq!(entry.instructions[0].form, "xmm {z}, xmm, imm8");
    assert_eq!((entry.instructions[0].name.as_str(), entry.instructions[0].xed.as_str()), ("VPADDB", "VPADDB_XMM"));
    assert!(entry.operation.is_some_and(|text| text.trim_start().starts_with("FOR j")));
}

#[test]
fn what_is_missing_is_empty() {
    let read = |inner: &str| catalogue::read(&format!("<intrinsics_list>{inner}</intrinsics_list>"));
    assert_eq!(read("").map(|all| all.len()).ok(), Some(0));
    let all = read("<intrinsic/><note/><intrinsic sequence=\"TRUE\"><parameter type=\"void\"/></intrinsic>");
    let all = all.unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((all.len(), all[0].name.as_str(), all[0].operation.as_ref()), (2, "", None));
    assert!(all[1].sequence && all[1].params.is_empty(), "a lone void is no parameter");
    let odd =
        read("<intrinsic><parameter type=\"int\" immwidth=\"many\"/></intrinsic>").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(odd[0].params[0].immwidth, None);
}

#[test]
fn other_files_are_refused() {
    let said = |text: &str| catalogue::read(text).map(|_| ()).unwrap_err();
    assert_eq!(said("<guide/>").to_string(), "the XML root is <guide>; Intel's guide has <intrinsics_list>");
    for text in ["", "not XML", "<intrinsics_list>", "<a></b>", &"<a>".repeat(100_000)] {
        let error = said(text);
        assert!(matches!(error, CatalogueError::Xml(_)), "{error}");
        assert!(error.to_string().starts_with("the intrinsics file is not well-formed XML: "), "{error}");
    }
}

#[test]
fn operands_are_what_their_types_say() {
    let translation = translate(&entry(&[]), &errata(NONE)).unwrap_or_else(|e| panic!("{e}"));
    let operands: Vec<String> = translation.semantics.operands.iter().map(|o| o.to_string()).collect();
    assert_eq!(operands, ["k mask 16 u1", "a vector 128 s8", "imm8 imm 32 u3"]);
    assert_eq!(translation.semantics.result.to_string(), "dst vector 128 u8");
    assert!(translation.errata.is_empty());
    let of = |ty: &str, etype: &str| {
        let found = translate(
            &entry(&[(
                "type=\"__m128i\" varname=\"a\" etype=\"SI8\"",
                &format!("type=\"{ty}\" varname=\"a\" etype=\"{etype}\""),
            )]),
            &errata(NONE),
        );
        found.map(|t| t.semantics.operands[1].to_string()).unwrap_or_else(|e| e.to_string())
    };
    for (ty, etype, expected) in [
        ("__m256i", "UI16", "a vector 256 u16"),
        ("__m512i", "M512", "a vector 512 u512"),
        ("__m512i", "SI64", "a vector 512 s64"),
        ("__m128i", "", "a vector 128 u64"),
        ("__m128i", "UI256", "a vector 128 u64"),
        ("__mmask64", "UI64", "a mask 64 u1"),
        ("char", "SI8", "a scalar 8 s8"),
        ("unsigned short", "UI16", "a scalar 16 u16"),
        ("const int", "SI32", "a scalar 32 s32"),
        ("unsigned __int64", "UI64", "a scalar 64 u64"),
        ("int", "IMM", "a imm 32 u8"),
        ("const _MM_CMPINT_ENUM", "IMM", "a imm 32 u8"),
        ("__bfloat16", "UI16", "floating point"),
    ] {
        assert_eq!(of(ty, etype), expected, "{ty} {etype}");
    }
}

#[test]
fn refusals_have_a_reason_and_a_class() {
    let float = "floating point";
    for (change, reason, class) in [
        (
            ("<CPUID>AVX512VL</CPUID>", "<CPUID>AMX</CPUID>"),
            "needs AMX, which is not in scope",
            "extension not in scope",
        ),
        (("AVX-512", "SVML"), "SVML library function, not an instruction", "SVML library function, not an instruction"),
        (("etype=\"SI8\"", "etype=\"FP16\""), float, float),
        (("type=\"__m128i\" varname=\"a\"", "type=\"__m128d\" varname=\"a\""), float, float),
        (
            ("type=\"__m128i\" varname=\"dst\"", "type=\"void\" varname=\"dst\""),
            "no result, only an effect",
            "no result, only an effect",
        ),
        (("type=\"__m128i\" varname=\"a\"", "type=\"__m128i const*\" varname=\"a\""), SIZE, SIZE),
        (("a[i+7:i] +", "MEM[i] +"), "memory operand", "memory operand"),
        (("type=\"__m128i\" varname=\"a\"", "type=\"__m64*\" varname=\"a\""), SIZE, SIZE),
        (
            ("type=\"__m128i\" varname=\"a\"", "type=\"long double\" varname=\"a\""),
            "operand type long double is not known",
            "operand type not known",
        ),
        (("operation>", "comment>"), "no operation text", "no operation text"),
        (("ENDFOR", "ENDFOR FI"), "line 5, column 8: a statement expected at FI", "syntax"),
        (("imm8[2:0] :", "Twice(imm8) :"), "line 4: undefined function Twice", "undefined function Twice"),
        (
            ("imm8[2:0] :", "1.5 :"),
            "line 4: the literal 1.5 is outside integer register semantics",
            "the literal 1.5 in the text",
        ),
        (
            ("i := j*8", "FENCE()"),
            "line 3: the effect FENCE is outside integer register semantics",
            "the effect FENCE in the text",
        ),
        (
            ("i := j*8", "#UD"),
            "line 3: the effect #UD is outside integer register semantics",
            "the effect #UD in the text",
        ),
        (
            ("varname=\"dst\"", "varname=\"r\""),
            "the text never writes its result r",
            "the text never writes its result",
        ),
    ] {
        assert_eq!(refused(&[change]), (reason.to_owned(), class.to_owned()));
    }
    let none = refused(&[("<CPUID> AVX512BW </CPUID><CPUID>AVX512VL</CPUID>", "")]);
    assert_eq!(none.0, "needs no extension the guide names, which is not in scope");
}

/// A decision before the text is read is made without it.
#[test]
fn scope_is_decided_by_the_declaration() {
    assert!(in_scope(&entry(&[("ENDFOR", "nonsense (")]), &errata(NONE)).is_ok());
    for extension in &errata(NONE).extensions {
        let change = ("<CPUID> AVX512BW </CPUID><CPUID>AVX512VL</CPUID>", format!("<CPUID>{extension}</CPUID>"));
        assert!(in_scope(&entry(&[(change.0, &change.1)]), &errata(NONE)).is_ok(), "{extension}");
    }
    for near in ["AVX512", "avx2", "AVX2 ", "SSE", "AVX512_FP16"] {
        let change = ("<CPUID>AVX512VL</CPUID>", format!("<CPUID>{near}x</CPUID>"));
        assert!(in_scope(&entry(&[(change.0, &change.1)]), &errata(NONE)).is_err(), "{near}");
    }
}

/// One repair with what a test adds to it.
fn repair(names: &str, what: &str) -> String {
    format!("[[erratum]]\nname = \"n\"\nnames = [{names}]\ncite = \"SDM\"\nwhy = \"it is wrong\"\n{what}\n")
}

#[test]
fn repairs_change_what_they_name() {
    let taken = |errata_text: &str| {
        let translation = translate(&entry(&[]), &errata(errata_text)).unwrap_or_else(|e| panic!("{e}"));
        (translation.semantics.to_string(), translation.errata)
    };
    let all = "\"*\"";
    let edit = repair(all, "edits = [{ find = \"a[i+7:i] +\", replace = \"a[i+7:i] -\" }]");
    assert!(taken(&edit).0.contains("(a[i + 7:i] - imm8[2:0])"));
    assert_eq!(taken(&edit).1, ["n"]);
    assert!(
        taken(&repair(all, "etype = { a = \"UI16\", return = \"SI8\" }")).0.contains("in a vector 128 u16\nin imm8")
    );
    assert!(taken(&repair(all, "etype = { return = \"SI8\" }")).0.contains("out dst vector 128 s8"));
    let renamed = repair(all, "rename = { a = \"src\" }\nedits = [{ find = \"a[i+7:i]\", replace = \"src[i+7:i]\" }]");
    assert!(taken(&renamed).0.contains("in src vector 128 s8"));
    let whole = repair(all, "operation = \"dst := 7\"");
    let s = translate(&entry(&[("operation>", "comment>")]), &errata(&whole)).unwrap_or_else(|e| panic!("{e}"));
    let zeros: Vec<Bits> = s.semantics.operands.iter().map(|o| Bits::zero(o.bits)).collect();
    assert_eq!(run(&s.semantics, &zeros).map(|b| b.slice(0, 128)), Ok(7));
    // An erratum that changes nothing is not said to have been applied.
    for idle in [
        "edits = [{ find = \"nowhere\", replace = \"x\" }]",
        "etype = { a = \"SI8\", other = \"UI8\" }",
        "rename = { other = \"x\" }",
    ] {
        assert_eq!(taken(&repair(all, idle)).1, [""; 0], "{idle}");
    }
    let refusal = translate(&entry(&[]), &errata(&repair(all, "refuse = \"it loops\""))).map(|_| ()).unwrap_err();
    assert_eq!((refusal.to_string(), refusal.class()), ("errata n: it loops".into(), "errata: n".into()));
}

/// Repairs apply in the order of the file, each to what the ones before it left.
#[test]
fn repairs_follow_one_another() {
    let first = repair("\"*\"", "edits = [{ find = \"a[i+7:i] +\", replace = \"one +\" }]");
    let second = repair("\"*\"", "edits = [{ find = \"one\", replace = \"a[i+7:i] * 2\" }]").replace("\"n\"", "\"m\"");
    let both = translate(&entry(&[]), &errata(&format!("{first}{second}"))).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(both.errata, ["n", "m"]);
    assert!(both.semantics.to_string().contains("((a[i + 7:i] * 2) + imm8[2:0])"));
}

#[test]
fn patterns_match_whole_names() {
    let matches = |pattern: &str| {
        let text = repair(&format!("\"{pattern}\""), "etype = { a = \"UI8\" }");
        translate(&entry(&[]), &errata(&text)).is_ok_and(|t| !t.errata.is_empty())
    };
    for yes in ["_mm_maskz_test_epi8", "*", "_mm*", "*_epi8", "_mm_*_epi8", "*mask*test*", "_mm_maskz_test_epi8*", "**"]
    {
        assert!(matches(yes), "{yes}");
    }
    for no in ["", "_mm", "_mm_maskz_test_epi", "*_epi16", "mm_*", "*test", "_mm_?askz_test_epi8", "*z*z*z*"] {
        assert!(!matches(no), "{no}");
    }
}

#[test]
fn errata_files_are_checked() {
    let said = |text: &str| Errata::read(text).map(|_| ()).unwrap_err().to_string();
    assert!(said("erratum = 5").starts_with("errata.toml: "));
    assert!(said(&repair("\"*\"", "edit = []")).contains("unknown field"));
    assert_eq!(
        said(&repair("\"*\"", "edits = [{ find = \"\", replace = \"x\" }]")),
        "errata.toml, entry n: an edit must find something"
    );
    assert_eq!(said(&repair("\"*\"", "").replace("SDM", "")), "errata.toml, entry n: cite and why must say something");
    let builtin = Errata::read(x86::ERRATA).unwrap_or_else(|e| panic!("{e}"));
    assert!(builtin.entries().iter().all(|e| e.names.iter().all(|n| !n.is_empty()) && e.cite.len() > 3));
    let kinds = [OperandKind::Vector, OperandKind::Mask, OperandKind::Scalar, OperandKind::Imm];
    assert!(kinds.is_sorted(), "kinds are kept in the order of the guide's columns");
}

/// The entry with its operand `a` in memory of 128 bits.
const IN_MEMORY: [(&str, &str); 2] = [
    (
        "type=\"__m128i\" varname=\"a\" etype=\"SI8\"",
        "type=\"void const*\" varname=\"a\" etype=\"SI8\" memwidth=\"128\"",
    ),
    ("a[i+7:i] +", "MEM[a+i+7:a+i] +"),
];

/// The same as a store of the sum to where `p` points, of these many bits, where the mask is set.
fn store(bits: &str) -> Vec<(&'static str, String)> {
    let pointer = format!("<parameter type=\"void*\" varname=\"p\" etype=\"UI8\" memwidth=\"{bits}\"/>");
    vec![
        ("<return type=\"__m128i\" varname=\"dst\" etype=\"UI8\"/>", format!("<return type=\"void\"/>{pointer}")),
        (
            "dst[i+7:i] := k[j] ? a[i+7:i] + imm8[2:0] : 0",
            "IF k[j]\n MEM[at+7:at] := a[i+7:i] + imm8[2:0]\n at := at + 8\nFI".to_owned(),
        ),
        ("FOR j", "at := p\nFOR j".to_owned()),
        ("dst[MAX:128] := 0", String::new()),
    ]
}

fn stored(bits: &str) -> Result<isotope_semantics::Semantics, String> {
    let changes = store(bits);
    let changes: Vec<(&str, &str)> = changes.iter().map(|(from, to)| (*from, to.as_str())).collect();
    translate(&entry(&changes), &errata(NONE)).map(|t| t.semantics).map_err(|e| e.to_string())
}

#[test]
fn what_is_loaded_is_the_operand_and_not_its_address() {
    let semantics = translate(&entry(&IN_MEMORY), &errata(NONE)).expect("it is taken").semantics;
    let memory = &semantics.operands[1];
    assert_eq!((memory.kind, memory.bits, memory.element_bits, memory.signed), (OperandKind::Memory, 128, 8, true));
    let bytes: Vec<u8> = (0..16).collect();
    let given = [Bits::from_u64(0x8001, 16), Bits::from_bytes(&bytes, 128), Bits::from_u64(3, 32)];
    let loaded = run(&semantics, &given).expect("it runs").to_bytes();
    assert_eq!((loaded[0], loaded[1], loaded[15]), (3, 0, 18));
    // Read back, it is the same: the kind is a word of the stored form.
    let text = semantics.to_string();
    assert!(text.contains("in a memory 128 s8") && !text.contains("MEM"), "{text}");
    assert_eq!(isotope_semantics::Semantics::from_text(&text).expect("it reads").to_string(), text);
}

#[test]
fn what_is_stored_is_the_memory_afterwards() {
    let semantics = stored("128").expect("it is taken");
    assert_eq!((semantics.result.kind, semantics.result.name.as_str()), (OperandKind::Memory, "p"));
    let (before, bytes) = ([0xeeu8; 16], (0..16).collect::<Vec<u8>>());
    let operands = |mask| {
        [Bits::from_bytes(&before, 128), Bits::from_u64(mask, 16), Bits::from_bytes(&bytes, 128), Bits::from_u64(1, 32)]
    };
    // Elements 2 and 5 come one behind the other; what nobody writes stays.
    let after = run(&semantics, &operands(0b10_0100)).expect("it runs").to_bytes();
    assert_eq!(after[..3], [3, 6, 0xee]);
    assert_eq!(run(&semantics, &operands(0)).expect("it runs").to_bytes(), before);
    // Outside the operand there is no memory: an error of the run, and only where the mask leads there.
    let short = stored("64").expect("it is taken");
    let mut given = operands(0xff);
    given[0] = Bits::from_bytes(&before, 64);
    assert!(run(&short, &given).is_ok());
    given[1] = Bits::from_u64(0x1ff, 16);
    let error = run(&short, &given).expect_err("the ninth byte is outside").to_string();
    assert!(error.contains('p') && error.contains("64"), "{error}");
}

#[test]
fn memory_that_is_no_operand_is_refused_with_its_line() {
    let beside = ("i := j*8", "MEM[a+7:a] := 1");
    let reason = |change: &[(&str, &str)]| refused(change).0;
    // A value, and what is stored beside it.
    assert_eq!(reason(&[IN_MEMORY[0], IN_MEMORY[1], beside]), "two results");
    let line = "line 4: a slice of an address is outside integer register semantics";
    assert_eq!(reason(&[IN_MEMORY[0], ("i := j*8", "i := MEM[a]")]), line);
    // Sizes from outside are bounded.
    let huge = ("memwidth=\"128\"", "memwidth=\"4294967295\"");
    assert_eq!(reason(&[IN_MEMORY[0], IN_MEMORY[1], huge]), SIZE);
}

#[test]
fn of_two_memories_each_address_names_one() {
    let second = (
        "<parameter type=\"__mmask16\"",
        "<parameter type=\"void const*\" varname=\"b\" etype=\"SI8\" memwidth=\"128\"/><parameter type=\"__mmask16\"",
    );
    let of = |text: &'static str| translate(&entry(&[IN_MEMORY[0], second, ("a[i+7:i] +", text)]), &errata(NONE));
    let semantics = of("MEM[a+i+7:a+i] + MEM[b+i+7:b+i] +").expect("it is taken").semantics;
    let given = [[9; 16], [1; 16], [4; 16]].map(|bytes| Bits::from_bytes(&bytes, 128));
    let given = [given[0].clone(), Bits::from_u64(1, 16), given[2].clone(), Bits::from_u64(2, 32)];
    assert_eq!(run(&semantics, &given).expect("it runs").to_bytes()[0], 15);
    let both = of("MEM[a+b+i+7:a+b+i] +").expect_err("which one?").to_string();
    assert_eq!(both, "line 4: memory at an address that no operand is is outside integer register semantics");
    let value = of("a +").expect_err("an address is no value").to_string();
    assert_eq!(value, "line 4: an address used as a value is outside integer register semantics");
}
