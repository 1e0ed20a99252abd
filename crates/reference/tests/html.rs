//! The pages for a browser: links lead somewhere, nothing is asked of the network, and what vendors wrote is escaped.

#![allow(clippy::unwrap_used)]

use isotope_grammars::embedded;
use isotope_reference::html::{Page, VendorTexts, pages};
use std::collections::{BTreeMap, BTreeSet};

/// The text behind each `word="`, up to the next quote.
fn attributes<'t>(text: &'t str, word: &str) -> Vec<&'t str> {
    let start = format!("{word}=\"");
    text.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// The path that a link on a page leads to, without its anchor, and the anchor.
fn target(page: &str, link: &str) -> (String, String) {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = match (path, path.strip_prefix("../")) {
        ("", _) => page.to_owned(),
        (_, Some(up)) => up.to_owned(),
        (path, None) if folder.is_empty() => path.to_owned(),
        (path, None) => format!("{folder}/{path}"),
    };
    (path, anchor.to_owned())
}

fn made() -> Vec<Page> {
    let vendor = (("x86".to_owned(), "_mm_add_epi8".to_owned()), "a < b && <script>alert(1)</script>".to_owned());
    pages(embedded(), &VendorTexts::from([vendor]))
}

#[test]
fn every_link_leads_to_a_page_and_a_place() {
    let pages = made();
    let anchors: BTreeMap<&str, BTreeSet<&str>> =
        pages.iter().map(|p| (p.path.as_str(), attributes(&p.text, "id").into_iter().collect())).collect();
    assert_eq!(anchors.len(), pages.len(), "two pages have one path");
    for page in pages.iter().filter(|p| p.path.ends_with(".html")) {
        for link in [attributes(&page.text, "href"), attributes(&page.text, "src")].concat() {
            let (path, anchor) = target(&page.path, link);
            let known = anchors.get(path.as_str()).unwrap_or_else(|| panic!("{}: {link}", page.path));
            assert!(anchor.is_empty() || known.contains(anchor.as_str()), "{}: {link}", page.path);
        }
    }
    // A name that the search finds is there.
    let names = pages.iter().find(|p| p.path == "names.js").unwrap();
    let mut found = 0;
    for line in names.text.lines().filter(|line| line.starts_with('[')) {
        let link = line.split('"').nth(3).unwrap();
        let (path, anchor) = target("index.html", link);
        assert!(anchors[path.as_str()].contains(anchor.as_str()) || anchor.is_empty(), "{line}");
        found += 1;
    }
    let members: usize = embedded().iter().map(|set| set.dictionary().members().len()).sum();
    assert!(found > members, "{found} names");
}

#[test]
fn pages_ask_nothing_of_the_network_and_hold_no_foreign_markup() {
    for page in made() {
        assert!(!page.text.contains("http:") && !page.text.contains("https:"), "{}", page.path);
        assert!(!page.text.contains("alert(1)</script>"), "{}", page.path);
    }
    let escaped = "a &lt; b &amp;&amp; &lt;script&gt;alert(1)&lt;/script&gt;";
    assert!(made().iter().any(|page| page.text.contains(escaped)));
}

#[test]
fn pages_are_the_same_every_time_and_not_large() {
    let pages = made();
    assert!(pages == made());
    let bytes: usize = pages.iter().map(|page| page.text.len()).sum();
    assert!(bytes < 24 << 20, "{bytes} bytes");
    // To be looked at: where they go is said.
    if let Ok(folder) = std::env::var("ISOTOPE_PAGES") {
        for page in &pages {
            let path = std::path::Path::new(&folder).join(&page.path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, &page.text).unwrap();
        }
        eprintln!("{} pages of {bytes} bytes in {folder}", pages.len());
    }
}
