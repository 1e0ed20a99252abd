//! The output of `llvm-mca` for each instruction of a listing, by `-instruction-tables`.

use isotope_cost::{Usage, resource_name};
use serde_json::Value;

/// A report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The resources of the CPU's model.
    pub resources: Vec<String>,
    /// Its output, region by region.
    pub regions: Vec<Region>,
}

/// The output for a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its name.
    pub name: String,
    /// Of each instruction, in order.
    pub usages: Vec<Usage>,
}

/// Reads a report in JSON; `None` when it is no such report.
pub fn report(json: &str) -> Option<Report> {
    let report: Value = serde_json::from_str(json).ok()?;
    let names = report["TargetInfo"]["Resources"].as_array()?;
    let resources: Vec<String> = names.iter().map(|n| n.as_str().map(resource_name)).collect::<Option<_>>()?;
    let regions = report["CodeRegions"].as_array()?.iter().map(|r| region(r, &resources)).collect::<Option<_>>()?;
    Some(Report { resources, regions })
}

fn region(of: &Value, resources: &[String]) -> Option<Region> {
    let number = |of: &Value| u32::try_from(of.as_u64()?).ok();
    let usage = |entry: &Value| {
        let (latency, uops) = (number(&entry["Latency"])?, number(&entry["NumMicroOpcodes"])?);
        Some(Usage { latency, uops, resources: Vec::new() })
    };
    let list = of["InstructionInfoView"]["InstructionList"].as_array()?;
    let mut usages: Vec<Usage> = list.iter().map(usage).collect::<Option<_>>()?;
    for entry in of["ResourcePressureView"]["ResourcePressureInfo"].as_array()? {
        let instruction = number(&entry["InstructionIndex"])? as usize;
        let name = resources.get(number(&entry["ResourceIndex"])? as usize)?;
        let centicycles = (entry["ResourceUsage"].as_f64()? * 100.0).round() as u64;
        // Behind the instructions stands the sum over all of them.
        if let Some(usage) = usages.get_mut(instruction) {
            usage.resources.push((name.clone(), centicycles));
        }
    }
    Some(Region { name: of["Name"].as_str()?.to_owned(), usages })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_instructions_is_read() {
        let json = r#"{"TargetInfo": {"Resources": ["P0", "P1"]}, "CodeRegions": [{"Name": "f",
            "InstructionInfoView": {"InstructionList": [{"Instruction": 0, "Latency": 3, "NumMicroOpcodes": 1}]},
            "ResourcePressureView": {"ResourcePressureInfo": [
                {"InstructionIndex": 0, "ResourceIndex": 1, "ResourceUsage": 0.3333},
                {"InstructionIndex": 1, "ResourceIndex": 1, "ResourceUsage": 0.3333}]}}]}"#;
        let usage = Usage { latency: 3, uops: 1, resources: vec![("P1".to_owned(), 33)] };
        let region = Region { name: "f".to_owned(), usages: vec![usage] };
        let resources = vec!["P0".to_owned(), "P1".to_owned()];
        assert_eq!(report(json), Some(Report { resources, regions: vec![region] }));
    }

    #[test]
    fn anything_else_is_refused() {
        assert_eq!(report("error: unable to get target"), None);
        assert_eq!(report(r#"{"CodeRegions": [{"Name": "f"}]}"#), None);
    }
}
