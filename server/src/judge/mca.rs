//! What `llvm-mca` says of each region.

use serde_json::Value;

/// One region's figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its name.
    pub name: String,
    /// Block reciprocal throughput, hundredths of a cycle.
    pub centicycles: u64,
    /// Micro-operations of one iteration.
    pub uops: u32,
}

/// The regions of a report in JSON, run with one iteration; `None` when it is no such report.
pub fn regions(json: &str) -> Option<Vec<Region>> {
    let report: Value = serde_json::from_str(json).ok()?;
    report["CodeRegions"].as_array()?.iter().map(region).collect()
}

fn region(of: &Value) -> Option<Region> {
    let summary = &of["SummaryView"];
    Some(Region {
        name: of["Name"].as_str()?.to_owned(),
        centicycles: (summary["BlockRThroughput"].as_f64()? * 100.0).round() as u64,
        uops: u32::try_from(summary["TotaluOps"].as_u64()?).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read() {
        let json = r#"{"CodeRegions": [{"Name": "f", "SummaryView":
            {"BlockRThroughput": 9.333333333333334, "Iterations": 1, "TotaluOps": 20}}]}"#;
        let region = Region { name: "f".to_owned(), centicycles: 933, uops: 20 };
        assert_eq!(regions(json), Some(vec![region]));
    }

    #[test]
    fn anything_else_is_refused() {
        assert_eq!(regions("error: unable to get target"), None);
        assert_eq!(regions(r#"{"CodeRegions": [{"Name": "f"}]}"#), None);
    }
}
