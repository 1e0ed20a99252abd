//! What instructions cost on each CPU, and what LLVM's own operations cost: the tables that this build carries.

use crate::format::DataError;
use isotope_cost::{Table, TableError};
use std::collections::BTreeMap;

/// Texts of price tables.
#[derive(Clone, Copy, Debug)]
pub struct PriceSources {
    /// CPU and what LLVM says of it, by `cargo xtask costs`.
    pub costs: &'static [(&'static str, &'static str)],
    /// One for each table, in the format of `isotope_cost`.
    pub prices: &'static [&'static str],
    /// Which table each CPU goes by.
    pub cpus: &'static str,
    /// The instructions of generic operations.
    pub generic: &'static str,
}

impl PriceSources {
    /// Those that this build carries.
    pub const EMBEDDED: PriceSources = PriceSources {
        costs: &[
            ("icelake-server", include_str!("../data/x86/costs-icelake-server.txt")),
            ("sapphirerapids", include_str!("../data/x86/costs-sapphirerapids.txt")),
            ("skylake-avx512", include_str!("../data/x86/costs-skylake-avx512.txt")),
            ("znver4", include_str!("../data/x86/costs-znver4.txt")),
        ],
        prices: &[
            include_str!("../data/x86/prices-icelake-server.txt"),
            include_str!("../data/x86/prices-sapphirerapids.txt"),
            include_str!("../data/x86/prices-skylake-avx512.txt"),
            include_str!("../data/x86/prices-znver4.txt"),
            include_str!("../data/x86/prices-znver5.txt"),
        ],
        cpus: include_str!("../data/x86/cpus.txt"),
        generic: include_str!("../data/x86/generic.txt"),
    };
}

/// The tables of an instruction set.
pub struct Prices {
    tables: BTreeMap<String, Table>,
    /// The table of a CPU, by its name.
    cpus: BTreeMap<&'static str, &'static str>,
    fallback: &'static str,
    /// By operation: the forms at 128, 256 and 512 bits.
    generic: BTreeMap<&'static str, [&'static str; 3]>,
    generic_digest: String,
}

/// What operations cost that are no instruction of the dictionary, of one register of the result: hundredths of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generic {
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
    /// A product of elements of 16 bits.
    pub multiply16: u32,
    /// The same of 32.
    pub multiply32: u32,
    /// The same of 64.
    pub multiply64: u32,
    /// A load of a whole register.
    pub load: u32,
}

impl Default for Generic {
    /// Of a CPU of which nothing is known: a cycle for what moves elements and for multiplications, half a cycle for the rest.
    fn default() -> Self {
        Generic {
            arithmetic: 50,
            shift: 100,
            shuffle: 100,
            unpack: 100,
            permute: 200,
            widen: 100,
            narrow: 200,
            insert: 100,
            multiply16: 100,
            multiply32: 200,
            multiply64: 300,
            load: 50,
        }
    }
}

impl Prices {
    /// Reads the tables.
    pub fn read(sources: PriceSources) -> Result<Prices, DataError> {
        let llvm = |cpu: &str| sources.costs.iter().find(|(name, _)| *name == cpu).map(|(_, text)| *text);
        let mut tables = BTreeMap::new();
        for text in sources.prices {
            let table = Table::read(text, llvm).map_err(of_table)?;
            tables.insert(table.cpu().to_owned(), table);
        }
        let rules = |text: &'static str| text.lines().enumerate().filter(|(_, l)| !l.is_empty() && !l.starts_with('#'));
        let (mut cpus, mut fallback) = (BTreeMap::new(), None);
        for (number, line) in rules(sources.cpus) {
            let bad = |what: &'static str| DataError::at("cpus", number, what);
            let (cpu, table) = line.split_once(' ').ok_or_else(|| bad("not a CPU and a table"))?;
            tables.get(table).ok_or_else(|| bad("there are no prices of that name"))?;
            cpus.insert(cpu, table);
            fallback.get_or_insert(table);
        }
        let mut generic = BTreeMap::new();
        for (number, line) in rules(sources.generic) {
            let columns: Vec<&str> = line.split('|').map(str::trim).collect();
            let [operation, small, middle, large] = columns[..] else {
                return Err(DataError::at("generic", number, "not an operation and three forms"));
            };
            generic.insert(operation, [small, middle, large]);
        }
        let generic_digest = blake3::hash(sources.generic.as_bytes()).to_hex()[..8].to_owned();
        let fallback = fallback.ok_or_else(|| DataError::at("cpus", 0, "no CPU"))?;
        let prices = Prices { tables, cpus, fallback, generic, generic_digest };
        for table in prices.tables.values() {
            for bits in [128, 256, 512] {
                prices
                    .of_operations(table, bits)
                    .ok_or_else(|| DataError::at("generic", 0, "an operation without a price"))?;
            }
        }
        Ok(prices)
    }

    /// The table that a CPU goes by.
    pub fn of(&self, cpu: &str) -> &Table {
        // Reading has seen that both are there.
        &self.tables[*self.cpus.get(cpu).unwrap_or(&self.fallback)]
    }

    /// CPUs with a table of their own.
    pub fn cpus(&self) -> impl Iterator<Item = &str> {
        self.tables.keys().map(String::as_str)
    }

    /// What generic operations cost on a CPU, in registers of so many bits.
    pub fn generic(&self, cpu: &str, register_bits: u32) -> Generic {
        self.of_operations(self.of(cpu), register_bits).expect("reading has seen that they have prices")
    }

    /// Names the prices of a CPU: where it differs, programs may be ranked otherwise.
    pub fn digest(&self, cpu: &str) -> String {
        let table = self.of(cpu);
        format!("{}-{}-{}", table.cpu(), table.digest(), self.generic_digest)
    }

    fn of_operations(&self, table: &Table, register_bits: u32) -> Option<Generic> {
        let size = match register_bits {
            0..=128 => 0,
            129..=256 => 1,
            _ => 2,
        };
        let of = |operation: &str| Some(table.sequence(&[self.generic.get(operation)?[size]])?.rthroughput);
        Some(Generic {
            arithmetic: of("arithmetic")?,
            shift: of("shift")?,
            shuffle: of("shuffle")?,
            unpack: of("unpack")?,
            permute: of("permute")?,
            widen: of("widen")?,
            narrow: of("narrow")?,
            insert: of("insert")?,
            multiply16: of("multiply16")?,
            multiply32: of("multiply32")?,
            multiply64: of("multiply64")?,
            load: of("load")?,
        })
    }
}

fn of_table(error: TableError) -> DataError {
    DataError { file: "prices", line: error.line, message: error.to_string().into() }
}

#[cfg(test)]
mod tests {
    use crate::Dictionary;

    #[test]
    fn every_cpu_goes_by_a_table() {
        let prices = Dictionary::embedded().prices();
        assert_eq!(prices.of("cascadelake").cpu(), "skylake-avx512");
        assert_eq!(prices.of("znver5").cpu(), "znver5");
        assert_eq!(prices.of("bdver4").cpu(), "znver4");
        assert_eq!(prices.cpus().count(), 5);
        assert_ne!(prices.digest("znver4"), prices.digest("znver5"));
        assert_eq!(prices.digest("haswell"), prices.digest("skylake-avx512"));
    }

    #[test]
    fn the_planner_and_the_judge_read_the_same_prices() {
        let dictionary = Dictionary::embedded();
        let member = dictionary.member("_mm512_dpbusd_epi32").unwrap();
        for cpu in ["znver4", "znver5", "sapphirerapids", "icelake-server"] {
            let table = dictionary.prices().of(cpu);
            let judged = table.sequence(&["vpdpbusd zmm, zmm, zmm"]).unwrap();
            assert_eq!(dictionary.cost(member, cpu), Some(judged), "{cpu}");
        }
        assert_eq!(dictionary.cost(member, "znver4").unwrap().rthroughput, 100);
    }

    #[test]
    fn generic_operations_have_prices_by_size() {
        let prices = Dictionary::embedded().prices();
        let (wide, narrow) = (prices.generic("skylake-avx512", 512), prices.generic("skylake-avx512", 256));
        assert_eq!((wide.arithmetic, wide.shuffle, wide.permute), (50, 100, 200));
        assert!(narrow.arithmetic < wide.arithmetic);
    }
}
