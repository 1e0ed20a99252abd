//! Reading a processor's file: an error names its line.

use super::{Atom, Machine, Meaning, Mode, Operation, Timing, Units};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Why there is no processor.
#[derive(Debug, thiserror::Error)]
pub enum MachineError {
    /// No file has this name.
    #[error("there is no file of packets for `{0}`; `cargo xtask packing` makes one")]
    Unknown(String),
    /// A line says nothing that is known.
    #[error("line {0}: {1}")]
    Line(usize, String),
    /// The lines are not those that were derived.
    #[error("the digest is not that of the lines after it")]
    Digest,
}

/// The rows of registers before they are put together.
#[derive(Default)]
struct Rows {
    registers: BTreeMap<String, Vec<String>>,
    saved: Vec<String>,
    reserved: Vec<String>,
    loops: Vec<(String, Vec<String>)>,
    combined: HashMap<String, Vec<String>>,
    timings: HashMap<String, usize>,
    paths: Vec<String>,
}

/// The digest of a file, and the lines behind it.
fn digested(text: &str) -> Option<(&str, &str)> {
    text.split_once("\ndigest ").and_then(|(_, rest)| rest.split_once('\n'))
}

/// The first two words of a line.
fn begin(line: &str) -> (Option<&str>, Option<&str>) {
    let mut words = line.split(' ');
    (words.next(), words.next())
}

/// The lines of another processor's file, with these in the places of those that begin with the same two words.
fn instead(other: &str, lines: &str) -> Result<String, MachineError> {
    let whole = super::MACHINES.iter().find(|(cpu, _)| *cpu == other).and_then(|(_, whole)| digested(whole));
    let (_, body) = whole.ok_or_else(|| MachineError::Unknown(other.to_owned()))?;
    let new: HashMap<_, &str> = lines.lines().map(|line| (begin(line), line)).collect();
    let line = |old: &str| new.get(&begin(old)).map_or_else(|| old.to_owned(), |new| (*new).to_owned()) + "\n";
    Ok(body.lines().map(line).collect())
}

impl Machine {
    /// Reads a processor's file.
    ///
    /// # Errors
    ///
    /// A line is none of the format's, or the digest is another one's.
    pub fn read(text: &str) -> Result<Machine, MachineError> {
        let mut machine = Machine {
            cpu: String::new(),
            llc: Vec::new(),
            vector: 0,
            width: 0,
            parts: HashMap::new(),
            atoms: Vec::new(),
            classes: HashMap::new(),
            saved: BTreeSet::new(),
            reserved: BTreeSet::new(),
            loops: Vec::new(),
            building: HashMap::new(),
            units: Vec::new(),
            timings: Vec::new(),
            operations: HashMap::new(),
            variants: HashMap::new(),
        };
        let head = text.lines().next().unwrap_or_default();
        let cpu = head.strip_prefix("# isotope packing 1 ").filter(|cpu| !cpu.is_empty());
        machine.cpu = cpu.ok_or_else(|| MachineError::Line(1, "no file of packets, version 1".to_owned()))?.to_owned();
        let (digest, body) = digested(text).ok_or(MachineError::Digest)?;
        let body = match text.split_once("\nlike ").and_then(|(_, rest)| rest.split_once('\n')) {
            Some((other, _)) => Cow::Owned(instead(other, body)?),
            None => Cow::Borrowed(body),
        };
        if blake3::hash(body.as_bytes()).to_string() != digest {
            return Err(MachineError::Digest);
        }
        let before = text.lines().count().saturating_sub(body.lines().count());
        let mut rows = Rows::default();
        for (at, line) in body.lines().enumerate() {
            row(&mut machine, &mut rows, line).map_err(|why| MachineError::Line(before + at + 1, why))?;
        }
        machine.put_together(&rows).map_err(|why| MachineError::Line(1, why))?;
        Ok(machine)
    }

    fn put_together(&mut self, rows: &Rows) -> Result<(), String> {
        let mut atoms: HashMap<&str, Atom> = HashMap::new();
        for (name, parts) in &rows.registers {
            // Of a register with one part, the rest is a part without a name.
            if parts.len() < 2 {
                let atom = Atom::try_from(self.atoms.len()).map_err(|_| "too many registers".to_owned())?;
                atoms.insert(name, atom);
                self.atoms.push(name.clone());
            }
        }
        for name in rows.registers.keys() {
            let mut found = BTreeSet::new();
            let mut open = vec![name.as_str()];
            // Registers are parts of at most a few others: four levels.
            for _ in 0..4 {
                let mut further = Vec::new();
                for one in open {
                    found.extend(atoms.get(one));
                    further.extend(rows.registers.get(one).into_iter().flatten().map(String::as_str));
                }
                open = further;
            }
            self.parts.insert(name.clone(), found.into_iter().collect());
        }
        for (names, set) in [(&rows.saved, &mut self.saved), (&rows.reserved, &mut self.reserved)] {
            for name in names {
                set.extend(self.parts.get(name).ok_or_else(|| format!("no register {name} to save"))?);
            }
        }
        for (count, start) in &rows.loops {
            let one = |name: &String| match self.parts.get(name).map(Vec::as_slice) {
                Some([atom]) => Ok(*atom),
                _ => Err(format!("`{name}` is not one register")),
            };
            self.loops.push((one(count)?, start.first().map(one).ok_or("a loop begins somewhere")??));
        }
        // An instruction with a variant that reads a predicate of its own packet may lie in that packet.
        let newer = self.operations.values().filter(|of| of.is("prednew"));
        let plain: Vec<String> = newer.filter_map(|of| of.plain.clone()).collect();
        for (name, of) in &self.operations {
            of.plain.iter().for_each(|plain| self.variants.entry(plain.clone()).or_default().push(name.clone()));
        }
        self.variants.values_mut().for_each(|names| names.sort_unstable());
        for name in plain {
            if let Some(of) = self.operations.get_mut(&name) {
                of.words.insert("prednewable".to_owned());
            }
        }
        Ok(())
    }
}

fn row(machine: &mut Machine, rows: &mut Rows, line: &str) -> Result<(), String> {
    let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
    let words = || rest.split_whitespace().map(str::to_owned);
    let number = || rest.parse().map_err(|_| format!("`{rest}` is no number"));
    let named = || {
        let mut words = words();
        let name = words.next().ok_or_else(|| "a row without a name".to_owned())?;
        Ok::<_, String>((name, words.collect::<Vec<_>>()))
    };
    match kind {
        "llc" => machine.llc = words().collect(),
        "vector" => machine.vector = number()?,
        "packet" => machine.width = u32::try_from(number()?).map_err(|_| "a packet of no words".to_owned())?,
        "unit" => machine.units = words().collect(),
        "combined" => drop(rows.combined.insert(named()?.0, named()?.1)),
        "register" => drop(rows.registers.insert(named()?.0, named()?.1)),
        "class" => drop(machine.classes.insert(named()?.0, named()?.1)),
        "build" => drop(machine.building.insert(named()?.0, named()?.1)),
        "loop" => rows.loops.push(named()?),
        "saved" => rows.saved = words().collect(),
        "reserved" => rows.reserved = words().collect(),
        "timing" => {
            let (name, timing) = timing(machine, rows, rest)?;
            rows.timings.insert(name, machine.timings.len());
            machine.timings.push(timing);
        }
        "op" => {
            let (name, operation) = operation(machine, rows, rest)?;
            machine.operations.insert(name, operation);
        }
        _ => return Err(format!("`{kind}` is no kind of row")),
    }
    Ok(())
}

fn timing(machine: &Machine, rows: &mut Rows, rest: &str) -> Result<(String, Timing), String> {
    let fields: Vec<&str> = rest.split('|').map(str::trim).collect();
    let [name, stages, cycles, paths] = fields[..] else { return Err("a timing has four fields".to_owned()) };
    let unit = |name: &str| -> Result<Units, String> {
        let own = [name.to_owned()];
        let parts = rows.combined.get(name).map_or(&own[..], Vec::as_slice);
        let bit = |part: &String| {
            let at = machine.units.iter().position(|unit| unit == part).filter(|at| *at < 32);
            at.map(|at| 1 << at).ok_or_else(|| format!("no unit {part}"))
        };
        parts.iter().try_fold(0, |units, part| Ok(units | bit(part)?))
    };
    let stages = stages.split_whitespace().map(|stage| stage.split(',').map(unit).collect());
    let stages = stages.collect::<Result<Vec<Vec<Units>>, String>>()?;
    let cycles = cycles.split_whitespace().map(|one| one.parse().map_err(|_| format!("`{one}` is no cycle")));
    let cycles = cycles.collect::<Result<Vec<i64>, String>>()?;
    let mut path = |name: &str| -> u8 {
        if name == "-" {
            return 0;
        }
        let at = rows.paths.iter().position(|path| path == name).unwrap_or_else(|| {
            rows.paths.push(name.to_owned());
            rows.paths.len() - 1
        });
        u8::try_from(at + 1).unwrap_or(0)
    };
    let paths = paths.split_whitespace().map(&mut path).collect();
    Ok((name.to_owned(), Timing { stages, cycles, paths }))
}

fn operation(machine: &Machine, rows: &Rows, rest: &str) -> Result<(String, Operation), String> {
    let fields: Vec<&str> = rest.split('|').map(str::trim).collect();
    let [name, class, outs, ins, words] = fields[..] else { return Err("an op has five fields".to_owned()) };
    let words_of = |list: &str| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let timing = *rows.timings.get(class).ok_or_else(|| format!("no timing {class}"))?;
    let mut of = Operation { timing, outs: words_of(outs), ins: words_of(ins), ..Operation::default() };
    for word in words.split_whitespace() {
        let Some((key, value)) = word.split_once('=') else {
            of.words.insert(word.to_owned());
            continue;
        };
        let wrong = || format!("`{word}` says nothing");
        match key {
            "means" => of.meaning = Some(meaning(value).ok_or_else(wrong)?),
            "plain" => of.plain = Some(value.to_owned()),
            "tied" => {
                let number = |text: &str| text.parse::<usize>().map_err(|_| wrong());
                let (result, operand) = value.split_once(',').ok_or_else(wrong)?;
                of.tied.push((number(result)?, number(operand)?));
            }
            "newer" => of.newer = Some(value.parse().map_err(|_| wrong())?),
            "new" => of.makes = Some(value.parse().map_err(|_| wrong())?),
            "extends" => {
                let parts: Vec<&str> = value.split(',').collect();
                let [place, bits, align] = parts[..] else { return Err(wrong()) };
                let number = |text: &str| text.parse::<u32>().map_err(|_| wrong());
                let (sign, bits) = bits.split_at_checked(1).ok_or_else(wrong)?;
                of.extends = Some((number(place)? as usize, sign == "s", number(bits)?, number(align)?));
            }
            "access" => {
                let parts: Vec<&str> = value.split(',').collect();
                let [size, mode, base] = parts[..] else { return Err(wrong()) };
                of.base = base.parse().ok();
                let size = if size == "vector" { machine.vector } else { size.parse().map_err(|_| wrong())? };
                let mode = match mode {
                    "BaseImmOffset" => Mode::Offset,
                    // A register with a modifier moves in a circle, or by the modifier.
                    "PostInc" if !of.ins.iter().any(|class| class == "ModRegs") => Mode::After,
                    _ => Mode::Other,
                };
                of.access = Some((size, mode));
            }
            _ => return Err(wrong()),
        }
    }
    Ok((name.to_owned(), of))
}

fn meaning(word: &str) -> Option<Meaning> {
    Some(match word {
        "copy" => Meaning::Copy,
        "sum" => Meaning::Sum,
        "sumshifted" => Meaning::SumShifted,
        "shifted" => Meaning::Shifted,
        "halved" => Meaning::Halved,
        "masked" => Meaning::Masked,
        "above" => Meaning::Above,
        "loop0" => Meaning::Loop(0),
        "loop1" => Meaning::Loop(1),
        "endloop0" => Meaning::EndLoop(0),
        "endloop1" => Meaning::EndLoop(1),
        _ => return None,
    })
}
