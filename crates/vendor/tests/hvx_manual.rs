//! The reader of the HVX manual: on made-up entries, and on the manual itself where it is at hand, `../shared/isa` beside the
//! project. Elsewhere the tests that need it are listed as ignored.

mod hvx;

use anyhow::{Context, ensure};
use isotope_ir::term::{LaneVar, Terms};
use isotope_semantics::interp::{Bits, run};
use isotope_semantics::lanes::lanes;
use isotope_semantics::{Operand, OperandKind, Semantics};
use isotope_vendor::reader::{Entry, Reader, named};
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::collections::BTreeSet;
use std::path::PathBuf;

type Check = fn(&[Entry]) -> anyhow::Result<()>;

fn main() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/isa/hvx/hvx-prm-v66.json");
    let failed = |e: anyhow::Error| Failed::from(format!("{e:#}"));
    let whole = |name: &str, f: Check| {
        let path = path.clone();
        Trial::ignorable_test(name, move || {
            if !path.exists() {
                return Ok(Completion::ignored_with("needs the HVX manual in ../shared"));
            }
            let text = std::fs::read_to_string(&path).map_err(|e| Failed::from(e.to_string()))?;
            read(&text).and_then(|all| f(&all)).map_err(failed)?;
            Ok(Completion::Completed)
        })
    };
    let small = |name: &str, f: fn() -> anyhow::Result<()>| Trial::test(name, move || f().map_err(failed));
    let trials = vec![
        small("hvx_a_made_up_instruction_runs", made_up),
        small("hvx_wrong_text_is_refused_with_its_place_and_the_rest_is_read", wrong_text),
        small("hvx_declarations_give_operands_in_the_builtins_order", declarations),
        small("hvx_what_is_no_list_is_refused", no_list),
        small("hvx_sizes_are_bounded", bounded),
        small("hvx_texts_that_are_changed_a_little_do_no_harm", changed),
        whole("hvx_manual_translates", translates),
        whole("hvx_manual_lanes_agree_with_the_interpreter", lanes_agree),
        whole("hvx_manual_needs_every_erratum", needs_every_erratum),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn reader() -> anyhow::Result<&'static dyn Reader> {
    named("hvx-manual").context("the reader")
}

fn read(text: &str) -> anyhow::Result<Vec<Entry>> {
    Ok(reader()?.read(text, &hvx::scope(hvx::ERRATA)?)?)
}

/// A file of entries, each a syntax and a text.
fn manual(entries: &[(&str, &str)]) -> String {
    let entry = |(number, (syntax, text)): (usize, &(&str, &str))| serde_json::json!({ "builtin": format!("hexagon_V6_t{number}_128B"), "syntax": syntax, "pseudocode": text });
    serde_json::Value::from(entries.iter().enumerate().map(entry).collect::<Vec<_>>()).to_string()
}

fn semantics(entry: &Entry) -> anyhow::Result<&Semantics> {
    Ok(&entry.translation.as_ref().map_err(|e| anyhow::anyhow!("{}: {e}", entry.name))?.semantics)
}

fn made_up() -> anyhow::Result<()> {
    // Every form of the dialect: a macro, a pair, fields of fields, a predicate, an immediate, loops of three kinds.
    let text = "unsigned scale = #u + 1;
for (i = 0; i < VELEM(16); i++) {
  prod = Vu.h[i] * Rt.b[i % 4];
  if (!Qv4[2*i]) { Vdd.v[0].h[i] = sat16(prod >>> scale); } else Vdd.v[0].h[i] = ~Vu.uh[i].ub[1];
}
for (k = VWIDTH; (k >>= 1) > 31; ) Vdd.v[1].b[0] = k;
for (k = 1; k < VELEM(8); k += 1) Vdd.v[1].ub[k] = Vdd.v[1].ub[0] == 32 ? ABS(-k) : 0;
SWAP(Vdd.v[1].ub[2], Vdd.v[1].ub[3]);";
    let all = read(&manual(&[("Vdd.h=vmade(Qv4,Vu.h,Rt.b,#u2)", text)]))?;
    let made = semantics(&all[0])?;
    ensure!(all[0].mnemonic.as_deref() == Some("vmade"));
    let names: Vec<&str> = made.operands.iter().map(|o| o.name.as_str()).collect();
    ensure!(names == ["Qv", "Vu", "Rt", "u"], "{names:?}");
    // -3 in every halfword, bytes 100, -128, 1, 0 in the scalar; of lanes 1 and 5 the predicate is set.
    let mut predicate = Bits::zero(128);
    predicate.set_slice(2, 1, 1);
    predicate.set_slice(10, 1, 1);
    let vector = Bits::from_bytes(&[0xfd, 0xff].repeat(64), 1024);
    let given = [predicate, vector, Bits::from_u64(0x0001_8064, 32), Bits::from_u64(2, 32)];
    let result = run(made, &given)?.to_bytes();
    let halfword = |i: usize| i16::from_le_bytes([result[2 * i], result[2 * i + 1]]);
    // -300 >> 3, the complement of 0xff, -3 >> 3, 0; then 384 >> 3.
    ensure!([0, 1, 2, 3, 4, 5, 9].map(halfword) == [-38, 0, -1, 0, -38, 0, 48], "{result:?}");
    ensure!(result[128..134] == [32, 1, 3, 2, 4, 5] && result[255] == 127, "{result:?}");
    Ok(())
}

fn wrong_text() -> anyhow::Result<()> {
    let good = ("Vd.b=vgood(Vu.b)", "for (i = 0; i < VELEM(8); i++) Vd.b[i] = -Vu.b[i];");
    let wrong = [
        (
            "Vd=v(Vu)",
            "for (i = 0; i < VELEM(8); i++) {\n  Vd.b[i] = Vu.b[i];",
            "line 2",
            "'}' expected at the end of the text",
        ),
        ("Vd=v(Vu)", "\nVd.b[0] = frobnicate(Vu.b[0]);", "line 2", "undefined function frobnicate"),
        ("Vd=v(Vu)", "Vd.q[0] = Vu.b[0];", "line 1, column 4", "no field of a register: at q"),
        ("Vd=v(Vu)", "Vd.b[0] = Vw.b[0];", "line 1, column 11", "a register that the syntax does not name: at Vw"),
        ("Vd=v(Vu)", "Vd.b[0] = #u;", "line 1, column 11", "the syntax has no immediate: at #u"),
        ("Vd=v(Vu)", "Vd.b[0].w[0] = 1;", "line 1", "a field as wide as what it is a part of"),
        ("Vd=v(Vu)", "Vd.b[0] = VELEM(8, 9);", "line 1, column 11", "VELEM takes 1 arguments, not 2"),
        ("Vd=v(Vu)", "Vd.b[0] = 1 $ 2;", "line 1, column 13", "'$' begins nothing of the dialect"),
        ("Vd=v(Vu)", "Vd.b[0] = (1;", "line 1", "')' expected at ;"),
        ("Vd=v(Vu)", "FI = 1; Vd.b[0] = FI;", "", "does not read once it is stored"),
        ("Vd=v(Vu)", "Vd.b[0] = MAX;", "line 1, column 11", "a name that means something else once it is stored"),
        ("Vd=v(Vu)", "x = 1;", "", "never writes its result"),
        ("Vd=v(Vu)", " ", "", "no operation"),
        ("Vd.x=v(Vu)", "Vd.b[0] = 1;", "", "operand type V.x is not known"),
        ("Vd,Qe4=v(Vu)", "Vd.b[0] = 1;", "", "two results"),
        ("vmem(Vu)", "Vd.b[0] = 1;", "", "no result"),
        ("Vd=v(Mu)", "Vd.b[0] = Mu;", "", ""),
    ];
    let mut entries = vec![good];
    entries.extend(wrong.iter().map(|(syntax, text, ..)| (*syntax, *text)));
    entries.push(good);
    let all = read(&manual(&entries))?;
    ensure!(all.len() == entries.len());
    for (entry, (_, text, place, message)) in all[1..].iter().zip(wrong) {
        match &entry.translation {
            Err(why) => {
                let why = why.to_string();
                ensure!(why.contains(place) && why.contains(message), "{text}: {why}");
            }
            // A name of no register is a variable; that it has no value, a run tells.
            Ok(translation) => {
                ensure!(message.is_empty(), "{text} reads");
                let why = run(&translation.semantics, &[]).err().context("it runs")?.to_string();
                ensure!(why.contains("Mu has no value"), "{why}");
            }
        }
    }
    for entry in [&all[0], &all[all.len() - 1]] {
        ensure!(run(semantics(entry)?, &[Bits::from_bytes(&[5; 128], 1024)])?.to_bytes() == [251; 128]);
    }
    Ok(())
}

fn declarations() -> anyhow::Result<()> {
    let text = "Vd.b[0]=1;Vx.b[0]=1;Qx[0]=1;";
    let wanted = [
        ("Vx.w+=vmpyi(Vu.w,Rt.b)", "Vx vector 1024 s32, Vu vector 1024 s32, Rt scalar 32 u32", "Vx vector 1024 s32"),
        ("if (!Qv4) Vx.b-=Vu.b", "Qv mask 128 u1, Vx vector 1024 s8, Vu vector 1024 s8", "Vx vector 1024 s8"),
        ("Vx.h=vmpa(Vx.h,Vu.uh,Rtt.uh):sat", "Vx vector 1024 s16, Vu vector 1024 u16, Rtt scalar 64 u64", ""),
        ("Qx4^=vcmp.gt(Vu32.ub,Vv32.ub)", "Qx mask 128 u1, Vu vector 1024 u8, Vv vector 1024 u8", "Qx mask 128 u1"),
        ("Vd.w=vdmpy(Vuu.h,Rt8.uh,#1):sat", "Vuu vector 2048 s16, Rt scalar 32 u32", "Vd vector 1024 s32"),
        ("Vd=valign(Vu,Vv,#u3)", "Vu vector 1024 u1024, Vv vector 1024 u1024, u imm 32 u3", "Vd vector 1024 u1024"),
    ];
    let list: Vec<(&str, &str)> = wanted.iter().map(|(syntax, ..)| (*syntax, text)).collect();
    for ((syntax, _), (_, operands, result)) in list.iter().zip(wanted) {
        let register = if syntax.contains("Qx") {
            "Qx[0]=1;"
        } else if syntax.contains("Vx") {
            "Vx.b[0]=1;"
        } else {
            "Vd.b[0]=1;"
        };
        let all = read(&manual(&[(syntax, register)]))?;
        let made = semantics(&all[0])?;
        let printed: Vec<String> = made.operands.iter().map(Operand::to_string).collect();
        ensure!(printed.join(", ") == operands, "{syntax}: {printed:?}");
        ensure!(result.is_empty() || made.result.to_string() == result, "{syntax}: {}", made.result);
    }
    Ok(())
}

fn no_list() -> anyhow::Result<()> {
    for text in ["", "{}", "[1", "<xml/>"] {
        let error = read(text).err().context("it reads")?.to_string();
        ensure!(error.contains("no JSON list") && (text.is_empty() || error.contains("line 1")), "{error}");
    }
    // An entry of another form is told by its number.
    let all = read(r#"[{"syntax": 3}, {"builtin": null, "syntax": "Vd = Vu", "pseudocode": ""}]"#)?;
    ensure!(all[0].name == "entry-1" && all[0].translation.is_err());
    ensure!(
        all[1].name == "Vd=Vu" && all[1].translation.as_ref().err().context("it reads")?.class().contains("builtin")
    );
    Ok(())
}

fn bounded() -> anyhow::Result<()> {
    let refused = |text: &str, bound: &str| {
        let all = read(&manual(&[("Vd=v(Vu)", text)]))?;
        let why = all[0].translation.as_ref().err().context("it reads")?.to_string();
        ensure!(why.contains(bound), "{why}");
        Ok(())
    };
    refused(&format!("Vd.b[0] = {}1{};", "(".repeat(5000), ")".repeat(5000)), "MAX_NESTING")?;
    refused(&format!("Vd.b[0] = {}1;", "~".repeat(5000)), "MAX_NESTING")?;
    refused(&format!("Vd.b[0] = a{};", "+ a".repeat(5000)), "MAX_NESTING")?;
    refused(&"{".repeat(5000), "MAX_NESTING")?;
    refused(&format!("Vd.b[0] = {}8{};", "VELEM(".repeat(5000), ")".repeat(5000)), "MAX_NESTING")?;
    // Each level of SWAP holds three times what is in it.
    refused(&format!("{}a{};", "SWAP(".repeat(60), ",b)".repeat(60)), "MAX_TOKENS")?;
    refused(&(0..5000).map(|i| format!("n{i} = 1;")).collect::<String>(), "MAX_NAMES")?;
    refused(&" ".repeat((1 << 20) + 1).replacen("  ", "a=", 1), "MAX_TEXT_BYTES")
}

/// The entries and texts that fuzzing starts from, changed a little: each is read or refused, and nothing else happens.
fn changed() -> anyhow::Result<()> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/cases/hvx");
    let mut rng = StdRng::seed_from_u64(3);
    let mut cases = 0;
    for case in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let text = std::fs::read_to_string(case?.path())?;
        let (syntax, code) = text.split_once('\n').context("a syntax and a text")?;
        cases += 1;
        for _ in 0..400 {
            let mut bytes = code.as_bytes().to_vec();
            for _ in 0..rng.random_range(1..4) {
                let (from, to) = (rng.random_range(0..bytes.len()), rng.random_range(0..bytes.len()));
                match rng.random_range(0..3) {
                    0 => bytes[from] = bytes[to],
                    1 => bytes.insert(from, b"()[]{};.?:#9"[to % 12]),
                    _ => drop(bytes.drain(from.min(to)..from.max(to).min(from.min(to) + 8))),
                }
            }
            let code = String::from_utf8_lossy(&bytes);
            for entry in read(&manual(&[(syntax, &code)]))?.iter().filter(|entry| entry.translation.is_ok()) {
                let written = semantics(entry)?.to_string();
                ensure!(Semantics::from_text(&written)?.to_string() == written, "{written}");
            }
        }
    }
    ensure!(cases > 2, "no cases");
    Ok(())
}

fn translates(all: &[Entry]) -> anyhow::Result<()> {
    let translated = all.iter().filter(|entry| entry.translation.is_ok()).count();
    ensure!(all.len() == 389 && translated == 355, "{translated} of {} entries translate", all.len());
    for entry in all {
        if let Err(why) = &entry.translation {
            ensure!(
                ["no builtin of the compiler's", "two results"].contains(&why.class().as_str()),
                "{}: {why}",
                entry.name
            );
        }
    }
    Ok(())
}

fn operands(s: &Semantics, rng: &mut StdRng) -> Vec<Bits> {
    let operand = |o: &Operand| match o.kind {
        OperandKind::Imm => Bits::from_u64(rng.random_range(0..1u64 << o.element_bits.min(8)), o.bits),
        _ => Bits::from_bytes(&(0..256).map(|_| rng.random()).collect::<Vec<u8>>(), o.bits),
    };
    s.operands.iter().map(operand).collect()
}

fn lanes_agree(all: &[Entry]) -> anyhow::Result<()> {
    let mut rng = StdRng::seed_from_u64(2);
    let mut without = Vec::new();
    // A prime stride meets every shape.
    for entry in all.iter().filter(|entry| entry.translation.is_ok()).step_by(7) {
        let s = semantics(entry)?;
        let given = operands(s, &mut rng);
        let expected = run(s, &given).with_context(|| entry.name.clone())?;
        let imms: Vec<u64> = s.immediates().map(|i| given[i].slice(0, 32) as u64).collect();
        let mut terms = Terms::new();
        let Ok(found) = lanes(s, &imms, &mut terms) else {
            without.push(entry.name.clone());
            continue;
        };
        let value = |number: u32| {
            let (operand, element) = LaneVar::of(number).pair();
            let width = found.operand_bits[operand];
            given[operand].slice(element as u32 * width, width)
        };
        for (i, term) in found.out.iter().enumerate() {
            let bits = terms.eval(*term, &value).context("an uninterpreted function")?;
            ensure!(bits == expected.slice(i as u32 * found.out_bits, found.out_bits), "{}, element {i}", entry.name);
        }
    }
    ensure!(without.len() <= 1, "no lanes: {without:?}");
    Ok(())
}

fn needs_every_erratum(all: &[Entry]) -> anyhow::Result<()> {
    let translations = all.iter().filter_map(|entry| entry.translation.as_ref().ok());
    let applied: BTreeSet<&str> = translations.flat_map(|t| t.errata.iter().map(String::as_str)).collect();
    for entry in hvx::scope(hvx::ERRATA)?.errata.entries() {
        ensure!(applied.contains(entry.name.as_str()), "erratum {} changes nothing", entry.name);
    }
    Ok(())
}
