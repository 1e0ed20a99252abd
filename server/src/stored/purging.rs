//! `isotoped cache purge` and `Purge`: which records go.

use crate::stored::keeping::now;
use isotope_cache::{Key, Memo, Verdict};
use isotope_proto::v1;
use prost::Message as _;
use std::collections::HashMap;
use std::time::Duration;

/// Records that fulfil every condition that is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
#[group(required = true, multiple = true)]
pub struct Conditions {
    /// Of the epoch (a hash of the dictionary, as `isotope stats` prints it) that begins so.
    #[arg(long, value_name = "HEX")]
    pub epoch: Option<String>,
    /// Of any other epoch than the one that begins so.
    #[arg(long, value_name = "HEX", conflicts_with = "epoch")]
    pub not_epoch: Option<String>,
    /// Found by this producer, name and version as the daemon's log has them.
    #[arg(long, value_name = "TEXT")]
    pub producer: Option<String>,
    /// Proved by the prover whose digest begins so.
    #[arg(long, value_name = "HEX")]
    pub prover: Option<String>,
    /// For this CPU, in LLVM's words.
    #[arg(long, value_name = "CPU")]
    pub target: Option<String>,
    /// Of the window whose canonical hash, or whose key, begins so: `isotope explain` prints both.
    #[arg(long, value_name = "HEX")]
    pub window: Option<String>,
    /// First remembered so long ago, as `30d`, `12h` or `90s`. Records of daemons that did not say when are older than any.
    #[arg(long, value_name = "AGE", value_parser = age)]
    pub older_than: Option<Duration>,
    /// Set aside: what could not be proved again.
    #[arg(long)]
    pub unproved: bool,
}

impl Conditions {
    /// The keys of the records that fulfil them, of each key the newest record.
    pub fn keys(&self, memo: &Memo) -> isotope_cache::Result<Vec<Key>> {
        let mut newest: HashMap<Key, bool> = HashMap::new();
        memo.for_each(|stored| {
            // A payload that does not decode has no producer, epoch or target.
            let record = v1::Record::decode(&*stored.payload).unwrap_or_default();
            newest.insert(stored.key, self.hold(&stored.key, stored.verdict, &record));
            Ok(())
        })?;
        let mut keys: Vec<Key> = newest.into_iter().filter(|(_, holds)| *holds).map(|(key, _)| key).collect();
        keys.sort_unstable();
        Ok(keys)
    }

    fn hold(&self, key: &Key, verdict: Verdict, record: &v1::Record) -> bool {
        let begins = |wanted: &Option<String>, text: &str| wanted.as_ref().is_none_or(|w| text.starts_with(w.as_str()));
        let hash = crate::intake::key::hex(&record.canonical_hash);
        begins(&self.epoch, &record.epoch)
            && self.not_epoch.as_ref().is_none_or(|epoch| !record.epoch.starts_with(epoch.as_str()))
            && self.producer.as_ref().is_none_or(|producer| record.producer == *producer)
            && begins(&self.prover, &record.prover)
            && self.target.as_ref().is_none_or(|cpu| record.target.as_ref().is_some_and(|t| t.mcpu == *cpu))
            && (begins(&self.window, &hash) || begins(&self.window, &key.to_string()))
            && self.older_than.is_none_or(|age| record.remembered_at <= now().saturating_sub(age.as_secs()))
            && (!self.unproved || verdict == Verdict::Unproved)
    }
}

impl From<v1::Conditions> for Conditions {
    fn from(from: v1::Conditions) -> Self {
        let given = |text: String| Some(text).filter(|text| !text.is_empty());
        Conditions {
            epoch: given(from.epoch),
            not_epoch: given(from.not_epoch),
            producer: given(from.producer),
            prover: given(from.prover),
            target: given(from.cpu),
            window: given(from.window),
            older_than: from.older_than_seconds.map(Duration::from_secs),
            unproved: from.unproved,
        }
    }
}

impl From<Conditions> for v1::Conditions {
    fn from(from: Conditions) -> Self {
        let text = Option::unwrap_or_default;
        v1::Conditions {
            epoch: text(from.epoch),
            not_epoch: text(from.not_epoch),
            producer: text(from.producer),
            prover: text(from.prover),
            cpu: text(from.target),
            window: text(from.window),
            older_than_seconds: from.older_than.map(|age| age.as_secs()),
            unproved: from.unproved,
        }
    }
}

/// A number with its unit.
fn age(text: &str) -> Result<Duration, String> {
    let units = [("d", 86400), ("h", 3600), ("m", 60), ("s", 1)];
    let read = units.iter().find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?.parse::<u64>().ok()?, seconds)));
    let seconds = read.and_then(|(number, seconds)| number.checked_mul(*seconds));
    seconds.map(Duration::from_secs).ok_or_else(|| "write a number and its unit: 30d, 12h, 45m, 90s".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_have_units() {
        assert_eq!(age("30d"), Ok(Duration::from_secs(30 * 86400)));
        assert_eq!([age("2h"), age("0s")], [Ok(Duration::from_secs(7200)), Ok(Duration::ZERO)]);
        for wrong in ["", "30", "d", "-1d", "1.5h", "99999999999999999999d", "18446744073709551615d"] {
            assert!(age(wrong).is_err_and(|why| why.contains("30d")), "{wrong}");
        }
    }

    #[test]
    fn a_purge_by_age_spares_what_is_younger() {
        let folder = tempfile::tempdir().unwrap();
        let (memo, _) = Memo::open(folder.path().join("memo"), Options::default()).unwrap();
        for (n, remembered_at) in [(1, 0), (2, now() - 7200), (3, now())] {
            let payload = v1::Record { remembered_at, ..Default::default() }.encode_to_vec().into();
            let verdict = Verdict::Proved;
            memo.put(Record { key: Key([n; 32]), epoch: Epoch([1; 32]), verdict, work: 1, payload }).unwrap();
        }
        let conditions = Conditions { older_than: Some(Duration::from_secs(3600)), ..Conditions::default() };
        assert_eq!(conditions.keys(&memo).unwrap(), [Key([1; 32]), Key([2; 32])]);
    }
    use isotope_cache::{Epoch, Options, Record};

    fn put(memo: &Memo, n: u8, epoch: &str, producer: &str, cpu: &str, verdict: Verdict) {
        let target = Some(v1::Target { arch: "x86_64".into(), mcpu: cpu.into(), mattr: String::new() });
        let canonical_hash = vec![0xa0 + n; 32];
        let record = v1::Record {
            epoch: epoch.into(),
            producer: producer.into(),
            prover: format!("p{n}"),
            target,
            canonical_hash,
            ..Default::default()
        };
        let payload = record.encode_to_vec().into();
        memo.put(Record { key: Key([n; 32]), epoch: Epoch([1; 32]), verdict, work: 1, payload }).unwrap();
    }

    #[test]
    fn every_condition_that_is_given_counts() {
        let folder = tempfile::tempdir().unwrap();
        let (memo, _) = Memo::open(folder.path().join("memo"), Options::default()).unwrap();
        put(&memo, 1, "aa11", "isotope 1", "znver4", Verdict::Proved);
        put(&memo, 2, "aa11", "isotope 2", "znver5", Verdict::Proved);
        put(&memo, 3, "bb22", "isotope 2", "znver4", Verdict::Unproved);
        // Superseded by one of another epoch.
        put(&memo, 4, "aa11", "isotope 1", "znver4", Verdict::Proved);
        put(&memo, 4, "bb22", "isotope 1", "znver4", Verdict::Proved);
        let text = |text: &str| Some(text.to_owned());
        let none = Conditions::default;
        for (conditions, expected) in [
            (Conditions { epoch: text("aa"), ..none() }, vec![1, 2]),
            (Conditions { not_epoch: text("aa11"), ..none() }, vec![3, 4]),
            (Conditions { producer: text("isotope 2"), ..none() }, vec![2, 3]),
            (Conditions { producer: text("isotope"), ..none() }, vec![]),
            (Conditions { prover: text("p3"), ..none() }, vec![3]),
            (Conditions { target: text("znver4"), epoch: text("bb22"), ..none() }, vec![3, 4]),
            (Conditions { window: text("a2a2"), ..none() }, vec![2]),
            (Conditions { window: text("0404"), ..none() }, vec![4]),
            (Conditions { unproved: true, ..none() }, vec![3]),
        ] {
            let found: Vec<u8> = conditions.keys(&memo).unwrap().iter().map(|key| key.0[0]).collect();
            assert_eq!(found, expected, "{conditions:?}");
        }
    }
}
