use super::*;
use isotope_ir::canon::canonicalise;
use isotope_ir::expr::LeafId;
use isotope_ir::parse::parse_file;
use isotope_smt::InProcess;

fn window(text: &str) -> Window {
    parse_file(text).unwrap().windows.remove(0)
}

const STENCIL: &str = "let a : uint8x16 = load B[t, stride 1]\nlet b : uint8x16 = load B[t + 1, stride 1]\n\
                       let c : uint8x16 in [0, 100]\n\
                       uint8x16 (uint8x16)saturating_sub((uint8x16)rounding_halving_add((uint8x16)a, (uint8x16)b), (uint8x16)c)";

#[test]
fn a_window_is_tied_to_its_canonical_form() {
    for text in [STENCIL, "int16x8 ((int16x8)x - (int16x8)absd((uint16x8)y, (uint16x8)z))"] {
        let Ok(file) = parse_file(text) else { continue };
        let asked = &file.windows[0];
        assert!(matches!(of_phrasing(asked, &canonicalise(asked), &InProcess), Verdict::Proved(_)), "{text}");
    }
}

/// The form has `x4(0.5)`. A NaN is one of many, whose bits are open: there is no case of it here.
#[test]
fn floats_of_literals_are_tied_to_their_values() {
    for literals in ["x4(1.0f) - x4(0.5f)", "x4(0.1f)*x4(0.3f)", "x4(1.0f)/x4(0.0f)"] {
        let asked = window(&format!("float32x4 ((float32x4)a*({literals}))"));
        let verdict = of_phrasing(&asked, &canonicalise(&asked), &InProcess);
        assert!(matches!(verdict, Verdict::Proved(_)), "{literals}: {verdict:?}");
        let other = canonicalise(&window("float32x4 ((float32x4)a*x4(0.25f))"));
        assert!(!matches!(of_phrasing(&asked, &other, &InProcess), Verdict::Proved(_)), "{literals} is not 0.25");
    }
}

/// The window that a wrong rule, a wrong renaming or a wrong order would make.
#[test]
fn a_wrong_canonical_form_is_not_tied() {
    let asked = window(STENCIL);
    let right = canonicalise(&asked);
    let wrong = |why: &str, change: &dyn Fn(&mut Canonical)| {
        let mut canonical = right.clone();
        change(&mut canonical);
        assert!(!matches!(of_phrasing(&asked, &canonical, &InProcess), Verdict::Proved(_)), "{why}");
    };
    wrong("another expression", &|c| {
        let text = STENCIL.replace("rounding_halving_add", "halving_add");
        *c = canonicalise(&window(&text));
    });
    wrong("two leaves for each other", &|c| {
        let at = |of: &Window, range: bool| of.graph.leaves.iter().position(|l| l.range.is_some() == range).unwrap();
        let (bounded, free) = (at(&c.window, true), at(&c.window, false));
        c.leaf_map.swap(bounded, free);
    });
    wrong("a wider range", &|c| {
        let bounded = c.window.graph.leaves.iter_mut().find(|l| l.range.is_some()).unwrap();
        bounded.range = Some((0, 99));
    });
    wrong("a load that lies elsewhere", &|c| {
        let load = c.window.graph.leaves.iter_mut().filter_map(|l| l.load.as_mut()).find(|l| l.offset == 1).unwrap();
        load.offset = 2;
    });
    wrong("a leaf too few", &|c| c.leaf_map.truncate(c.leaf_map.len() - 1));
    wrong("a leaf that is not there", &|c| c.leaf_map[0] = LeafId(9));
}

#[test]
fn nothing_follows_from_facts_that_contradict_each_other() {
    let mut asked = window("let a : uint8x4 in [0, 100]\nuint8x4 ((uint8x4)a + (uint8x4)b)");
    for leaf in &mut asked.graph.leaves {
        leaf.range = leaf.range.map(|_| (101, 100));
    }
    let other = window("let a : uint8x4 in [0, 100]\nuint8x4 ((uint8x4)a - (uint8x4)b)");
    let mut canonical = canonicalise(&other);
    for leaf in &mut canonical.window.graph.leaves {
        leaf.range = leaf.range.map(|_| (101, 100));
    }
    let verdict = of_phrasing(&asked, &canonical, &InProcess);
    assert!(matches!(&verdict, Verdict::Unknown(why) if why.contains("contradict")), "{verdict:?}");
}
