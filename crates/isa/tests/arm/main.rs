//! Arm's texts, read: skipped by name where they are not at hand.

mod vendor;

use isotope_isa::sail::model::Model;

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
