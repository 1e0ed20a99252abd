//! Checks on pages: their length, paragraphs and sentences, and links between them.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use super::rules::{Pages, Rules};
use super::tree::File;
use crate::release::sizes;

/// Words that begin a free relative clause where no question mark ends the sentence: "What is slow is dropped."
const FREE_RELATIVES: [&str; 7] = ["What", "Whatever", "Who", "Whoever", "Whom", "Whose", "Whichever"];

pub fn check(files: &[File], rules: &Rules, found: &mut Vec<Finding>) {
    let pages: Vec<&File> = files.iter().filter(|file| file.extension() == "md").collect();
    let paths: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let anchors: BTreeMap<&str, BTreeSet<String>> =
        pages.iter().map(|page| (page.path.as_str(), anchors(&page.text))).collect();
    let mut linked = BTreeSet::new();
    for page in &pages {
        check_length(page, &rules.pages, found);
        check_links(page, &paths, &anchors, &mut linked, found);
        if !rules.pages.free.contains(&page.path) {
            check_paragraphs(page, &rules.pages, found);
            check_sentences(page, found);
        }
    }
    for page in pages.iter().filter(|page| page.path.starts_with("docs/") && !linked.contains(&page.path)) {
        found.push(Finding::new(page, 1, "link", "no other page links to this one"));
    }
    check_sizes(files, found);
}

/// The table of sizes is the one that the recorded sizes make.
fn check_sizes(files: &[File], found: &mut Vec<Finding>) {
    let file = |path: &str| files.iter().find(|file| file.path == path);
    let Some(page) = file(sizes::PAGE) else { return };
    match sizes::written(&page.text, file(sizes::RECORD).map_or("", |record| &record.text)) {
        Err(error) => found.push(Finding::new(page, 1, "sizes", error.to_string())),
        Ok(written) if written == page.text => {}
        Ok(_) => {
            let message = format!("not the sizes of {0}: run cargo xtask release --sizes {0}", sizes::RECORD);
            found.push(Finding::new(page, 1, "sizes", message));
        }
    }
}

fn check_length(page: &File, rules: &Pages, found: &mut Vec<Finding>) {
    let lines = page.text.lines().count();
    if let Some(most) = rules.lines.get(&page.path).filter(|most| lines > **most) {
        found.push(Finding::new(page, lines, "page", format!("{lines} lines, over {most}: move a part to docs")));
    }
}

/// The lines of a page with their numbers, from 1. Fenced blocks are empty lines.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().enumerate().map(move |(index, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        (index + 1, if fence || fenced { "" } else { line })
    })
}

/// A line that is no part of a paragraph.
fn stands_alone(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with(['|', '#', '<', '!'])
}

/// Whether a line begins an item of a list.
fn begins_item(line: &str) -> bool {
    let line = line.trim_start();
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("- ") || line.starts_with("* ") || (number.len() < line.len() && number.starts_with(". "))
}

fn check_paragraphs(page: &File, rules: &Pages, found: &mut Vec<Finding>) {
    let mut lines = 0;
    for (number, line) in prose(&page.text) {
        lines = if stands_alone(line) {
            0
        } else if begins_item(line) {
            1
        } else {
            lines + 1
        };
        if lines == rules.paragraph + 1 {
            let message = format!("a paragraph of more than {} lines: divide it", rules.paragraph);
            found.push(Finding::new(page, number, "paragraph", message));
        }
        let width = line.chars().count();
        if width > rules.width && !line.trim_start().starts_with('|') {
            let message = format!("{width} columns, over {}", rules.width);
            found.push(Finding::new(page, number, "paragraph", message));
        }
    }
}

/// Sentences that begin with a free relative have no actor, and strangers read them twice.
fn check_sentences(page: &File, found: &mut Vec<Finding>) {
    let mut carries_on = false;
    for (number, line) in prose(&page.text) {
        let alone = stands_alone(line) || begins_item(line);
        let text = line.trim_start().trim_start_matches(['#', '-', '*', '|', ' ']);
        let text = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(". ");
        // A line's beginning is a sentence's where the line before it ended one.
        let first = (!carries_on || alone).then_some(text);
        let ends = [". ", "? ", "! ", "| ", "**"].into_iter().flat_map(|end| text.split(end).skip(1));
        for sentence in first.into_iter().chain(ends) {
            let sentence = sentence.trim_start_matches(['*', ' ']);
            let word = sentence.split(|c: char| !c.is_alphabetic()).next().unwrap_or("");
            let stop = sentence.find(['.', '?', '|', ':']).map(|at| &sentence[at..=at]);
            if FREE_RELATIVES.contains(&word) && stop != Some("?") {
                let message = format!("a sentence that begins with `{word}`: say who does it");
                found.push(Finding::new(page, number, "sentence", message));
            }
        }
        carries_on = !stands_alone(line) && !line.trim_end().ends_with(['.', '?', '!', ':']);
    }
}

/// The anchors of a page's headings, by GitHub's rule: lower case, spaces as hyphens, and nothing but letters and digits.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).map(|(_, line)| line).filter(|line| line.starts_with('#'));
    let slug = |heading: &str| {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect::<String>()
    };
    headings.map(|heading| slug(heading.trim_start_matches('#').trim())).collect()
}

/// A path from a page's folder, without `.` and `..`; none where it leaves the project.
fn resolved(page: &str, link: &str) -> Option<String> {
    let mut folders: Vec<&str> = page.split('/').collect();
    folders.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(folders.pop()?),
            part => folders.push(part),
        }
    }
    Some(folders.join("/"))
}

/// Relative links lead to a file or a folder of the project, and their anchors to a heading.
fn check_links(
    page: &File,
    paths: &BTreeSet<&str>,
    anchors: &BTreeMap<&str, BTreeSet<String>>,
    linked: &mut BTreeSet<String>,
    found: &mut Vec<Finding>,
) {
    for (number, line) in prose(&page.text) {
        for part in line.split("](").skip(1) {
            let link = part.split(')').next().unwrap_or("");
            if link.contains(':') {
                continue;
            }
            let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
            let wanted = match path {
                "" => Some(page.path.clone()),
                path => resolved(&page.path, path),
            };
            let exists = |wanted: &String| {
                let inside = format!("{wanted}/");
                paths.iter().any(|path| path == wanted || path.starts_with(&inside))
            };
            let Some(wanted) = wanted.filter(exists) else {
                found.push(Finding::new(page, number, "link", format!("`{path}` does not exist")));
                continue;
            };
            let has = |anchor: &str| anchors.get(wanted.as_str()).is_none_or(|known| known.contains(anchor));
            if let Some(anchor) = anchor.filter(|anchor| !has(anchor)) {
                found.push(Finding::new(page, number, "link", format!("{wanted} has no heading `{anchor}`")));
            }
            if wanted != page.path {
                // A link to a folder is one to its pages.
                linked.extend(
                    paths
                        .iter()
                        .filter(|path| **path == wanted || path.starts_with(&format!("{wanted}/")))
                        .map(ToString::to_string),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{file, lines, rules};
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<Finding> {
        let files: Vec<File> = files.iter().map(|(path, text)| file(path, text)).collect();
        let mut found = Vec::new();
        check(&files, &rules(), &mut found);
        found
    }

    #[test]
    fn finds_long_pages() {
        let (long, short) = ("a\n\n".repeat(76), "a\n\n".repeat(75));
        assert_eq!(lines(&found(&[("README.md", &long)]), "page"), [152]);
        assert_eq!(found(&[("README.md", &short), ("bench/notes.md", &long)]), []);
    }

    #[test]
    fn finds_long_paragraphs() {
        let page = |lines: usize| format!("# A\n\n{}\n| a |\n", "It is so.\n".repeat(lines));
        assert_eq!(lines(&found(&[("a.md", &page(7))]), "paragraph"), [9]);
        assert_eq!(found(&[("a.md", &page(6))]), []);
        let list = "- It is so.\n  It is.\n".repeat(6);
        assert_eq!(found(&[("a.md", &list), ("b.md", &format!("```\n{}```\n", "a\n".repeat(9)))]), []);
        assert_eq!(lines(&found(&[("a.md", &"a".repeat(141))]), "paragraph"), [1]);
    }

    #[test]
    fn finds_free_relatives() {
        let page = "What is slow is dropped.\nIt is. Whoever asks waits.\n\n- Who calls is known.\n\n## What it is\n\n| a | What is b |\n";
        assert_eq!(lines(&found(&[("a.md", page)]), "sentence"), [1, 2, 4, 6, 8]);
        let fine = "It does\nWhat you say. What is it? And who asks?\n\n## Who may do it?\n\n```\nWhat is this.\n```\n";
        assert_eq!(found(&[("a.md", fine)]), []);
        assert!(lines(&found(&[("CHANGELOG.md", page)]), "sentence").is_empty());
    }

    #[test]
    fn finds_dead_links() {
        let page = "[a](server/) [b](https://x.y) [c](#here) [d](gone.md#part) [e](docs/a.md#two-words) [f](docs/a.md#three)\n";
        let other = "# Two words\n\n[up](../README.md) [out](../../x)\n";
        let found = found(&[("README.md", page), ("docs/a.md", other), ("server/x.rs", "")]);
        assert_eq!(lines(&found, "link"), [1, 1, 1, 3]);
    }

    #[test]
    fn finds_sizes_that_are_not_the_recorded_ones() {
        let record = "date 2026-11-29\nisotope.deb 12345678\n";
        let page = sizes::written("<!-- generated: sizes -->\n<!-- end -->\n", record).unwrap();
        let of = |page: &str, record: &str| {
            let readme = ("README.md", "[i](docs/install.md)\n");
            lines(&found(&[readme, (sizes::PAGE, page), (sizes::RECORD, record)]), "sizes").len()
        };
        assert_eq!(of(&page, record), 0);
        assert_eq!([of(&page.replace("12.3", "12.4"), record), of(&page, ""), of("no markers\n", record)], [1; 3]);
    }

    #[test]
    fn finds_pages_that_nobody_links_to() {
        let files = [
            ("README.md", "[a](docs/a.md) [d](docs/d)\n"),
            ("docs/a.md", "a\n"),
            ("docs/b.md", "[b](b.md)\n"),
            ("docs/d/c.md", "c\n"),
        ];
        let found = found(&files);
        assert_eq!(found.iter().map(|one| one.path.as_str()).collect::<Vec<_>>(), ["docs/b.md"]);
    }
}
