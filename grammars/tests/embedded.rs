//! The data files that the crate carries: their invariants, and that what is stored means what it should.

#![allow(clippy::unwrap_used)]

use isotope_dictionary::manifest::Part;
use isotope_dictionary::{Dictionary, Folder, InstructionSet, Member, Validation, fill, program};
use isotope_grammars::embedded;
use isotope_ir::term::{LaneVar, TermId, Terms};
use isotope_semantics::OperandKind;
use isotope_semantics::interp::{Bits, run};
use isotope_semantics::lanes::lanes;
use std::collections::BTreeSet;

fn x86() -> &'static Dictionary {
    embedded().get("x86_64").unwrap().dictionary()
}

/// Checks that run semantics look at every so many members: all of them take minutes without optimisation.
const STEP: usize = 9;

fn all_features() -> BTreeSet<String> {
    let members = x86().members();
    members.iter().flat_map(|m| m.features.iter().map(|f| (*f).to_owned())).collect()
}

/// A value of the member's immediates that its C header accepts.
fn immediates(dictionary: &Dictionary, member: &Member) -> Vec<u64> {
    let values = |i: &isotope_dictionary::Immediate| i.values.last().map_or(1, |(from, to)| (from + to) / 2);
    dictionary.immediates(member).iter().map(values).collect()
}

fn random(seed: u64, bits: u32) -> Bits {
    let mut bytes = vec![0; bits.div_ceil(8) as usize];
    blake3::Hasher::new().update(&seed.to_le_bytes()).finalize_xof().fill(&mut bytes);
    Bits::from_bytes(&bytes, bits)
}

/// Registers for a member, immediates included.
fn registers(member: &Member, immediates: &[u64], seed: u64) -> Vec<Bits> {
    let mut immediates = immediates.iter();
    let one = |(i, operand): (usize, &isotope_semantics::Operand)| match operand.kind {
        OperandKind::Imm => Bits::from_u64(immediates.next().copied().unwrap_or(0), operand.bits),
        _ => random(seed << 8 | i as u64, operand.bits),
    };
    member.operands.iter().enumerate().map(one).collect()
}

#[test]
fn enough_is_there() {
    let dictionary = x86();
    assert!(dictionary.members().len() >= 1800, "{} members", dictionary.members().len());
    let usable = dictionary.usable(&all_features()).count();
    assert!(usable >= 1800, "{usable} usable members");
    assert!(dictionary.classes().len() < dictionary.members().len() / 3);
    let cpus: Vec<_> = dictionary.prices().cpus().collect();
    assert_eq!(cpus, ["icelake-server", "sapphirerapids", "skylake-avx512", "znver3", "znver4", "znver5"]);
}

#[test]
fn names_are_unique_and_references_hold() {
    let dictionary = x86();
    let names: BTreeSet<_> = dictionary.members().iter().map(|m| m.name).collect();
    assert_eq!(names.len(), dictionary.members().len());
    // Those with members that the engines are offered come first.
    let beside = |c: &isotope_dictionary::Class| c.members.iter().all(|m| dictionary.members()[*m].beside);
    assert!(dictionary.classes().iter().map(beside).is_sorted());
    let classes: Vec<_> = dictionary.classes().iter().map(|c| c.name).collect();
    assert_eq!(classes.iter().collect::<BTreeSet<_>>().len(), classes.len());
    for (index, class) in dictionary.classes().iter().enumerate() {
        assert!(!class.members.is_empty(), "{} is empty", class.name);
        assert!(class.members.iter().all(|m| dictionary.members()[*m].class == index), "{}", class.name);
    }
    for member in dictionary.members() {
        let same = dictionary.member(member.same).unwrap();
        let shape = |m: &Member| m.operands.iter().chain([&m.result]).map(|o| (o.bits, o.kind)).collect::<Vec<_>>();
        assert_eq!(shape(member), shape(same), "{} and {}", member.name, same.name);
        assert_eq!(same.same, same.name, "{} stands for {}", same.name, member.name);
    }
}

#[test]
fn members_of_a_class_read_as_many_operands() {
    let dictionary = x86();
    for class in dictionary.classes().iter().filter(|c| !c.texts.is_empty()) {
        // At each immediate of a text as many as the text has letters.
        for member in class.members.iter().map(|m| &dictionary.members()[*m]).filter(|_| !class.texts[0].is_program()) {
            for (n, numbers) in member.numbers().iter().enumerate() {
                let text = class.texts[n.min(class.texts.len() - 1)].text();
                let letters = text.lines().filter(|line| line.starts_with("in ")).count();
                assert_eq!(numbers.order.len(), letters, "{} {}", class.name, member.name);
            }
        }
    }
}

#[test]
fn only_validated_members_are_usable() {
    let dictionary = x86();
    let unvalidated: Vec<_> = dictionary.members().iter().filter(|m| m.validation == Validation::None).collect();
    assert!(!unvalidated.is_empty() && unvalidated.iter().all(|m| !dictionary.is_usable(m)));
    assert!(dictionary.usable(&all_features()).all(|m| m.validation != Validation::None));
    assert_eq!(dictionary.usable(&BTreeSet::new()).count(), 0);
    let sse = BTreeSet::from(["sse2".to_owned()]);
    assert!(dictionary.usable(&sse).all(|m| m.features == ["sse2"]));
}

#[test]
fn epochs_tell_data_apart() {
    let epoch = x86().epoch();
    assert!(epoch.len() == 64 && epoch.bytes().all(|b| b.is_ascii_hexdigit()));
    let read = |changed: &str, change: &dyn Fn(&str) -> String| {
        // A file of further sets goes by the classes' names, and is in no epoch.
        let files = files().into_iter().filter(|(name, _)| name != "dictionary-beside.txt");
        let files = files.map(|(name, text)| match name == changed {
            true => (name, change(&text)),
            false => (name, text),
        });
        InstructionSet::read(&Folder::leaked(files)).unwrap().dictionary().epoch().to_owned()
    };
    let none = read("llvm-forms.txt", &|_| "# isotope llvm-forms 1\n".to_owned());
    assert_ne!(none, epoch);
    let meaning = |text: &str| text.replacen("\n  dst := ", "\n  dst := 1 + ", 1);
    assert_ne!(read("dictionary.txt", &meaning), epoch);
    let member = |text: &str| text.replace("\nmember _mm_add_epi8\n", "\nmember renamed\n");
    assert_ne!(read("dictionary.txt", &member), epoch);
    // The name of a class means nothing.
    let class = |text: &str| text.replace("\nclass saturating_add\n", "\nclass renamed\n");
    assert_eq!(read("dictionary.txt", &class), epoch);
}

/// The files of the x86 folder.
fn files() -> Vec<(String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data/x86");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let named = |path: std::path::PathBuf| {
        (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(&path).unwrap())
    };
    paths.map(named).collect()
}

#[test]
fn everything_that_is_read_later_reads() {
    embedded().iter().for_each(|set| set.check().unwrap());
}

#[test]
fn a_broken_folder_is_refused_with_its_place() {
    let refused = |file: &str, text: &str| {
        let files = files().into_iter().filter(|(name, _)| name != file);
        let all = files.chain((!text.is_empty()).then(|| (file.to_owned(), text.to_owned())));
        let read = InstructionSet::read(&Folder::leaked(all));
        read.and_then(|set| set.check()).unwrap_err().to_string()
    };
    let manifest = include_str!("../data/x86/target.toml");
    let generic = include_str!("../data/x86/generic.txt");
    for (file, text, message) in [
        ("target.toml", String::new(), "the file is not there"),
        ("target.toml", manifest.replace("version = 1\ntitle", "version = 2\ntitle"), "this build reads 1"),
        ("target.toml", manifest.replace("512]", "500]"), "powers of two"),
        ("target.toml", manifest.replace("part = 128", "part = 256"), "larger than the smallest"),
        ("target.toml", manifest.replace("part = 128", "part = \"half\""), "bits of a part, or \"register\""),
        ("target.toml", manifest.replace("part = 128", "part = -1"), "bits of a part, or \"register\""),
        ("target.toml", manifest.replace("triple", "tripel"), "unknown field `tripel`"),
        ("target.toml", manifest.replace("baseline = \"x86-64\"", "baseline = \"i386\""), "the baseline"),
        ("cpu-features.txt", "cpu x86-64: sse2\nhaswell avx2\n".to_owned(), "line 2"),
        ("cpus.txt", "znver9 znver9\n".to_owned(), "no prices of that name"),
        ("generic.txt", "arithmetic | vpaddw xmm, xmm, xmm\n".to_owned(), "a form for each size"),
        ("generic.txt", "arithmetic | a | b | c\n".to_owned(), "an operation without a price"),
        ("generic.txt", format!("{generic}multiply8 | a | b | c\n"), "an operation without a price"),
        ("prices-znver4.txt", "# isotope prices 1 znver4\nllvm znver4\nrow x\n".to_owned(), "line 3"),
        ("llvm-forms.txt", "intrinsic a\n".to_owned(), "version 1"),
    ] {
        let said = refused(file, &text);
        assert!(said.contains(message), "{file}: {said}, not {message}");
    }
}

/// No code is made for a set of floats, and its instructions are read when somebody looks one up.
#[test]
fn a_broken_folder_that_is_read_late_is_refused_before_it_is_used() {
    let float = |text: &str| {
        let manifest = include_str!("../data/x86-float/target.toml").to_owned();
        let files = [("target.toml", manifest), ("dictionary.txt", text.to_owned())];
        let files = files.map(|(name, text)| (name.to_owned(), text));
        isotope_grammars::with_folders([Folder::leaked(files)]).map(drop)
    };
    let refused = float("isotope dictionary of another version\n").unwrap_err().to_string();
    assert!(refused.starts_with("dictionary, line 1"), "{refused}");
}

#[test]
fn a_set_says_whether_its_parts_are_registers_and_its_bytes_are_multiplied() {
    let x86 = |change: &dyn Fn(&str, &str) -> String| {
        let changed = files().into_iter().map(|(name, text)| (name.clone(), change(&name, &text)));
        InstructionSet::read(&Folder::leaked(changed)).unwrap()
    };
    let plain = x86(&|_, text| text.to_owned());
    assert_eq!(plain.manifest().registers.part, Part::Bits(128));
    let costs = plain.prices().generic("znver4", 512);
    assert_eq!((costs.shift8, costs.multiply8, costs.unzip), (None, None, None), "x86 has none of them");
    let other = x86(&|name, text| match name {
        "target.toml" => text.replace("part = 128", "part = \"register\""),
        "generic.txt" => text.to_owned() + "shift8 | vpsrlw xmm, xmm, i | vpsrlw ymm, ymm, i | vpsrlw zmm, zmm, i\n",
        _ => text.to_owned(),
    });
    other.check().unwrap();
    assert_eq!(other.manifest().registers.part.bits_of(256), 256);
    let costs = other.prices().generic("znver4", 512);
    assert_eq!((costs.shift8, costs.multiply8), (Some(costs.shift), None));
}

fn assert_equal_on_samples(terms: &Terms, one: &[TermId], other: &[TermId], name: &str) {
    assert_eq!(one.len(), other.len(), "{name}");
    for sample in 0..8u64 {
        // Any bits will do, and extreme ones: a variable's are those that its number and the sample say.
        let bits = |n: u32| match sample {
            0 => 0,
            1 => u128::MAX,
            _ => u128::from(u64::from(n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15 << sample | sample)) * 0x1_0000_0001,
        };
        for (a, b) in one.iter().zip(other) {
            assert_eq!(terms.eval(*a, &bits), terms.eval(*b, &bits), "{name}");
        }
    }
}

#[test]
fn filled_texts_are_the_semantics_lanes() {
    let dictionary = x86();
    let mut seen = 0;
    for member in dictionary.members().iter().step_by(STEP) {
        let semantics = member.semantics().unwrap();
        assert_eq!(semantics.operands, member.operands, "{}", member.name);
        assert_eq!(semantics.result, member.result, "{}", member.name);
        let texts = &dictionary.class_of(member).texts;
        for (n, numbers) in member.numbers().into_iter().enumerate().filter(|_| !texts.is_empty()) {
            let text = &texts[n.min(texts.len() - 1)];
            if text.is_program() {
                let own = member.semantics_text();
                assert_eq!(program::filled(&text.text(), &numbers.values), Some(own), "{}", member.name);
                continue;
            }
            assert!(text.immediate.is_none() || text.immediate == numbers.immediate, "{}", member.name);
            let mut terms = Terms::new();
            let immediates: Vec<u64> = member.immediates().filter_map(|_| numbers.immediate).collect();
            let (bits, out) = fill(&text.text(), &numbers, &mut terms).unwrap();
            let want = lanes(&semantics, &immediates, &mut terms).unwrap();
            assert_eq!((bits, &numbers.element_bits), (want.out_bits, &want.operand_bits), "{}", member.name);
            if member.proved {
                // Other terms, which Z3 has proved equal: here they are on samples.
                assert_equal_on_samples(&terms, &out, &want.out, member.name);
            } else {
                assert_eq!(out, want.out, "{}", member.name);
            }
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn lanes_evaluate_as_the_semantics_run() {
    let dictionary = x86();
    for (index, member) in dictionary.members().iter().enumerate().skip(4).step_by(STEP) {
        let immediates = immediates(dictionary, member);
        let mut terms = Terms::new();
        // A slice whose ends are data (`_bzhi_u32`) runs on numbers only.
        let Ok(lanes) = member.lanes(&immediates, &mut terms) else {
            assert!(member.beside, "{} has no lanes", member.name);
            continue;
        };
        let inputs = registers(member, &immediates, index as u64);
        let want = run(&member.semantics().unwrap(), &inputs).unwrap();
        let value = |number: u32| {
            let (operand, element) = LaneVar::of(number).pair();
            let bits = lanes.operand_bits[operand];
            inputs[operand].slice(element as u32 * bits, bits)
        };
        for (at, term) in lanes.out.iter().enumerate() {
            let got = terms.eval(*term, &value).unwrap();
            assert_eq!(got, want.slice(at as u32 * lanes.out_bits, lanes.out_bits), "{} element {at}", member.name);
        }
    }
}

#[test]
fn forms_have_the_operands_of_their_members() {
    let dictionary = x86();
    for member in dictionary.usable(&all_features()) {
        let immediates = immediates(dictionary, member);
        let form = dictionary.llvm_form(member.name, &immediates);
        let form = form.unwrap_or_else(|| panic!("{} {immediates:?} has no form", member.name));
        assert_eq!(form.params.len() + immediates.len(), member.operands.len(), "{}", member.name);
        assert!(form.body.last().is_some_and(|l| l.starts_with("ret ")), "{}", member.name);
        assert!(form.body.iter().all(|l| !l.contains('$')), "{}: a hole is open", member.name);
    }
}

#[test]
fn known_costs() {
    let dictionary = x86();
    let cost = |name: &str, cpu| dictionary.cost(dictionary.member(name).unwrap(), cpu).unwrap();
    // Two of four vector pipes take 512 bits on Zen 4; two ports multiply 512 bits on Ice Lake's server.
    assert_eq!(cost("_mm512_add_epi32", "znver4").rthroughput, 50);
    assert_eq!(cost("_mm256_add_epi32", "znver4").rthroughput, 25);
    assert_eq!(cost("_mm512_madd_epi16", "icelake-server").rthroughput, 50);
    assert_eq!(cost("_mm512_add_epi32", "a-cpu-without-a-table"), cost("_mm512_add_epi32", "znver4"));
}

#[test]
fn the_engines_instructions() {
    let dictionary = x86();
    let chosen = |features: &BTreeSet<String>| {
        let of = dictionary.representatives(features, "znver4", &|m| {
            m.immediates().next().is_none() && m.result.kind == OperandKind::Vector
        });
        of.into_iter().map(|(cost, member)| (member.name, cost)).collect::<Vec<_>>()
    };
    let ready = chosen(&all_features());
    let names: BTreeSet<_> = ready.iter().map(|r| r.0).collect();
    assert_eq!(names.len(), ready.len());
    for name in
        ["_mm512_dpbusd_epi32", "_mm512_madd_epi16", "_mm512_avg_epu8", "_mm_unpacklo_epi8", "_mm256_packus_epi16"]
    {
        assert!(names.contains(name), "{name} is missing");
    }
    // One instruction, one intrinsic.
    assert!(names.contains("_mm512_and_epi32") != names.contains("_mm512_and_si512"));
    for name in names.iter().step_by(STEP) {
        let (member, mut terms) = (dictionary.member(name).unwrap(), Terms::new());
        let lanes = member.lanes(&[], &mut terms).unwrap();
        assert_eq!(lanes.out.len() as u32 * lanes.out_bits, member.result.bits, "{name}");
        assert!(lanes.out.iter().all(|t| terms.width(*t) == lanes.out_bits), "{name}");
        let mut cut = member.operands.iter().zip(&lanes.operand_bits);
        assert!(cut.all(|(whole, part)| whole.bits % part == 0), "{name}");
    }
    assert_eq!(ready, chosen(&all_features()));
    let without = chosen(&BTreeSet::from(["sse2".to_owned()]));
    assert!(without.iter().all(|r| r.0.starts_with("_mm_")) && !without.is_empty());
}
