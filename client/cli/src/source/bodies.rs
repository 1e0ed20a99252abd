//! The vector body of a function of LLVM IR, by the plug-in in the sandbox.

use super::{RUNS, Source, SourceError, flags, mistakes};
use crate::limits::SOURCE_LIMIT;
use isotope_proto::v1;
use isotope_tools::{Given, Tool};
use std::path::Path;

/// How the function is simplified first: a body is made of values, not of variables on the stack.
const SIMPLIFIED: &str = "function(sroa,early-cse,simplifycfg,instcombine)";

/// The question.
#[derive(Debug)]
pub struct Asked {
    /// The function's name.
    pub function: String,
    /// Lanes of the body.
    pub lanes: u32,
    /// The processor.
    pub target: v1::Target,
    /// Whether it is the one to take where the function names another.
    pub is_named: bool,
}

/// The outcome of asking for a body.
#[derive(Debug, PartialEq, Eq)]
pub struct Body {
    /// Its text; none where there is no body.
    pub text: Option<String>,
    /// The verdict on it, or why there is none.
    pub verdict: String,
}

/// The body of a function for so many lanes.
///
/// # Errors
///
/// opt refuses the text, there is no such function, or the plug-in or opt is not there.
pub fn body(source: &Source, asked: &Asked, plugin: &Path) -> Result<Body, SourceError> {
    let missing = || SourceError::NoPlugin { name: source.name.clone(), path: plugin.display().to_string() };
    let plugin = plugin.canonicalize().map_err(|_| missing())?;
    let Asked { function, lanes, target, is_named } = asked;
    let (function, lanes) = (function.as_str(), *lanes);
    let features: Vec<&str> = target.mattr.split(',').filter(|word| word.starts_with(['+', '-'])).collect();
    let processor = if *is_named { format!(";{};{}", target.mcpu, features.join(":")) } else { String::new() };
    let passes = format!("-passes={SIMPLIFIED},isotope-simd-functions<{function};{lanes}{processor}>");
    let remarks = ["-pass-remarks=isotope", "-pass-remarks-missed=isotope"].map(str::to_owned);
    let mut arguments = flags::of_opt(source, target, &plugin);
    arguments.retain(|word| !word.starts_with("-passes="));
    arguments.splice(0..0, remarks.into_iter().chain([passes]));
    let given = Given { reads: plugin.parent().map(Path::to_owned).into_iter().collect(), ..Given::default() };
    let tool = Tool { program: "opt-19".into(), package: "llvm-19", limit: SOURCE_LIMIT };
    let output = tool.run_given((&arguments, &given), source.text.clone(), &RUNS, &|| false)?;
    if let Some(unknown) = output.stderr.lines().find(|line| line.contains("is not a recognized processor")) {
        return Err(SourceError::Mistake(format!("{}: opt-19: {unknown}", source.name)));
    }
    if !output.ok {
        return Err(SourceError::Mistake(mistakes(&source.name, "opt-19", &output.stderr)));
    }
    let verdict = verdict(&output.stderr, function, lanes).ok_or_else(|| {
        SourceError::Mistake(format!(
            "{}: the plug-in says nothing of {function}: is it one of this version?",
            source.name
        ))
    })?;
    let text = verdict.starts_with("vector body").then(|| defined(&output.text(), function, lanes)).flatten();
    Ok(Body { text, verdict })
}

/// The remark on the function.
fn verdict(stderr: &str, function: &str, lanes: u32) -> Option<String> {
    let made = format!("vector body {function}.simd.");
    let missed = format!("no vector body for {function}:");
    let of = |line: &str| {
        let at =
            line.find(&missed).or_else(|| line.find(&made).filter(|at| line[*at..].contains(&lanes.to_string())))?;
        Some(line[at..].to_owned())
    };
    stderr.lines().find_map(of)
}

/// The definition of the body in a printed module.
fn defined(module: &str, function: &str, lanes: u32) -> Option<String> {
    let names = ['N', 'M'].map(|mask| format!("{function}.simd.{mask}{lanes}"));
    let is_its = |line: &&str| line.starts_with("define ") && names.iter().any(|name| line.contains(name.as_str()));
    let begin = module.lines().position(|line| is_its(&line))?;
    let lines: Vec<&str> = module.lines().skip(begin).collect();
    let end = lines.iter().position(|line| *line == "}")?;
    // The groups of attributes are not printed with it.
    Some(lines[..=end].iter().map(|line| without_groups(line)).collect::<Vec<_>>().join("\n") + "\n")
}

/// A line without the groups of attributes that it names: `#3`.
pub(super) fn without_groups(line: &str) -> String {
    let is_group = |word: &str| word.strip_prefix('#').is_some_and(|rest| rest.parse::<u32>().is_ok());
    match line.split(' ').any(is_group) {
        true => line.split(' ').filter(|word| !is_group(word)).collect::<Vec<_>>().join(" "),
        false => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_the_remark_on_the_function() {
        let said = "remark: f.ll:1:1: vector body f.simd.N8vv, shown to do in each lane what f does\n\
                    remark: <unknown>:0:0: no vector body for g: it calls itself\n";
        assert_eq!(verdict(said, "f", 8).unwrap(), "vector body f.simd.N8vv, shown to do in each lane what f does");
        assert_eq!(verdict(said, "g", 8).unwrap(), "no vector body for g: it calls itself");
        assert_eq!(verdict(said, "h", 8), None);
    }

    #[test]
    fn a_body_ends_where_its_function_does() {
        let module = "define i32 @f(i32 %x) {\n  ret i32 %x\n}\n\ndefine internal <8 x i32> @f.simd.N8v(<8 x i32> %x) #3 {\n  \
                      ret <8 x i32> %x\n}\n\nattributes #0 = { }\n";
        let body = defined(module, "f", 8).unwrap();
        assert!(body.starts_with("define internal") && body.ends_with("%x) {\n  ret <8 x i32> %x\n}\n"), "{body}");
        assert_eq!(defined(module, "f", 16), None);
    }
}
