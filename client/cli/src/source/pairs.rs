//! A scalar and a vector function of LLVM IR, compared by the plug-in in the sandbox.

use super::{RUNS, Source, SourceError, bodies::without_groups, flags, mistakes};
use crate::limits::SOURCE_LIMIT;
use isotope_proto::v1;
use isotope_tools::{Given, Tool};
use std::path::Path;

/// The outcome of a comparison.
#[derive(Debug, PartialEq, Eq)]
pub struct Pair {
    /// Whether each lane of the vector function is shown to do what the scalar function does.
    pub is_shown: bool,
    /// The verdict, or why there is none.
    pub verdict: String,
}

/// Compares the function of a vector variant with the scalar function that its name says: `f.simd.N8vv` and `_ZGVdN8vv_f` are variants of
/// `f`. Of the second text that function alone is read.
///
/// # Errors
///
/// opt refuses a text, there is no such function, or the plug-in or opt is not there.
pub fn pair(before: &Source, after: &Source, entry: Option<&str>, plugin: &Path) -> Result<Pair, SourceError> {
    let missing = || SourceError::NoPlugin { name: before.name.clone(), path: plugin.display().to_string() };
    let plugin = plugin.canonicalize().map_err(|_| missing())?;
    let Some(variant) = variant(&after.text, entry) else {
        let of = entry.map_or(String::new(), |entry| format!(" of {entry}"));
        let why = "no function is a vector variant";
        return Err(SourceError::Mistake(format!("{}: {why}{of}: name it f.simd.N8vv or _ZGVdN8vv_f", after.name)));
    };
    let Variant { scalar, vector, shape, definition } = variant;
    let is_there = before.text.lines().any(|line| line.starts_with("define ") && defines(line) == Some(vector));
    let text = if is_there { before.text.clone() } else { format!("{}\n{definition}", before.text) };
    let mut arguments = flags::of_opt(before, &v1::Target::default(), &plugin);
    arguments.retain(|word| !word.starts_with("-passes="));
    let remarks = ["-pass-remarks=isotope", "-pass-remarks-missed=isotope"].map(str::to_owned);
    let passes = format!("-passes=isotope-simd-pair<{scalar};{vector};{shape}>");
    arguments.splice(0..0, remarks.into_iter().chain([passes]));
    let given = Given { reads: plugin.parent().map(Path::to_owned).into_iter().collect(), ..Given::default() };
    let tool = Tool { program: "opt-19".into(), package: "llvm-19", limit: SOURCE_LIMIT };
    let output = tool.run_given((&arguments, &given), text, &RUNS, &|| false)?;
    if !output.ok {
        return Err(SourceError::Mistake(mistakes(&before.name, "opt-19", &output.stderr)));
    }
    said(&output.stderr).ok_or_else(|| {
        let why = "the plug-in says nothing of the pair: is it one of this version?";
        SourceError::Mistake(format!("{}: {why}", before.name))
    })
}

/// The remark on the pair.
fn said(stderr: &str) -> Option<Pair> {
    let of = |line: &str| {
        let found =
            ["shown: ", "not shown of "].into_iter().find_map(|word| Some((word, line.find(&format!(": {word}"))?)));
        found.map(|(word, at)| Pair { is_shown: word == "shown: ", verdict: line[at + 2..].to_owned() })
    };
    stderr.lines().find_map(of)
}

/// A vector variant of a scalar function.
#[derive(Debug, PartialEq, Eq)]
struct Variant<'a> {
    scalar: &'a str,
    vector: &'a str,
    /// `N8vv`
    shape: &'a str,
    /// Its text, without what other lines of its module say.
    definition: String,
}

/// The first variant that a text defines, of any function or of this one.
fn variant<'a>(text: &'a str, entry: Option<&str>) -> Option<Variant<'a>> {
    let lines: Vec<&str> = text.lines().collect();
    lines.iter().enumerate().find_map(|(begin, line)| {
        let vector = line.starts_with("define ").then(|| defines(line))??;
        let (scalar, shape) = named(vector)?;
        if entry.is_some_and(|entry| entry != scalar) {
            return None;
        }
        let end = begin + lines[begin..].iter().position(|line| *line == "}")?;
        // `!tbaa !5` names a line of its module.
        let plain = |line: &&str| without_groups(line.split(", !").next().unwrap_or_default());
        let definition = lines[begin..=end].iter().map(plain).collect::<Vec<_>>().join("\n") + "\n";
        Some(Variant { scalar, vector, shape, definition })
    })
}

/// The name of the function that a line defines; none where it is in quotes.
fn defines(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once(" @")?;
    rest.split_once('(')
        .map(|(name, _)| name)
        .filter(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || "_.$-".contains(c)))
}

/// The function and the shape that a variant's name says.
fn named(vector: &str) -> Option<(&str, &str)> {
    if let Some((scalar, shape)) = vector.rsplit_once(".simd.") {
        return Some((scalar, shape));
    }
    // The letter behind the prefix is the instruction set.
    vector.strip_prefix("_ZGV")?.get(1..)?.split_once('_').map(|(shape, scalar)| (scalar, shape))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_says_whose_it_is() {
        assert_eq!(named("f.simd.N8vul4"), Some(("f", "N8vul4")));
        assert_eq!(named("_ZGVdM8vv_my_f"), Some(("my_f", "M8vv")));
        assert_eq!(named("f"), None);
        let text = "define i32 @g(i32 %x) {\n  ret i32 %x\n}\ndefine <8 x i32> @f.simd.N8v(<8 x i32> %x) #3 {\n  \
                    %y = load i32, ptr %p, align 4, !tbaa !5\n  ret <8 x i32> %x\n}\nattributes #3 = { }\n";
        let found = variant(text, None).unwrap();
        assert_eq!((found.scalar, found.vector, found.shape), ("f", "f.simd.N8v", "N8v"));
        assert_eq!(
            found.definition,
            "define <8 x i32> @f.simd.N8v(<8 x i32> %x) {\n  %y = load i32, ptr %p, align 4\n  ret <8 x i32> %x\n}\n"
        );
        assert_eq!(variant(text, Some("g")), None);
    }

    #[test]
    fn a_verdict_is_the_remark_on_the_pair() {
        let line = |rest: &str| said(&format!("warning: x\nremark: <unknown>:0:0: {rest}\n")).unwrap();
        assert!(line("shown: f.simd.N8v does in each lane what f does").is_shown);
        assert!(!line("not shown of f.simd.N8v: a mask may be poison").is_shown);
    }
}
