//! Kernels run on an emulator, their instructions counted.

use super::build::{finished, root};
use super::target::{Counts, Cpu};
use anyhow::{Context, Result, bail, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The most bytes of a kernel's inputs, and of its output.
const MAX_BYTES: usize = 64 << 20;

/// The tools that run kernels: the emulator, its plug-in, the program around a kernel, and the references compiled for a CPU.
pub struct Emulated {
    emulator: Vec<String>,
    folder: PathBuf,
    /// The program around a kernel, and what starts it.
    around: Vec<PathBuf>,
    plugin: PathBuf,
    /// Sources and objects.
    references: Vec<(PathBuf, PathBuf)>,
}

/// The code that is run.
#[derive(Clone, Copy)]
pub enum Code<'a> {
    /// Halide's object.
    Object(&'a Path),
    /// The reference of this name.
    Reference(&'a str),
}

/// The result of a run.
pub struct Ran {
    /// The bytes of the kernel's output.
    pub output: Vec<u8>,
    /// How often the instruction at each address was executed.
    pub counts: BTreeMap<u64, u64>,
    /// The program, for its disassembly.
    pub program: PathBuf,
    /// The functions that are the kernel's, not the driver's.
    pub functions: BTreeSet<String>,
}

impl Emulated {
    /// Builds all of it in a folder.
    ///
    /// # Errors
    ///
    /// An emulator that is not there, or a file that does not compile.
    pub fn build(counts: &Counts, cpu: &Cpu, folder: &Path) -> Result<Self> {
        let emulated = Emulated {
            emulator: counts.emulator.clone(),
            folder: folder.to_owned(),
            around: vec![folder.join("start.o"), folder.join("driver.o")],
            plugin: folder.join("counts.so"),
            references: references(folder)?,
        };
        emulated.version()?;
        let sources = root().join("bench/emulated");
        let plugin = ["-O2", "-shared", "-fPIC", "-o"];
        finished(Command::new("cc").args(plugin).arg(&emulated.plugin).arg(sources.join("counts.c")))?;
        let start = folder.join("start.c");
        let parts = counts.start.iter().map(|part| {
            let path = root().join(part);
            fs::read_to_string(&path).with_context(|| format!("{} cannot be read (bench/targets)", path.display()))
        });
        fs::write(&start, parts.collect::<Result<String>>()?)?;
        let clang = |source: &Path, object: &Path| {
            let mut clang = Command::new("clang-19");
            clang.args(&counts.clang).args(&cpu.clang).args(["-std=c11", "-nostdlibinc", "-ffunction-sections"]);
            clang
                .arg(format!("-DBYTES={MAX_BYTES}u"))
                .arg("-I")
                .arg(&sources)
                .arg("-c")
                .arg("-o")
                .arg(object)
                .arg(source);
            finished(&mut clang)
        };
        clang(&start, &emulated.around[0])?;
        clang(&sources.join("driver.c"), &emulated.around[1])?;
        for (source, object) in &emulated.references {
            clang(source, object)?;
        }
        Ok(emulated)
    }

    /// The emulator, with its version.
    ///
    /// # Errors
    ///
    /// It is not there.
    pub fn version(&self) -> Result<String> {
        let remedy =
            || format!("{} does not start; `scripts/setup hexagon` installs QEMU's emulators", self.emulator());
        let output = finished(Command::new(self.emulator()).arg("--version")).with_context(remedy)?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(text.lines().next().unwrap_or_default().to_owned())
    }

    fn emulator(&self) -> &str {
        self.emulator.first().map_or("", String::as_str)
    }

    /// Runs a kernel on what `suite buffers` wrote; its output is of so many bytes.
    ///
    /// # Errors
    ///
    /// A kernel that does not link or fails, one that makes something else, or an emulator that takes no plug-ins.
    pub fn run(&self, code: Code<'_>, input: &[u8], output_bytes: usize) -> Result<Ran> {
        let (objects, options) = match code {
            Code::Object(object) => (vec![object.to_owned()], vec![]),
            Code::Reference(name) => (
                self.references.iter().map(|(_, object)| object.clone()).collect(),
                vec![format!("--defsym=reference={name}")],
            ),
        };
        let mut functions = BTreeSet::new();
        for object in &objects {
            let listed =
                finished(Command::new("llvm-nm-19").args(["--defined-only", "--format=just-symbols"]).arg(object))?;
            functions.extend(String::from_utf8_lossy(&listed.stdout).lines().map(str::to_owned));
        }
        let program = self.folder.join("program");
        let mut linker = Command::new("ld.lld-19");
        linker.arg("--gc-sections").args(options).arg("-o").arg(&program).args(&self.around).args(objects);
        finished(&mut linker)?;
        let counted = self.folder.join("counts");
        // An earlier kernel's are none of this one.
        let _ = fs::remove_file(&counted);
        let output = self.executed(&program, &counted, input)?;
        ensure!(output.len() == output_bytes, "it made {} bytes, not {output_bytes}", output.len());
        let remedy =
            || format!("{} took no plug-in: Debian's qemu-user does, qemu-user-static does not", self.emulator());
        let text = fs::read_to_string(&counted).with_context(remedy)?;
        Ok(Ran { output, counts: counts(&text)?, program, functions })
    }

    /// A program's output, and its counts in a file.
    fn executed(&self, program: &Path, counted: &Path, input: &[u8]) -> Result<Vec<u8>> {
        ensure!(input.len() <= MAX_BYTES, "an input of {} bytes; {MAX_BYTES} is the bound (MAX_BYTES)", input.len());
        let file = self.folder.join("program-input");
        fs::write(&file, input)?;
        let [emulator, options @ ..] = &self.emulator[..] else {
            bail!("the target names no emulator (bench/targets)")
        };
        let mut command = Command::new(emulator);
        command.args(options).arg("-plugin").arg(format!("{},out={}", self.plugin.display(), counted.display()));
        Ok(finished(command.arg(program).stdin(fs::File::open(&file)?))?.stdout)
    }
}

/// The references' files, and where their objects go.
fn references(folder: &Path) -> Result<Vec<(PathBuf, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join("bench/halide/references"))? {
        let source = entry?.path();
        if let Some(name) = source.file_stem().filter(|_| source.extension().is_some_and(|e| e == "c")) {
            found.push((source.clone(), folder.join(name).with_extension("o")));
        }
    }
    found.sort();
    Ok(found)
}

/// Lines of an address in hexadecimal and a count; equal addresses are added up.
fn counts(text: &str) -> Result<BTreeMap<u64, u64>> {
    let mut counts = BTreeMap::new();
    for line in text.lines() {
        let read = line
            .split_once(' ')
            .and_then(|(address, count)| Some((u64::from_str_radix(address, 16).ok()?, count.parse::<u64>().ok()?)));
        let (address, count) = read.with_context(|| format!("not an address and a count: {line}"))?;
        *counts.entry(address).or_insert(0) += count;
    }
    Ok(counts)
}

/// The 64-bit FNV-1a hash of bytes, in hexadecimal.
pub fn hash(bytes: &[u8]) -> String {
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::target::{Measure, Target};

    #[test]
    fn equal_addresses_are_added_up() {
        assert_eq!(counts("2101f0 3\n2101f4 1\n2101f0 4\n").unwrap(), [(0x2101f0, 7), (0x2101f4, 1)].into());
        assert_eq!(counts("2101f0\n").unwrap_err().to_string(), "not an address and a count: 2101f0");
    }

    #[test]
    fn hashes_are_fnv() {
        assert_eq!(hash(b""), "cbf29ce484222325");
        assert_eq!(hash(b"a"), "af63dc4c8601ec8c");
    }

    /// The reference of add_sat_u8 on two short buffers: what it makes, and that each of its bytes was counted.
    #[test]
    fn references_run_and_are_counted() {
        let Measure::Counts(target) = Target::read("aarch64").unwrap().measure else { panic!("it is counted") };
        let folder = tempfile::tempdir().unwrap();
        let emulated = match Emulated::build(&target, &target.cpu[0], folder.path()) {
            Ok(emulated) => emulated,
            Err(error) => return println!("skipped: {error}"),
        };
        let length = 1024 * 512 / 4_i32;
        let at = |n: i32| 128 + n * length;
        let described = |offset| [1, 8, 1, offset, length, 0, length, 1];
        let words = [vec![3], [at(0), at(1), 0].map(described).concat()].concat();
        let mut input: Vec<u8> = words.iter().flat_map(|word: &i32| word.to_le_bytes()).collect();
        input.resize(128, 0);
        input.extend((0..2 * length).map(|n| (n % 251) as u8));
        let ran = emulated.run(Code::Reference("add_sat_u8"), &input, length as usize).unwrap();
        let byte = |n: i32| ((n % 251) as u8).saturating_add(((n + length) % 251) as u8);
        assert_eq!(ran.output, (0..length).map(byte).collect::<Vec<_>>());
        assert!(ran.functions.contains("add_sat_u8"));
        // 16 bytes an instruction at best, three instructions for them.
        assert!(ran.counts.values().sum::<u64>() > 3 * length as u64 / 16);
    }
}
