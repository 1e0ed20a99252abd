//! The dictionary's reference, as `isotope dict html` writes it, made when it is first asked for.

use bytes::Bytes;
use isotope_dictionary::InstructionSets;
use isotope_reference::html::{VendorTexts, pages};
use std::collections::HashMap;
use tokio::sync::OnceCell;

/// The pages, and where instructions are on them.
pub(super) struct Reference {
    sets: &'static InstructionSets,
    made: OnceCell<Made>,
}

#[derive(Default)]
struct Made {
    pages: HashMap<String, Bytes>,
    /// By intrinsic, and by mnemonic where that is the name of one instruction alone.
    places: HashMap<String, String>,
}

impl Reference {
    pub(super) fn new(sets: &'static InstructionSets) -> Self {
        Reference { sets, made: OnceCell::new() }
    }

    /// A page with its kind; `None` where there is none of the path.
    pub(super) async fn page(&self, path: &str) -> Option<(&'static str, Bytes)> {
        let kind = match path.rsplit_once('.')?.1 {
            "html" => "text/html; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            _ => return None,
        };
        Some((kind, self.made().await.pages.get(path)?.clone()))
    }

    /// Where an instruction is described: its place on the page of its operation, or the search for the name.
    pub(super) async fn place(&self, name: &str) -> String {
        match self.made().await.places.get(name) {
            Some(place) => format!("/reference/{place}"),
            None => {
                let plain: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || "_.".contains(*c)).collect();
                format!("/reference/index.html#q={plain}")
            }
        }
    }

    async fn made(&self) -> &Made {
        let sets = self.sets;
        // Two seconds of work: other requests are answered meanwhile. A page that cannot be made is none.
        let make = || async move { tokio::task::spawn_blocking(move || made(sets)).await.unwrap_or_default() };
        self.made.get_or_init(make).await
    }
}

fn made(sets: &InstructionSets) -> Made {
    let pages: HashMap<String, Bytes> =
        pages(sets, &VendorTexts::new()).into_iter().map(|page| (page.path, Bytes::from(page.text))).collect();
    let mut places: HashMap<String, Option<String>> = HashMap::new();
    let listed = pages.get("names.js").map(|text| String::from_utf8_lossy(text).into_owned()).unwrap_or_default();
    for line in listed.lines() {
        // ["intrinsic~mnemonic","page#place","set"],
        let [_, name, _, place, ..] = line.split('"').collect::<Vec<_>>()[..] else { continue };
        for (at, name) in name.split('~').enumerate() {
            let known = places.entry(name.to_owned());
            // A name that several instructions have is searched for.
            known.and_modify(|of| *of = of.take().filter(|_| at == 0)).or_insert_with(|| Some(place.to_owned()));
        }
    }
    Made { pages, places: places.into_iter().filter_map(|(name, place)| Some((name, place?))).collect() }
}
