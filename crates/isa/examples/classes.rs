//! Groups what of Intel's guide translates by canonical form.
//!
//! `cargo run -p isotope-isa --example classes -- GUIDE.xml [IMMEDIATE]`: prints classes, largest first. Instructions with
//! immediates are taken at one value (default 1).

use isotope_isa::canonical::{canonical, needed_parameters};
use isotope_isa::{catalogue, errata::Errata, scope};
use std::collections::BTreeMap;

fn main() -> anyhow::Result<()> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or_else(|| anyhow::anyhow!("usage: classes GUIDE.xml [IMMEDIATE]"))?;
    let immediate: u64 = args.next().map_or(Ok(1), |a| a.parse())?;
    let guide = catalogue::read(&std::fs::read_to_string(path)?)?;
    let errata = Errata::builtin()?;
    let mut classes: BTreeMap<String, Vec<(String, Vec<u64>)>> = BTreeMap::new();
    let mut failed: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in &guide {
        let Ok(translation) = scope::translate(entry, &errata) else { continue };
        let imms = vec![immediate; translation.semantics.immediates().count()];
        match canonical(&translation.semantics, &imms) {
            Ok(form) => classes.entry(form.text).or_default().push((entry.name.clone(), form.parameters)),
            Err(error) => failed.entry(error.to_string()).or_default().push(entry.name.clone()),
        }
    }
    let mut sorted: Vec<_> = classes.into_iter().collect();
    sorted.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then(a.0.cmp(&b.0)));
    let members: usize = sorted.iter().map(|(_, m)| m.len()).sum();
    println!("{members} members in {} classes", sorted.len());
    for (text, members) in &sorted {
        let rows: Vec<&[u64]> = members.iter().map(|(_, p)| p.as_slice()).collect();
        let names: Vec<&str> = members.iter().map(|(n, _)| n.as_str()).collect();
        println!(
            "\n{} members, {} of {} parameters needed",
            members.len(),
            needed_parameters(&rows).len(),
            rows[0].len()
        );
        println!("{}", names.join(" "));
        println!("{}", text.chars().take(600).collect::<String>());
    }
    for (error, names) in failed {
        println!("failed: {error}: {} [{}]", names.len(), names[0]);
    }
    Ok(())
}
