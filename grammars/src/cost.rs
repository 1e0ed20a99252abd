//! Costs of instruction forms, from the tables that `cargo xtask costs` makes.

use crate::format::DataError;
use std::collections::BTreeMap;

/// What a member costs on a CPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Cycles from the operands to the result.
    pub latency: u32,
    /// Micro-operations.
    pub uops: u32,
    /// Reciprocal throughput in hundredths of a cycle.
    pub rthroughput: u32,
}

/// One CPU's table.
#[derive(Clone, Debug, Default)]
pub(crate) struct CostTable {
    dispatch: u32,
    rows: BTreeMap<&'static str, Row>,
}

#[derive(Clone, Debug)]
struct Row {
    cost: Cost,
    /// Hundredths of a cycle on each resource.
    ports: Vec<(&'static str, u32)>,
}

impl CostTable {
    /// Reads a table.
    pub fn read(text: &'static str) -> Result<Self, DataError> {
        let mut table = CostTable { dispatch: 1, rows: BTreeMap::new() };
        if !text.starts_with("# isotope costs 1 ") {
            return Err(DataError::at("costs", 0, "the first line does not name version 1"));
        }
        for (number, line) in text.lines().enumerate() {
            let bad = || DataError::at("costs", number, "not a row of costs");
            if let Some(width) = line.strip_prefix("dispatch ") {
                table.dispatch = width.parse::<f64>().map_err(|_| bad())?.max(1.0) as u32;
            } else if !line.is_empty() && !line.starts_with('#') && !line.starts_with("resources ") {
                let (form, row) = row(line).ok_or_else(bad)?;
                table.rows.insert(form, row);
            }
        }
        Ok(table)
    }

    /// The cost of a sequence: latencies and micro-operations add up; its throughput is that of the busiest resource, or of
    /// dispatch. `None` if a form is not in the table.
    pub fn sequence(&self, forms: &[&str]) -> Option<Cost> {
        let rows = forms.iter().map(|f| self.rows.get(f)).collect::<Option<Vec<_>>>()?;
        let mut total = Cost::default();
        let mut ports: BTreeMap<&str, u32> = BTreeMap::new();
        for row in &rows {
            total.latency += row.cost.latency;
            total.uops += row.cost.uops;
            row.ports.iter().for_each(|(port, cycles)| *ports.entry(port).or_default() += cycles);
        }
        total.rthroughput = match rows[..] {
            [one] => one.cost.rthroughput,
            _ => ports.into_values().max().unwrap_or(0).max(total.uops * 100 / self.dispatch),
        };
        Some(total)
    }
}

fn row(line: &'static str) -> Option<(&'static str, Row)> {
    let mut columns = line.split('|').map(str::trim);
    let form = columns.next()?;
    let mut number = || columns.next()?.parse::<f64>().ok();
    let (latency, uops, cycles) = (number()?, number()?, number()?);
    let cost = Cost { latency: latency as u32, uops: uops as u32, rthroughput: hundredths(cycles) };
    let ports = columns.next().unwrap_or("").split_whitespace().map(|port| {
        let (name, cycles) = port.rsplit_once(':')?;
        Some((name, hundredths(cycles.parse().ok()?)))
    });
    Some((form, Row { cost, ports: ports.collect::<Option<_>>()? }))
}

fn hundredths(cycles: f64) -> u32 {
    (cycles * 100.0).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "# isotope costs 1 toy\ndispatch 4\nresources P0 P1\n\
        add xmm | 1 | 1 | 0.5 | P0:0.5 P1:0.5\nshuffle xmm | 1 | 1 | 1 | P1:1\n";

    #[test]
    fn sequences_wait_for_the_busiest_port() {
        let table = CostTable::read(TABLE).unwrap();
        assert_eq!(table.sequence(&["add xmm"]), Some(Cost { latency: 1, uops: 1, rthroughput: 50 }));
        let both = table.sequence(&["add xmm", "shuffle xmm"]);
        assert_eq!(both, Some(Cost { latency: 2, uops: 2, rthroughput: 150 }));
        assert_eq!(table.sequence(&["mul xmm"]), None);
        assert_eq!(table.sequence(&[]), Some(Cost::default()));
    }

    #[test]
    fn other_versions_are_refused() {
        assert!(CostTable::read("# isotope costs 2 toy\n").is_err());
        assert!(CostTable::read("# isotope costs 1 toy\nadd | one | 1 | 1 |\n").is_err());
    }
}
