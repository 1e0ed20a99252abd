//! Words of the trade: what people call operations and instructions, and which of those words mean one thing.

/// Words that mean one thing, as far as a search goes, without their endings.
const SYNONYMS: &[&[&str]] = &[
    &["saturat", "sat", "clamp", "clip"],
    &["averag", "avg", "halv", "mean"],
    &["narrow", "pack", "truncat", "trunc", "demot", "cast"],
    &["widen", "wide", "extend", "promot", "unpack", "long"],
    &["dot", "dotprod", "reduc", "dp"],
    &["abs", "absolut", "absd", "magnitud"],
    &["diff", "differ", "absd"],
    &["absdiff", "absd", "sad"],
    &["sad", "sum_of_absolute_differences"],
    &["round", "rnd"],
    &["add", "sum", "plus", "addition"],
    &["sub", "subtract", "minus"],
    &["mul", "mult", "multiply", "product", "tim"],
    &["min", "minimum", "smallest", "least"],
    &["max", "maximum", "largest", "greatest"],
    &["shift", "shl", "shr", "sra", "srl", "sll"],
    &["shuffl", "permut", "perm", "rearrang"],
    &["interleav", "zip"],
    &["select", "blend", "choos", "tern", "if"],
    &["popcount", "popcnt", "population"],
    &["clz", "lead"],
    &["ctz", "trail"],
    &["broadcast", "splat", "dup", "xn"],
    &["concat", "concaten", "combin"],
];

/// Endings of words, the longest first.
const ENDINGS: &[&str] = &["ences", "ence", "ation", "ions", "ing", "ion", "ed", "es", "e", "s"];

/// The fewest letters that are left of a word.
const LEAST: usize = 3;

/// A word without its ending: `saturate`, `saturating` and `saturation` are one.
fn stem(word: &str) -> String {
    let mut word = word.to_lowercase();
    let ending = ENDINGS.iter().find(|ending| word.len() >= ending.len() + LEAST && word.ends_with(**ending));
    if let Some(ending) = ending {
        word.truncate(word.len() - ending.len());
    }
    word
}

/// The words of a name or a sentence.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).map(stem)
}

/// Whether two words mean one thing.
fn is_one(asked: &str, found: &str) -> bool {
    asked == found || SYNONYMS.iter().any(|all| all.contains(&asked) && all.contains(&found))
}

/// Words that somebody looks for.
pub struct Words(Vec<String>);

impl Words {
    /// Reads them from a line.
    pub fn of(line: &str) -> Self {
        Words(words(line).collect())
    }

    /// How many of the words a name has; none where a word is neither in the name nor in what is said of it.
    pub fn found_in(&self, name: &str, said: &str) -> Option<usize> {
        let (name, said): (Vec<String>, Vec<String>) = (words(name).collect(), words(said).collect());
        let has = |all: &[String], word: &str| all.iter().any(|found| is_one(word, found));
        let in_name = self.0.iter().filter(|word| has(&name, word)).count();
        let is_found = self.0.iter().all(|word| has(&name, word) || has(&said, word));
        (is_found && !self.0.is_empty()).then_some(in_name)
    }
}

/// Those things that the words are found in, most of them in the name first.
pub fn find<'a, T>(line: &str, all: impl IntoIterator<Item = T>, of: impl Fn(&T) -> (&'a str, &'a str)) -> Vec<T> {
    let asked = Words::of(line);
    let rank = |one: T| {
        let (name, said) = of(&one);
        asked.found_in(name, said).map(|rank| (rank, one))
    };
    let mut found: Vec<(usize, T)> = all.into_iter().filter_map(rank).collect();
    // Equal ranks stay in their order.
    found.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    found.into_iter().map(|(_, one)| one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_and_synonyms_do_not_matter() {
        let in_name = |asked: &str, name: &str| Words::of(asked).found_in(name, "") == Some(Words::of(asked).0.len());
        for (asked, name) in [
            ("average", "halving_add"),
            ("rounding average", "rounding_halving_add"),
            ("rounding average", "average_round"),
            ("saturate", "saturating_add"),
            ("clamp add", "saturating_add"),
            ("abs diff", "absd"),
            ("absolute difference", "absd"),
            ("absolute differences", "absolute_difference"),
            ("dot product", "dot_product_add"),
            ("narrow", "saturating_cast"),
            ("narrowing", "shift_right_round_narrow"),
        ] {
            assert!(in_name(asked, name), "{asked}: {name}");
        }
        for (asked, name) in [("average", "add"), ("rounding average", "halving_add"), ("", "add"), ("satur", "sub")] {
            assert!(
                !in_name(asked, name) || asked.is_empty() && Words::of(asked).found_in(name, "").is_none(),
                "{asked}"
            );
        }
    }

    #[test]
    fn names_come_before_what_is_said_of_others() {
        let all = [("likely", "a hint that a saturating_add is"), ("saturating_add", "adds"), ("add", "wraps")];
        let found = find("saturate", all, |one| (one.0, one.1));
        assert_eq!(found.iter().map(|one| one.0).collect::<Vec<_>>(), ["saturating_add", "likely"]);
    }
}
