//! The costs of instructions on each CPU, and of LLVM's own operations.

use crate::error::DataError;
use crate::folder::{FileText, Folder};
use crate::manifest::{Manifest, Miscompiled};
use isotope_cost::{Syntax, Table, TableError};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The tables of an instruction set: `costs-CPU.txt` by LLVM, `prices-CPU.txt` over one of them, `cpus.txt` and `generic.txt`.
pub struct Prices {
    /// LLVM's tables, by CPU.
    costs: BTreeMap<&'static str, FileText>,
    tables: BTreeMap<&'static str, PriceTable>,
    /// The table of a CPU, by its name.
    cpus: BTreeMap<&'static str, &'static str>,
    fallback: &'static str,
    first: &'static str,
    /// Bits of the vector registers, ascending.
    registers: Vec<u32>,
    syntax: Syntax,
    /// By operation: its form in registers of each size.
    generic: BTreeMap<&'static str, Vec<&'static str>>,
    generic_digest: String,
    miscompiled: Miscompiled,
}

/// A table and its text: reading one takes milliseconds, and most are never asked for.
struct PriceTable {
    text: FileText,
    read: OnceLock<Table>,
}

/// The costs of operations that are no instruction of the dictionary, of one register of the result: hundredths of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenericCosts {
    /// An addition, a comparison, logic, a minimum.
    pub arithmetic: u32,
    /// A shift of all elements by the same.
    pub shift: u32,
    /// Bytes moved within parts of 128 bits.
    pub shuffle: u32,
    /// Elements of the halves of such parts interleaved.
    pub unpack: u32,
    /// Elements picked anywhere out of two registers.
    pub permute: u32,
    /// Elements of half a register extended.
    pub widen: u32,
    /// Elements cut to half, into half a register.
    pub narrow: u32,
    /// A half put into a register.
    pub insert: u32,
    /// The even elements, or the odd ones, of two registers, as one instruction; none where the set has no such.
    pub unzip: Option<u32>,
    /// A shift of bytes; none where the set has none, and bytes are shifted as halves of words.
    pub shift8: Option<u32>,
    /// A product of bytes; none where the set has none.
    pub multiply8: Option<u32>,
    /// A product of elements of 16 bits.
    pub multiply16: u32,
    /// The same of 32.
    pub multiply32: u32,
    /// The same of 64.
    pub multiply64: u32,
    /// A load of a whole register.
    pub load: u32,
}

impl Default for GenericCosts {
    /// Of a CPU of which nothing is known: a cycle for what moves elements and for multiplications, half a cycle for the rest.
    fn default() -> Self {
        GenericCosts {
            arithmetic: 50,
            shift: 100,
            shuffle: 100,
            unpack: 100,
            permute: 200,
            widen: 100,
            narrow: 200,
            insert: 100,
            unzip: None,
            shift8: None,
            multiply8: None,
            multiply16: 100,
            multiply32: 200,
            multiply64: 300,
            load: 50,
        }
    }
}

impl Prices {
    /// How the set's instructions are written.
    pub(crate) fn syntax(&self) -> &Syntax {
        &self.syntax
    }

    /// Reads what says which tables there are.
    pub fn read(folder: &Folder, manifest: &Manifest) -> Result<Prices, DataError> {
        let registers = &manifest.registers.vectors;
        let table = |(name, text)| (name, PriceTable { text, read: OnceLock::new() });
        let tables: BTreeMap<_, _> = folder.family("prices").into_iter().map(table).collect();
        let rules = |text: &'static str| text.lines().enumerate().filter(|(_, l)| !l.is_empty() && !l.starts_with('#'));
        let (mut cpus, mut fallback) = (BTreeMap::new(), None);
        for (number, line) in rules(folder.text(CPUS)?) {
            let bad = |what: &'static str| DataError::at(CPUS, number, what);
            let (cpu, table) = line.split_once(' ').ok_or_else(|| bad("not a CPU and a table"))?;
            tables.get(table).ok_or_else(|| bad("there are no prices of that name"))?;
            cpus.insert(cpu, table);
            fallback.get_or_insert((cpu, table));
        }
        let mut generic = BTreeMap::new();
        for (number, line) in rules(folder.text(GENERIC)?) {
            let mut columns = line.split('|').map(str::trim);
            let (operation, forms) = (columns.next().unwrap_or_default(), columns.collect::<Vec<_>>());
            if forms.len() != registers.len() {
                return Err(DataError::at(GENERIC, number, "not an operation and a form for each size of a register"));
            }
            generic.insert(operation, forms);
        }
        let miscompiled = manifest.code.miscompiled.clone();
        let mut hasher = blake3::Hasher::new();
        hasher.update(folder.text(GENERIC)?.as_bytes());
        if miscompiled != Miscompiled::default() {
            // Code that is written otherwise costs otherwise.
            hasher.update(format!("{miscompiled:?}").as_bytes());
        }
        let generic_digest = hasher.finalize().to_hex()[..8].to_owned();
        let (first, fallback) = fallback.ok_or_else(|| DataError::at(CPUS, 0, "no CPU"))?;
        let (costs, registers) = (folder.family("costs"), registers.clone());
        let syntax = manifest.assembly.syntax();
        Ok(Prices { costs, tables, cpus, fallback, first, registers, syntax, generic, generic_digest, miscompiled })
    }

    /// Those of a set without CPUs. Nobody has a target of it to ask prices for.
    pub fn none(manifest: &Manifest) -> Prices {
        Prices {
            costs: BTreeMap::new(),
            tables: BTreeMap::new(),
            cpus: BTreeMap::new(),
            fallback: "",
            first: "",
            registers: manifest.registers.vectors.clone(),
            syntax: manifest.assembly.syntax(),
            generic: BTreeMap::new(),
            generic_digest: String::new(),
            miscompiled: Miscompiled::default(),
        }
    }

    /// The operations that LLVM compiles wrongly.
    pub fn miscompiled(&self) -> &Miscompiled {
        &self.miscompiled
    }

    /// Reads every table.
    pub fn check(&self) -> Result<(), DataError> {
        for (name, table) in &self.tables {
            let read = self.parse(table)?;
            if read.cpu() != *name {
                let message = format!("prices-{name}.txt is of {}", read.cpu());
                return Err(DataError { file: "prices", line: 1, message: message.into() });
            }
            for &bits in &self.registers {
                self.of_operations(&read, bits)
                    .ok_or_else(|| DataError::at(GENERIC, 0, "an operation without a price"))?;
            }
        }
        Ok(())
    }

    fn parse(&self, table: &PriceTable) -> Result<Table, DataError> {
        let error = |e: TableError| DataError { file: "prices", line: e.line, message: e.to_string().into() };
        Table::read(table.text.read(), &self.syntax, |cpu| self.costs.get(cpu).map(FileText::read)).map_err(error)
    }

    /// The table that a CPU goes by.
    pub fn of(&self, cpu: &str) -> &Table {
        let table = &self.tables[*self.cpus.get(cpu).unwrap_or(&self.fallback)];
        table.read.get_or_init(|| self.parse(table).expect("`check` has read them all"))
    }

    /// The CPU that `cpus.txt` names first, by whose prices those go that it does not name.
    pub fn first_cpu(&self) -> &str {
        self.first
    }

    /// CPUs with a table of their own.
    pub fn cpus(&self) -> impl Iterator<Item = &str> {
        self.tables.keys().copied()
    }

    /// CPUs with a table of LLVM's.
    pub(crate) fn llvm_cpus(&self) -> impl Iterator<Item = &'static str> {
        self.costs.keys().copied()
    }

    /// The costs of generic operations on a CPU, in registers of so many bits.
    pub fn generic(&self, cpu: &str, register_bits: u32) -> GenericCosts {
        self.of_operations(self.of(cpu), register_bits).expect("`check` has seen that they have prices")
    }

    /// Names the prices of a CPU: where it differs, programs may be ranked otherwise.
    pub fn digest(&self, cpu: &str) -> String {
        let table = self.of(cpu);
        format!("{}-{}-{}", table.cpu(), table.digest(), self.generic_digest)
    }

    /// The form of a generic operation in the smallest register that has so many bits, or in the largest.
    pub fn generic_form(&self, operation: &str, bits: u32) -> Option<&'static str> {
        let size = self.registers.partition_point(|b| *b < bits).min(self.registers.len() - 1);
        self.generic.get(operation)?.get(size).copied()
    }

    fn of_operations(&self, table: &Table, register_bits: u32) -> Option<GenericCosts> {
        let of = |operation| Some(table.sequence(&[self.generic_form(operation, register_bits)?])?.rthroughput);
        // A row that is not there says that the set has no such operation.
        let optional = |operation| match self.generic.contains_key(operation) {
            true => of(operation).map(Some),
            false => Some(None),
        };
        Some(GenericCosts {
            arithmetic: of("arithmetic")?,
            shift: of("shift")?,
            shuffle: of("shuffle")?,
            unpack: of("unpack")?,
            permute: of("permute")?,
            widen: of("widen")?,
            narrow: of("narrow")?,
            insert: of("insert")?,
            unzip: optional("unzip")?,
            shift8: optional("shift8")?,
            multiply8: optional("multiply8")?,
            multiply16: of("multiply16")?,
            multiply32: of("multiply32")?,
            multiply64: of("multiply64")?,
            load: of("load")?,
        })
    }
}

const CPUS: &str = "cpus.txt";
const GENERIC: &str = "generic.txt";
