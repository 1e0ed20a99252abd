//! LLVM's description of a target, as `llvm-tblgen --dump-json` prints it: for sets of which `llvm-mca` has no model, since their back
//! end schedules packets by itineraries.
//!
//! It says which instruction LLVM selects for an intrinsic of its own (`Pat`), and which units each instruction takes
//! (`InstrItinData`). LLVM's sources have it; `code.description` of `target.toml` names the file.

use anyhow::{Context, Result, ensure};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::process::Command;

/// How LLVM's own intrinsics are called in its text, and how the records of them are.
const INTRINSIC: (&str, &str) = ("@llvm.", "int_");

/// The records of a target.
pub struct Tables {
    records: Map<String, Value>,
    /// Results of the patterns that select for an intrinsic, by the intrinsic's record: names of instructions.
    selected: HashMap<String, Vec<Vec<String>>>,
}

/// The model of the instructions of a CPU.
#[derive(Debug, PartialEq)]
pub struct Model {
    /// Instructions of a packet.
    pub dispatch: u64,
    /// Units.
    pub resources: BTreeSet<String>,
    /// Rows of a table of costs, by form.
    pub rows: BTreeMap<String, String>,
}

impl Tables {
    /// Runs `llvm-tblgen-19` on a file of LLVM's sources, whose folder is given.
    pub fn read(sources: &Path, description: &str) -> Result<Tables> {
        let file = sources.join(description);
        ensure!(file.is_file(), "{} is not there; `scripts/setup hexagon-source` fetches it", file.display());
        let own = file.parent().context("the description is in a folder")?;
        let output = Command::new("llvm-tblgen-19")
            .arg("-I")
            .arg(sources.join("llvm/include"))
            .arg("-I")
            .arg(own)
            .arg("--dump-json")
            .arg(&file)
            .output()
            .context("running llvm-tblgen-19")?;
        ensure!(output.status.success(), "llvm-tblgen-19: {}", String::from_utf8_lossy(&output.stderr));
        Tables::of(&output.stdout)
    }

    fn of(json: &[u8]) -> Result<Tables> {
        let records: Map<String, Value> = serde_json::from_slice(json).context("reading llvm-tblgen-19's JSON")?;
        let mut selected: HashMap<String, Vec<Vec<String>>> = HashMap::new();
        for pattern in records.values().filter(|record| record.get("PatternToMatch").is_some()) {
            let Some(matched) = pattern["PatternToMatch"]["operator"]["def"].as_str() else { continue };
            if matched.starts_with(INTRINSIC.1) {
                let mut names = Vec::new();
                pattern["ResultInstrs"].as_array().into_iter().flatten().for_each(|dag| operators(dag, &mut names));
                selected.entry(matched.to_owned()).or_default().push(names);
            }
        }
        Ok(Tables { records, selected })
    }

    /// The forms of the instructions that LLVM selects for the intrinsics that some lines of its text call.
    pub fn emitted(&self, lines: &[String]) -> Result<Vec<String>> {
        let mut forms = Vec::new();
        for line in lines {
            let Some((_, call)) = line.split_once(INTRINSIC.0) else { continue };
            let name = call.split('(').next().unwrap_or(call).replace('.', "_");
            let patterns = self.selected.get(&format!("{}{name}", INTRINSIC.1));
            let patterns = patterns.with_context(|| format!("LLVM selects nothing for {name}"))?;
            // Of several, that which takes any operands is the one whose instruction has the intrinsic's name.
            let own = |pattern: &&Vec<String>| matches!(&pattern[..], [only] if name.contains(only.as_str()));
            let chosen = patterns.iter().find(own).or(patterns.first()).context("a pattern without a result")?;
            // A pseudo instruction is a part of a register, or becomes another one later.
            forms.extend(chosen.iter().filter_map(|instruction| self.form(instruction)));
        }
        Ok(forms)
    }

    /// The form of an instruction; `None` for one that is not in assembly.
    fn form(&self, instruction: &str) -> Option<String> {
        let record = self.records.get(instruction)?;
        let real = record.get("isPseudo").and_then(Value::as_u64) == Some(0);
        let text = record.get("AsmString").and_then(Value::as_str).filter(|text| real && !text.is_empty())?;
        Some(form(text))
    }

    /// All records by their names.
    pub fn records(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.records.iter()
    }

    /// The scheduling model of a CPU.
    pub fn scheduling(&self, cpu: &str) -> Result<&Value> {
        let named = |record: &&Value| record.get("Name").and_then(Value::as_str) == Some(cpu);
        let mut processors = self.records.values().filter(|record| record.get("SchedModel").is_some());
        let processor = processors.rfind(named).with_context(|| format!("LLVM knows no CPU {cpu}"))?;
        self.record(&processor["SchedModel"])
    }

    /// The itineraries of a CPU's model for each instruction.
    pub fn model(&self, cpu: &str) -> Result<Model> {
        let model = self.scheduling(cpu)?;
        let itineraries = self.record(&model["Itineraries"])?;
        let combined = self.combined()?;
        let mut classes: HashMap<&str, (u64, BTreeMap<&str, f64>)> = HashMap::new();
        for entry in itineraries["IID"].as_array().context("no itineraries")? {
            let data = self.record(entry)?;
            let class = data["TheClass"]["def"].as_str().context("a class without a name")?;
            let mut used: BTreeMap<&str, f64> = BTreeMap::new();
            for stage in data["Stages"].as_array().into_iter().flatten() {
                let stage = self.record(stage)?;
                let units: Vec<&str> =
                    stage["Units"].as_array().into_iter().flatten().filter_map(|u| u["def"].as_str()).collect();
                let cycles = stage["Cycles"].as_f64().unwrap_or(1.0) / units.len().max(1) as f64;
                for unit in units.iter().flat_map(|unit| combined.get(unit).cloned().unwrap_or_else(|| vec![unit])) {
                    *used.entry(unit).or_default() += cycles;
                }
            }
            classes.insert(class, (latency(data), used));
        }
        let mut rows = BTreeMap::new();
        for (name, record) in &self.records {
            let class = record.get("Itinerary").and_then(|class| class["def"].as_str());
            let (Some((latency, used)), Some(form)) = (class.and_then(|c| classes.get(c)), self.form(name)) else {
                continue;
            };
            let most = used.values().copied().fold(0.0, f64::max);
            let used: Vec<String> = used.iter().map(|(unit, cycles)| format!("{unit}:{}", short(*cycles))).collect();
            // One in a table is that of registers alone, where a second form of it is spelled the same.
            rows.entry(form).or_insert(format!("{latency} | 1 | {} | {}", short(most), used.join(" ")));
        }
        let resources = classes.values().flat_map(|(_, used)| used.keys()).map(|unit| (*unit).to_owned()).collect();
        Ok(Model { dispatch: model["IssueWidth"].as_u64().context("no width of a packet")?, resources, rows })
    }

    /// Units that stand for several together.
    pub fn combined(&self) -> Result<HashMap<&str, Vec<&str>>> {
        let mut found = HashMap::new();
        for record in self.records.values() {
            for entry in record.get("CFD").and_then(Value::as_array).into_iter().flatten() {
                let data = self.record(entry)?;
                let name = data["TheComboFunc"]["def"].as_str().context("units without a name")?;
                let units = data["FuncList"].as_array().into_iter().flatten().filter_map(|unit| unit["def"].as_str());
                found.insert(name, units.collect());
            }
        }
        Ok(found)
    }

    /// The record that a reference names.
    pub fn record(&self, reference: &Value) -> Result<&Value> {
        let name = reference["def"].as_str().context("a reference to no record")?;
        self.records.get(name).with_context(|| format!("no record {name}"))
    }
}

/// The operators of a tree of results.
fn operators(dag: &Value, found: &mut Vec<String>) {
    if let Some(name) = dag["operator"]["def"].as_str() {
        found.push(name.to_owned());
        dag["args"].as_array().into_iter().flatten().for_each(|arg| operators(&arg[0], found));
    }
}

/// Cycles from the first operand that is read to the result.
fn latency(data: &Value) -> u64 {
    let cycles: Vec<u64> = data["OperandCycles"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    match cycles[..] {
        [written, read, ..] => written.saturating_sub(read) + 1,
        _ => 1,
    }
}

/// An instruction's text with kinds for operands: `$Vdd32.h = vmpy($Vu32.ub,$Rt32.b)` is `vv.h = vmpy(v.ub,r.b)`.
fn form(text: &str) -> String {
    let mut parts = text.split('$');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(part.len());
        let (operand, rest) = part.split_at(end);
        let kind = operand.chars().next().unwrap_or_default().to_ascii_lowercase();
        let letters = operand.chars().skip(1).take_while(char::is_ascii_alphabetic).count();
        out.push(kind);
        // Two letters name a pair of registers; an immediate has as many.
        if letters == 2 && kind != 'i' {
            out.push(kind);
        }
        out += rest;
    }
    out
}

/// Two decimals, without zeros at the end.
pub fn short(cycles: f64) -> String {
    let text = format!("{cycles:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn tables() -> Tables {
        let reference = |name: &str| json!({"def": name, "kind": "def"});
        let of = |class: &str, text: &str| json!({"AsmString": text, "Itinerary": reference(class), "isPseudo": 0});
        let pattern = |result: &str| {
            json!({"PatternToMatch": {"operator": reference("int_made_mul_128B")},
                   "ResultInstrs": [{"operator": reference(result), "args": [[reference("x"), "y"]], "kind": "dag"}]})
        };
        let stage =
            |units: &[&str]| json!({"Cycles": 1, "Units": units.iter().map(|u| reference(u)).collect::<Vec<_>>()});
        let text = json!({
            "first": {"Name": "madev1", "SchedModel": reference("model")},
            "model": {"IssueWidth": 4, "Itineraries": reference("all")},
            "all": {"IID": [reference("ofmul")]},
            "ofmul": {"TheClass": reference("tc"), "Stages": [reference("s1"), reference("s2")], "OperandCycles": [5, 2]},
            "s1": stage(&["SLOT2", "SLOT3"]),
            "s2": stage(&["MPY01", "XLSHF"]),
            "combos": {"CFD": [reference("c1"), reference("c2")]},
            "c1": {"TheComboFunc": reference("MPY01"), "FuncList": [reference("MPY0"), reference("MPY1")]},
            "c2": {"TheComboFunc": reference("XLSHF"), "FuncList": [reference("XLANE"), reference("SHIFT")]},
            "mul": of("tc", "$Vdd32.h = vmpy($Vu32.ub,$Rt32.b,#$Ii):sat"),
            "other": of("none", "$Vd32 = other"),
            "lo": {"AsmString": "$Vd32 = lo($Vss32)", "isPseudo": 1},
            "p1": pattern("lo"),
            "p2": pattern("mul"),
        });
        Tables::of(text.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn what_is_selected_for_an_intrinsic_is_the_instruction_of_its_name() {
        let lines = ["%t1 = call <2 x i8> @llvm.made.mul.128B(<2 x i8> %a)".to_owned(), "ret <2 x i8> %t1".to_owned()];
        assert_eq!(tables().emitted(&lines).unwrap(), ["vv.h = vmpy(v.ub,r.b,#i):sat"]);
        let error = tables().emitted(&["%t1 = call i8 @llvm.made.add()".to_owned()]).unwrap_err();
        assert!(error.to_string().contains("made_add"), "{error}");
    }

    #[test]
    fn units_are_shared_among_those_that_an_instruction_may_take() {
        let model = tables().model("madev1").unwrap();
        let row = "4 | 1 | 0.5 | MPY0:0.5 MPY1:0.5 SHIFT:0.5 SLOT2:0.5 SLOT3:0.5 XLANE:0.5";
        assert_eq!(model.rows, BTreeMap::from([("vv.h = vmpy(v.ub,r.b,#i):sat".to_owned(), row.to_owned())]));
        assert_eq!(model.dispatch, 4);
        assert!(tables().model("madev2").is_err());
    }
}
