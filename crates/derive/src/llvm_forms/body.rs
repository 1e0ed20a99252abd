//! Function bodies out of LLVM's text, with locals renamed so that a body depends on its meaning alone.

use std::collections::BTreeMap;

use super::guide::Value;

/// The lines of one wrapper's body. Parameters are `%name` as in the guide, temporaries `%t1`, `%t2`, in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Body {
    /// Instructions, the last one `ret`.
    pub lines: Vec<String>,
}

/// Lines between the braces of every function, trimmed, by the function's name.
pub fn functions(text: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut found = BTreeMap::new();
    let mut current: Option<(&str, Vec<&str>)> = None;
    for line in text.lines() {
        if let Some(header) = line.strip_prefix("define ") {
            let name = header.split('@').nth(1).and_then(|rest| rest.split('(').next());
            current = name.map(|n| (n, Vec::new()));
        } else if line == "}" {
            found.extend(current.take());
        } else if let Some((_, lines)) = &mut current
            && !line.trim().is_empty()
        {
            lines.push(line.trim());
        }
    }
    found
}

impl Body {
    /// The body of a function whose unnamed locals are numbered as clang numbers them: parameters, the entry, temporaries.
    pub fn new(lines: &[&str], params: &[Value]) -> Body {
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        for (number, param) in params.iter().enumerate() {
            names.insert(number.to_string(), param.name.clone());
        }
        let mut temporaries = 0;
        let mut renamed = Vec::new();
        for line in lines {
            let line = without_metadata(line);
            renamed.push(with_locals(line, |local| {
                let fresh = names.entry(local.to_owned()).or_insert_with(|| {
                    temporaries += 1;
                    format!("t{temporaries}")
                });
                fresh.clone()
            }));
        }
        Body { lines: renamed }
    }

    /// Whether the body is straight-line code over values: no blocks, no memory, no undefined calls.
    pub fn is_straight_line(&self) -> bool {
        let blocks = self.lines.iter().any(|l| l.ends_with(':') || l.starts_with("br ") || l.contains(" phi "));
        let memory =
            self.lines.iter().any(|l| l.contains(" alloca ") || l.contains("load ") || l.starts_with("store "));
        let asm = self.lines.iter().any(|l| l.contains(" asm "));
        !blocks && !memory && !asm && self.lines.last().is_some_and(|l| l.starts_with("ret "))
    }
}

/// `line` without trailing attribute groups and metadata, and without `tail` on calls.
fn without_metadata(line: &str) -> &str {
    let line = line.split(", !").next().unwrap_or(line);
    match line.rfind(") #") {
        Some(at) => &line[..=at],
        None => line,
    }
}

/// `line` with every `%local` renamed.
pub fn with_locals(line: &str, mut rename: impl FnMut(&str) -> String) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..=at]);
        rest = &rest[at + 1..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || "._-$".contains(c))).unwrap_or(rest.len());
        out.push_str(&rename(&rest[..end]));
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}
