//! The page of an operation: what it does, and which instruction of which set it is.

use super::{Page, VendorTexts, anchor, escaped, operation_path, page, set_path, title};
use crate::autollvm::{Operation, Row};
use crate::call::described;
use crate::limits::MAX_MEANING_BYTES;
use isotope_dictionary::InstructionSet;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How names of one stem differ.
const SUFFIXES: [&str; 11] = [
    "_masked",
    "_zeroed",
    "_scalar",
    "_lowest",
    "_to_mask",
    "_mask",
    "_by_scalar",
    "_by_element",
    "_wide",
    "_narrow",
    "_round",
];

/// All pages of operations.
pub fn pages(operations: &[Operation<'_>], vendor: &VendorTexts) -> Vec<Page> {
    let mut related: BTreeMap<&str, Vec<&Operation<'_>>> = BTreeMap::new();
    for operation in operations {
        related.entry(stem(&operation.name)).or_default().push(operation);
    }
    let text = |operation: &Operation<'_>| written(operation, &related[stem(&operation.name)], vendor);
    operations.iter().map(|o| Page { path: operation_path(&o.name), text: text(o) }).collect()
}

/// A name without what sets it apart: operations of one stem are shown to each other.
fn stem(mut name: &str) -> &str {
    loop {
        let unnumbered = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let shorter = match unnumbered.strip_suffix('_') {
            Some(rest) if unnumbered.len() < name.len() => rest,
            _ => SUFFIXES.into_iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(name),
        };
        if shorter == name || shorter.is_empty() {
            return name;
        }
        name = shorter;
    }
}

fn written(operation: &Operation<'_>, related: &[&Operation<'_>], vendor: &VendorTexts) -> String {
    let name = escaped(&operation.name);
    let mut body = format!("<h1>{name}</h1>\n<p>{}</p>\n", escaped(&operation.counts()));
    let kinds: Vec<&str> = operation.operands.iter().map(|k| k.name()).collect();
    let _ = writeln!(
        body,
        "<p class=\"call\"><code>llvm.autollvm.{name}({})</code> gives a {}; {} immediates, {} parameters</p>",
        kinds.join(", "),
        operation.result.name(),
        operation.immediates,
        operation.parameters
    );
    body += "<h2>What it does</h2>\n";
    for text in &operation.class.texts {
        let at = text.immediate.map_or(String::new(), |value| format!(" at the immediate {value}"));
        let _ = writeln!(
            body,
            "<p>For every element{at}, with <code>?</code> for each number:</p>\n<pre>{}</pre>",
            escaped(text.text().trim_end())
        );
    }
    if operation.class.texts.is_empty() {
        body += "<p>Too large to be written out at once; each instruction below has its own meaning.</p>\n";
    }
    let mut sets: Vec<(&InstructionSet, Vec<&Row<'_>>)> = Vec::new();
    for row in &operation.rows {
        match sets.iter_mut().find(|(set, _)| title(set) == title(row.set)) {
            Some((_, rows)) => rows.push(row),
            None => sets.push((row.set, vec![row])),
        }
    }
    for (set, rows) in &sets {
        of_set(set, rows, vendor, &mut body);
    }
    let others: Vec<&&Operation<'_>> = related.iter().filter(|o| o.name != operation.name).collect();
    if !others.is_empty() {
        body += "<h2>Related</h2>\n<ul class=\"columns\">\n";
        for other in others {
            let (path, name) = (operation_path(&other.name), escaped(&other.name));
            let _ = writeln!(body, "<li><a href=\"../{path}\">{name}</a> <small>{}</small>", escaped(&other.counts()));
        }
        body += "</ul>\n";
    }
    page(&operation.name, "../", &body)
}

/// The instructions of one set.
fn of_set(set: &InstructionSet, rows: &[&Row<'_>], vendor: &VendorTexts, body: &mut String) {
    let cpus: Vec<&str> = set.dictionary().prices().cpus().collect();
    let _ = writeln!(
        body,
        "<h2><a href=\"../{}\">{}</a></h2>\n<div class=\"wide\"><table>\n<tr><th>intrinsic<th>instruction<th>operands<th>result\
         <th>parameters<th>features<th>validation{}</tr>",
        set_path(set),
        escaped(title(set)),
        cpus.iter().map(|cpu| format!("<th>{}", escaped(cpu))).collect::<String>()
    );
    for row in rows {
        let member = row.member;
        let operands: Vec<String> = member.operands.iter().map(|o| escaped(&described(o))).collect();
        let numbers: Vec<String> = row.parameters.iter().map(u64::to_string).collect();
        let _ = write!(
            body,
            "<tr id=\"{}\"><td><code>{}</code><td>{}<td>{}<td>{}<td>{}<td>{}<td>{}",
            anchor(member),
            escaped(member.name),
            escaped(member.mnemonic.unwrap_or("several")),
            operands.join("<br>"),
            escaped(&described(&member.result)),
            numbers.join(" "),
            escaped(&member.features.join(" ")),
            escaped(&member.validation.to_string())
        );
        for cpu in &cpus {
            match set.dictionary().cost(member, cpu) {
                Some(cost) => {
                    let cycles = f64::from(cost.rthroughput) / 100.0;
                    let _ = write!(body, "<td class=\"n\">{cycles:.2}/{}", cost.latency);
                }
                None => body.push_str("<td>"),
            }
        }
        body.push_str("</tr>\n");
    }
    body.push_str("</table></div>\n");
    if !cpus.is_empty() {
        body.push_str("<p><small>A CPU's cost: cycles from one to the next where they are independent, and latency.</small></p>\n");
    }
    for row in rows {
        let member = row.member;
        let _ = writeln!(
            body,
            "<details><summary>Meaning of <code>{}</code></summary>\n<pre>{}</pre>",
            escaped(member.name),
            escaped(&shortened(&member.semantics_text()))
        );
        if let Some(text) = vendor.get(&(title(set).to_owned(), member.name.to_owned())) {
            let _ = writeln!(body, "<p>The vendor's text:</p>\n<pre>{}</pre>", escaped(&shortened(text)));
        }
        body.push_str("</details>\n");
    }
}

/// A text, cut where it is longer than a page should have.
fn shortened(text: &str) -> String {
    let text = text.trim_end();
    if text.len() <= MAX_MEANING_BYTES {
        return text.to_owned();
    }
    let end = (0..=MAX_MEANING_BYTES).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    format!("{}\n(cut here: {} bytes in all; `isotope dict find` shows the rest)", &text[..end], text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_stem_are_related() {
        assert_eq!(stem("saturating_add_masked_2"), "saturating_add");
        assert_eq!(stem("add_zeroed"), "add");
        assert_eq!(stem("add3"), "add3");
        assert_eq!(stem("mask"), "mask");
    }

    #[test]
    fn long_texts_are_cut_between_letters() {
        let text = "ä".repeat(MAX_MEANING_BYTES);
        let cut = shortened(&text);
        assert!(cut.len() < MAX_MEANING_BYTES + 100 && cut.contains("cut here"));
        assert_eq!(shortened("a\n"), "a");
    }
}
