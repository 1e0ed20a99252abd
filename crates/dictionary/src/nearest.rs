//! Suggestions for a name that there is not.

use crate::limits::{MAX_MEANT, MAX_MEANT_BYTES};

/// Of `known`, the names that are nearest to a name that is not among them, by the letters that differ: at most [`MAX_MEANT`], the
/// nearest first. None where all are further than a slip of the pen, or the name is longer than any that is meant.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    if name.is_empty() || name.len() > MAX_MEANT_BYTES {
        return Vec::new();
    }
    let slips = 1 + name.len() / 4;
    // A name that is longer or shorter by more letters differs in more.
    let near = known.into_iter().filter(|known| known.len().abs_diff(name.len()) <= slips);
    let measured = near.map(|known| (strsim::damerau_levenshtein(name, known), known));
    let mut found: Vec<(usize, &str)> = measured.filter(|(distance, _)| *distance <= slips).collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().take(MAX_MEANT).map(|(_, known)| known).collect()
}

/// The same as the end of a sentence: `did you mean a, b or c?`. Empty where nothing is near.
pub fn meant<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let near: Vec<String> = nearest(name, known).iter().map(|known| format!("`{known}`")).collect();
    match &near[..] {
        [] => String::new(),
        [one] => format!("did you mean {one}?"),
        [more @ .., last] => format!("did you mean {} or {last}?", more.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_names_come_first_and_those_far_away_not_at_all() {
        let known = ["znver4", "znver5", "haswell", "zen", "znver4"];
        assert_eq!(nearest("znvr4", known), ["znver4", "znver5"]);
        assert_eq!(nearest("haswel", known), ["haswell"]);
        assert!(nearest("cascadelake", known).is_empty() && nearest("", known).is_empty());
        assert!(nearest(&"z".repeat(1 << 20), known).is_empty(), "nobody means that");
        assert_eq!(nearest("a", ["b", "c", "d", "e", "f"]).len(), MAX_MEANT);
    }

    #[test]
    fn what_was_meant_is_a_sentences_end() {
        assert_eq!(meant("gnfi", ["gfni", "avx2"]), "did you mean `gfni`?");
        assert_eq!(meant("znver9", ["znver4", "znver5"]), "did you mean `znver4` or `znver5`?");
        assert_eq!(meant("x87", ["gfni"]), "");
    }
}
