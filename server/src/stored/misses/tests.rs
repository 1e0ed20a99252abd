use super::*;

fn miss(text: &str, times: u64) -> Miss {
    let target = v1::Target { arch: "x86_64".into(), mcpu: "znver4".into(), mattr: String::new() };
    Miss { text: text.into(), target, budget: 7, times }
}

fn key(n: usize) -> Key {
    Key(*blake3::hash(&n.to_le_bytes()).as_bytes())
}

fn texts(misses: &Misses) -> Vec<String> {
    misses.ranked().into_iter().map(|(_, miss)| miss.text.to_string()).collect()
}

fn kept(folder: &Path, scope: u8) -> Misses {
    let misses = Misses::default();
    misses.keep_in(folder, [scope; 32]);
    misses
}

#[test]
fn the_least_demanded_goes_first_past_either_bound() {
    let mut held = Held::default();
    held.insert(key(0), miss("wanted", 1));
    assert!(held.count(&key(0)) && !held.count(&key(1)));
    for n in 1..=limits::MAX_MISSES {
        held.insert(key(n), miss("x", 1));
    }
    assert_eq!((held.misses.len(), held.dropped), (limits::MAX_MISSES, 1));
    assert!(held.misses.contains_key(&key(0)) && !held.misses.contains_key(&key(1)), "of equals the first goes");

    let mut held = Held::default();
    held.insert(key(0), miss("wanted", 2));
    let large = "y".repeat(limits::MAX_MISSES_BYTES / 4);
    (1..9).for_each(|n| held.insert(key(n), miss(&large, 1)));
    assert!(held.bytes <= limits::MAX_MISSES_BYTES && held.misses.len() == 4, "{} bytes", held.bytes);
    assert_eq!(held.ranked()[0].1.text.as_ref(), "wanted");
    (0..9).for_each(|n| held.remove(&key(n)));
    assert_eq!((held.bytes, held.order.len()), (0, 0));
}

#[test]
fn a_list_is_there_again_in_its_order_and_only_for_its_dictionary() {
    let folder = tempfile::tempdir().unwrap();
    let misses = kept(folder.path(), 1);
    {
        let mut held = lock(&misses.held);
        for (n, times) in [(1, 1), (2, 5), (3, 1)] {
            held.insert(key(n), miss(&n.to_string(), times));
        }
    }
    assert_eq!(texts(&misses), ["2", "3", "1"]);
    misses.save();
    let again = kept(folder.path(), 1);
    assert_eq!(again.ranked(), misses.ranked());
    again.forget(&key(2));
    again.save();
    assert_eq!(texts(&kept(folder.path(), 1)), ["3", "1"]);
    assert!(kept(folder.path(), 2).is_empty());
}

#[test]
fn no_damaged_list_is_believed_and_the_next_one_takes_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let misses = kept(folder.path(), 1);
    lock(&misses.held).insert(key(1), miss("a", 3));
    misses.save();
    let path = folder.path().join("misses");
    let whole = std::fs::read(&path).unwrap();
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        assert!(kept(folder.path(), 1).is_empty(), "byte {at}");
    }
    for length in [0, 10, 79, whole.len() - 1] {
        std::fs::write(&path, &whole[..length]).unwrap();
        let said = File::new(folder.path(), [1; 32]).read().unwrap_err();
        assert!(said.contains("damaged") && said.contains("misses"), "{said}");
    }
    let begun = kept(folder.path(), 1);
    lock(&begun.held).insert(key(2), miss("b", 1));
    begun.save();
    assert_eq!(texts(&kept(folder.path(), 1)), ["b"]);
}
