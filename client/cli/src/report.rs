//! Reports of compilers (`ISOTOPE_REPORT`): which of their expressions is meant, and what became of it.

use serde::Deserialize;
use std::collections::BTreeSet;

/// A line of a report; members that are not read here are passed over.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Expression {
    /// The name that is stored or bound.
    pub place: String,
    /// The expression in the text form; empty where it was not asked for.
    pub asked: String,
    /// Architecture, CPU and features, in LLVM's names.
    pub target: String,
    /// Whether the answer is in the program.
    pub used: bool,
    /// Why it is not.
    pub why_not: String,
    /// `answered`, or the reason for having no answer; empty where it was not asked for.
    #[serde(default)]
    pub reply: String,
    /// Whether the answer is less than a whole search finds.
    #[serde(default)]
    pub truncated: bool,
    /// The cost of the answer, in cycles.
    #[serde(default)]
    pub cost: f64,
    /// The cost of the plain LLVM lowering.
    #[serde(default)]
    pub baseline_cost: f64,
    /// How long the service took for it.
    #[serde(default)]
    pub milliseconds: f64,
    /// The instructions that Halide makes by itself.
    #[serde(default)]
    pub halide: String,
    /// The cost of Halide's code, in cycles, with the neighbours that were compared; 0 where it was not.
    #[serde(default)]
    pub halide_cost: f64,
    /// The cost of Halide's code with the answers in it.
    #[serde(default)]
    pub halide_cost_with_answer: f64,
    /// In clang, opt, and whatever else loads LLVM's plug-ins: the instructions that LLVM makes by itself.
    #[serde(default)]
    pub llvm: String,
    /// The cost of LLVM's code, in cycles; 0 where it was not compared.
    #[serde(default)]
    pub llvm_cost: f64,
    /// The cost of LLVM's code with the answers in it.
    #[serde(default)]
    pub llvm_cost_with_answer: f64,
}

/// Whether a text is a report rather than expressions.
pub fn is_report(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// The expressions of a report whose place has `place` in it, each once, in the order of their first lines. The error says
/// which line is no record, or which places there are.
pub fn expressions(report: &str, place: Option<&str>) -> Result<Vec<Expression>, String> {
    let mut all = Vec::new();
    for (number, line) in report.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        all.push(expression(number + 1, line)?);
    }
    let mut found: Vec<Expression> = Vec::new();
    for each in all.iter().filter(|e| place.is_none_or(|place| e.place.contains(place))) {
        if !found.contains(each) {
            found.push(each.clone());
        }
    }
    let places: BTreeSet<&str> = all.iter().map(|e| e.place.as_str()).collect();
    let several = place.is_none() && places.len() > 1;
    if found.is_empty() || several {
        let listed: Vec<&str> = places.into_iter().collect();
        return Err(format!("--place says which expression of the report is meant; there are: {}", listed.join(", ")));
    }
    Ok(found)
}

/// The expression of one line of a report; the error says which line is none.
pub fn expression(number: usize, line: &str) -> Result<Expression, String> {
    serde_json::from_str(line).map_err(|e| format!("line {number} is no record of a report: {e}"))
}

impl Expression {
    /// Its outcome, in a line.
    pub fn outcome(&self) -> String {
        let outcome = if self.used { "the answer is used" } else { &self.why_not };
        format!("{}: {outcome}", self.place)
    }

    /// The compiler's own code as a section of an explanation; empty where the report has none.
    pub fn own_code(&self) -> String {
        let (compiler, code, own, with) = if self.llvm.is_empty() {
            ("Halide", &self.halide, self.halide_cost, self.halide_cost_with_answer)
        } else {
            ("LLVM", &self.llvm, self.llvm_cost, self.llvm_cost_with_answer)
        };
        if code.is_empty() {
            return String::new();
        }
        let code = code.trim_end().replace('\n', "\n  ");
        let costs = if own > 0.0 && with > 0.0 {
            format!("; compared at {own:.2} cycles, with the answer in it at {with:.2}")
        } else {
            String::new()
        };
        format!("\nCode of {compiler}'s own back end, as a loop by itself{costs}\n  {code}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = concat!(
        r#"{"version": 1, "target": "x86_64 znver4", "place": "store a", "asked": "e", "used": true, "why_not": ""}"#,
        "\n",
        r#"{"version": 1, "target": "x86_64 znver4", "place": "store a", "asked": "e", "used": true, "why_not": ""}"#,
        "\n\n",
        r#"{"target": "t", "place": "let b", "asked": "", "used": false, "why_not": "no", "halide": "ret"}"#,
        "\n",
    );

    #[test]
    fn one_expression_is_found_by_its_place() {
        let found = expressions(REPORT, Some("a")).expect("there is one");
        assert_eq!(found.len(), 1, "equal lines are one");
        assert_eq!(found[0].outcome(), "store a: the answer is used");
        let other = expressions(REPORT, Some("let b")).expect("there is one");
        assert_eq!((other[0].outcome(), other[0].own_code().lines().count()), ("let b: no".to_owned(), 3));
        let priced = Expression { halide_cost: 6.5, halide_cost_with_answer: 5.0, ..other[0].clone() };
        assert!(priced.own_code().contains("at 6.50 cycles, with the answer in it at 5.00"), "{}", priced.own_code());
        let [llvm, halide] = ["add".to_owned(), String::new()];
        let of_llvm = Expression { llvm, halide, llvm_cost: 3.0, llvm_cost_with_answer: 2.0, ..priced };
        let said = of_llvm.own_code();
        assert!(
            said.contains("Code of LLVM's own") && said.contains("at 3.00 cycles, with the answer in it at 2.00"),
            "{said}"
        );
    }

    #[test]
    fn what_is_not_there_or_not_clear_is_said_with_what_there_is() {
        for place in [None, Some("c")] {
            let error = expressions(REPORT, place).expect_err("none is meant");
            assert!(error.contains("--place") && error.contains("let b, store a"), "{error}");
        }
        let error = expressions("{\"place\": 1}\n", None).expect_err("it is no record");
        assert!(error.contains("line 1"), "{error}");
    }
}
