//! The dictionary as pages for a browser: a page for each operation, one for each set by extension, and an index that is searched in the
//! browser itself.
//!
//! The pages name nothing outside their folder, need no server, and are the same for the same data. The vendor's text is there only
//! where the caller has it and gives it; else the translated meaning is.

mod operation;
mod vendor;

pub use vendor::texts;

use crate::autollvm::{Operation, operations};
use crate::summary::{Counts, summary};
use isotope_dictionary::{InstructionSet, InstructionSets, Member};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A file of the reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its path in the folder.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// The vendors' texts, by set and intrinsic, where the caller has them.
pub type VendorTexts = BTreeMap<(String, String), String>;

/// All files.
pub fn pages(sets: &InstructionSets, vendor: &VendorTexts) -> Vec<Page> {
    let operations = operations(sets);
    let mut pages = vec![
        Page { path: "style.css".to_owned(), text: include_str!("html/style.css").to_owned() },
        Page { path: "search.js".to_owned(), text: include_str!("html/search.js").to_owned() },
        Page { path: "names.js".to_owned(), text: names(&operations) },
        Page { path: "index.html".to_owned(), text: index(sets, &operations) },
    ];
    pages.extend(sets.iter().map(|set| Page { path: set_path(set), text: set_page(set, &operations) }));
    pages.extend(operation::pages(&operations, vendor));
    pages
}

/// A whole page: `up` leads to the folder of the reference.
fn page(title: &str, up: &str, body: &str) -> String {
    include_str!("html/page.html").replace("{title}", &escaped(title)).replace("{up}", up).replace("{body}", body)
}

/// Text as HTML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

fn title(set: &InstructionSet) -> &str {
    &set.manifest().title
}

fn set_path(set: &InstructionSet) -> String {
    format!("set-{}.html", file_name(title(set)))
}

/// A name as a file's: what a folder of another vendor calls itself may have any character.
fn file_name(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c.to_ascii_lowercase() } else { '-' }).collect()
}

/// Where an operation's page is, from the index.
fn operation_path(name: &str) -> String {
    format!("class/{}.html", file_name(name))
}

/// The place of an instruction on its operation's page.
fn anchor(member: &Member) -> String {
    file_name(member.name)
}

/// The names that the search looks at: operations, and instructions with their mnemonics.
fn names(operations: &[Operation<'_>]) -> String {
    let quoted = |text: &str| {
        // Names of C and of assemblers; anything else could end the string or the script.
        let plain: String = text.chars().filter(|c| c.is_ascii_graphic() && !"\"\\<>&'".contains(*c)).collect();
        format!("\"{plain}\"")
    };
    let mut out = String::from("// Version 1. [name, page, set]: what the search looks at.\nconst NAMES = [\n");
    for operation in operations {
        let page = quoted(&operation_path(&operation.name));
        let _ = writeln!(out, "[{},{page},\"\"],", quoted(&operation.name));
        for row in &operation.rows {
            let member = row.member;
            let shown = member.mnemonic.map_or(member.name.to_owned(), |m| format!("{}~{m}", member.name));
            let at = quoted(&format!("{}#{}", operation_path(&operation.name), anchor(member)));
            let _ = writeln!(out, "[{},{at},{}],", quoted(&shown), quoted(title(row.set)));
        }
    }
    out + "];\n"
}

fn index(sets: &InstructionSets, operations: &[Operation<'_>]) -> String {
    let counted = summary(sets);
    let mut body = String::from("<h1>Instructions by what they mean</h1>\n");
    let _ = writeln!(
        body,
        "<p>{} instructions of {} sets, in {} operations; epoch <code>{}</code>.</p>",
        sets.iter().map(|set| set.dictionary().members().len()).sum::<usize>(),
        sets.iter().count(),
        operations.len(),
        escaped(counted.epoch.get(..16).unwrap_or(&counted.epoch))
    );
    body += include_str!("html/search.html");
    body += "<h2>Instruction sets</h2>\n<div class=\"wide\"><table>\n<tr><th>set<th>translated<th>validated<th>refused<th>classes</tr>\n";
    for set in sets.iter() {
        let none = Counts::default();
        let counts = counted.instructions.get(title(set)).unwrap_or(&none);
        let _ = writeln!(
            body,
            "<tr><td><a href=\"{}\">{}</a><td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}</tr>",
            set_path(set),
            escaped(title(set)),
            counts.translated,
            counts.validated,
            counts.refused,
            counts.classes
        );
    }
    body += "</table></div>\n<h2>Operations</h2>\n<ul class=\"columns\">\n";
    for operation in operations {
        let _ = writeln!(
            body,
            "<li><a href=\"{}\">{}</a> <small>{}</small>",
            operation_path(&operation.name),
            escaped(&operation.name),
            escaped(&operation.counts())
        );
    }
    page("Instructions by what they mean", "", &(body + "</ul>\n"))
}

/// A set's instructions by extension.
fn set_page(set: &InstructionSet, operations: &[Operation<'_>]) -> String {
    let mut by_extension: BTreeMap<String, Vec<(&Member, &str)>> = BTreeMap::new();
    for operation in operations {
        for row in operation.rows.iter().filter(|row| title(row.set) == title(set)) {
            by_extension.entry(row.member.features.join(" ")).or_default().push((row.member, &operation.name));
        }
    }
    let mut body = format!("<h1>{}, by extension</h1>\n<ul class=\"columns\">\n", escaped(title(set)));
    for (extension, rows) in &by_extension {
        let _ = writeln!(
            body,
            "<li><a href=\"#{}\">{}</a> <small>{}</small>",
            file_name(extension),
            escaped(extension),
            rows.len()
        );
    }
    body += "</ul>\n";
    for (extension, mut rows) in by_extension {
        rows.sort_by_key(|(member, name)| (*name, member.name));
        let _ = writeln!(body, "<h2 id=\"{}\">{}</h2>\n<dl>", file_name(&extension), escaped(&extension));
        let mut last = "";
        for (member, name) in rows {
            let path = operation_path(name);
            if name != last {
                let _ = write!(body, "<dt><a href=\"{path}\">{}</a>\n<dd>", escaped(name));
                last = name;
            }
            let _ = writeln!(body, "<a href=\"{path}#{}\">{}</a>", anchor(member), escaped(member.name));
        }
        body += "</dl>\n";
    }
    page(title(set), "", &body)
}
