//! Extents beside the elements that loops touch, counted one by one.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use isotope_affine::{Counter, Domain, Linear, constant};

struct Random(u64);

impl Random {
    fn below(&mut self, bound: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound as u64) as i64
    }

    /// A sum of some of the counters before `count`.
    fn row(&mut self, count: usize, least: i64) -> Linear {
        let mut row = constant(least + self.below(4));
        for dim in 0..count {
            if self.below(3) == 0 {
                row = row.plus(&Linear::dim(dim, [1, 2, -1][self.below(3) as usize], 0)).unwrap();
            }
        }
        row
    }
}

fn domain(random: &mut Random) -> Domain {
    let mut domain = Domain::default();
    for at in 0..3 {
        let (lower, upper) = (vec![random.row(at, 0)], vec![random.row(at, 4), constant(7)]);
        let (parent, step) = (at.checked_sub(1), 1 + random.below(3));
        domain.counters.push(Counter { parent, depth: at, lower, upper, step });
    }
    domain
}

fn value(row: &Linear, at: &[i64]) -> i64 {
    row.factors.iter().map(|(dim, factor)| factor * at[*dim]).sum::<i64>() + row.constant
}

/// All iterations, as the values of all counters.
fn iterations(domain: &Domain) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for counter in &domain.counters {
        let mut next = Vec::new();
        for at in &all {
            let lower = counter.lower.iter().map(|bound| value(bound, at)).max().unwrap();
            let upper = counter.upper.iter().map(|bound| value(bound, at)).min().unwrap();
            next.extend((lower..upper).step_by(counter.step as usize).map(|own| [&at[..], &[own]].concat()));
        }
        all = next;
    }
    all
}

#[test]
fn extents_ranges_and_trips_hold_what_loops_do() {
    let (mut random, mut tight, mut seen) = (Random(5), 0, 0);
    for _ in 0..2000 {
        let domain = domain(&mut random);
        let accesses: Vec<[Linear; 1]> = (0..1 + random.below(2)).map(|_| [random.row(3, 20)]).collect();
        let rows: Vec<&[Linear]> = accesses.iter().map(<[Linear; 1]>::as_slice).collect();
        let outer = random.below(4) as usize;
        let extent = domain.cover(&[1000], &rows, &|dim| dim >= outer).remove(0);
        tight += usize::from(extent.size < 100);
        for at in iterations(&domain) {
            for row in &accesses {
                let (index, base) = (value(&row[0], &at), value(&extent.base, &at[..outer]));
                assert!((base..base + extent.size as i64).contains(&index), "{domain:?}, {row:?}: {extent:?}, {at:?}");
                let (least, most) = domain.range(&row[0]).unwrap();
                assert!((least..=most).contains(&index), "{domain:?}, {row:?}");
                seen += 1;
            }
        }
    }
    assert!(tight > 500 && seen > 10_000, "{tight} extents are less than the array, {seen} accesses");
}
