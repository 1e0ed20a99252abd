//! Arm's texts, read: skipped by name where they are not at hand.

mod floats;
mod table;
mod vendor;

use isotope_vendor::sail::model::Model;
use isotope_vendor::scope::Refusal;

#[test]
fn every_function_of_arms_files_is_read() {
    let Some(files) = vendor::files() else {
        eprintln!("skipped: every_function_of_arms_files_is_read needs {}", vendor::FOLDER);
        return;
    };
    let model = Model::read(files.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    let faults: Vec<String> = model.errors.iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{} faults of {} items:\n{}", faults.len(), model.met, faults.join("\n"));
    assert!(model.read > 4500, "{} functions are read", model.read);
}

/// The instructions of the files that translate, and how often each reason keeps one out.
fn translates(floats: bool, least: usize) {
    let Some(entries) = vendor::entries(floats) else {
        eprintln!("skipped: what translates needs {}", vendor::FOLDER);
        return;
    };
    let mut reasons = std::collections::BTreeMap::<String, Vec<String>>::new();
    let mut names = std::collections::BTreeSet::new();
    for entry in &entries {
        match &entry.translation {
            Ok(_) => {
                names.insert(&entry.name);
            }
            Err(refusal) => reasons.entry(refusal.class()).or_default().push(format!("{}: {refusal}", entry.name)),
        }
    }
    let table: Vec<String> =
        reasons.iter().map(|(reason, names)| format!("{:5} {reason}; as {}", names.len(), names[0])).collect();
    if let Some(path) = std::env::var_os("ARM_DUMP") {
        let shown = |e: &isotope_vendor::reader::Entry| match &e.translation {
            Ok(t) => format!("{}\n{}\n", e.name, t.semantics),
            Err(refusal) => format!("{}\n? {refusal}\n\n", e.name),
        };
        std::fs::write(path, entries.iter().map(shown).collect::<String>()).expect("the case is written");
    }
    assert!(names.len() >= least, "{} translate; of the others\n{}", names.len(), table.join("\n"));
}

#[test]
fn most_integer_intrinsics_translate() {
    translates(false, 2439);
}

#[test]
fn most_intrinsics_with_floats_translate() {
    translates(true, 850);
}

/// The whole of the project's own table translates, but for what the errata refuse; none of it reads a bit that no operand gives.
#[test]
fn every_row_of_scalable_vectors_translates() {
    let Some(entries) = vendor::entries(false) else {
        eprintln!("skipped: every_row_of_scalable_vectors_translates needs {}", vendor::FOLDER);
        return;
    };
    let rows: Vec<_> = entries.iter().filter(|e| e.extensions.iter().any(|f| f.starts_with("sve"))).collect();
    let refused: Vec<_> = rows.iter().filter_map(|e| Some((&e.name, e.translation.as_ref().err()?))).collect();
    assert!(rows.len() >= 357 && refused.len() == 9, "{} rows, refused: {refused:?}", rows.len());
    assert!(refused.iter().all(|(_, why)| matches!(why, Refusal::Erratum { .. })), "{refused:?}");
}

/// An entry that nothing translated cites changes nothing, or nothing that is used.
#[test]
#[ignore = "slow: translates every intrinsic"]
fn every_erratum_is_needed_by_what_translates() {
    for floats in [false, true] {
        let Some(entries) = vendor::entries(floats) else {
            eprintln!("skipped: every_erratum_is_needed_by_what_translates needs {}", vendor::FOLDER);
            return;
        };
        let translations = entries.iter().filter_map(|entry| entry.translation.as_ref().ok());
        let cited: std::collections::BTreeSet<&String> = translations.flat_map(|t| &t.errata).collect();
        let scope = vendor::scope(floats);
        for erratum in scope.errata.entries().iter().filter(|e| !e.edits.is_empty()) {
            assert!(cited.contains(&erratum.name), "nothing needs {}", erratum.name);
        }
    }
}
