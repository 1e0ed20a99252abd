use super::*;

fn of(work: &[(Pipes, u64)]) -> u64 {
    bound(&work.iter().map(|&(pipes, centicycles)| Work { pipes, centicycles }).collect::<Vec<_>>())
}

#[test]
fn work_is_spread_over_all_pipes_that_can_do_it() {
    assert_eq!(of(&[]), 0);
    assert_eq!(of(&[(0b1111, 100)]), 25);
    assert_eq!(of(&[(0b0110, 100), (0b0110, 100)]), 100);
    // A shuffle on two of four pipes leaves the other two to an addition.
    assert_eq!(of(&[(0b0110, 100), (0b1111, 100)]), 50);
    assert_eq!(of(&[(0b0110, 300), (0b1111, 100)]), 150);
    // Loads have pipes of their own.
    assert_eq!(of(&[(0b1111, 400), (0b110000, 100)]), 100);
}

#[test]
fn sets_that_overlap_share_what_they_have_in_common() {
    assert_eq!(of(&[(0b011, 100), (0b110, 100)]), 67);
    assert_eq!(of(&[(0b011, 100), (0b110, 100), (0b101, 100)]), 100);
    assert_eq!(of(&[(0b001, 10), (0b011, 100), (0b110, 500)]), 250);
}

#[test]
fn without_a_look_ahead_each_part_is_on_all_its_pipes_alike() {
    let of = |work: &[(Pipes, u64)]| {
        even(&work.iter().map(|&(pipes, centicycles)| Work { pipes, centicycles }).collect::<Vec<_>>())
    };
    assert_eq!((of(&[]), of(&[(0b1111, 100)]), of(&[(0, 100)])), (0, 25, 0));
    // The addition stands in the way of the shuffles, though two pipes are free for it.
    assert_eq!(of(&[(0b0110, 300), (0b1111, 100)]), 175);
    assert_eq!(of(&[(0b011, 100), (0b110, 100)]), 100);
    assert_eq!(of(&[(0b111, 100), (0b111, 100), (0b111, 100)]), 100);
}

/// Numbers that look random, the same in every run.
fn random() -> impl FnMut(u64) -> u64 {
    let mut state = 7u64;
    move |below| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    }
}

/// Whether all of the work can be done in so much time, as a flow from work to pipes: the greatest one that there is,
/// found by paths on which more fits. Nothing here knows of sets and their unions.
fn fits(work: &[(Pipes, u64)], pipes: usize, time: u64) -> bool {
    let mut on: Vec<Vec<u64>> = vec![vec![0; pipes]; work.len()];
    work.iter().enumerate().all(|(part, &(_, wanted))| {
        let mut left = wanted;
        while left > 0 {
            // From the part to a pipe with time left, over parts that could move elsewhere.
            let mut came: Vec<Option<usize>> = vec![None; pipes];
            let mut reached: Vec<usize> = (0..pipes).filter(|p| work[part].0 >> p & 1 == 1).collect();
            let mut seen: Vec<bool> = (0..pipes).map(|p| reached.contains(&p)).collect();
            let busy = |on: &Vec<Vec<u64>>, p: usize| on.iter().map(|row| row[p]).sum::<u64>();
            let free = loop {
                let Some(p) = reached.pop() else { break None };
                if busy(&on, p) < time {
                    break Some(p);
                }
                for (other, _) in work.iter().zip(&on).filter(|(_, row)| row[p] > 0) {
                    for q in (0..pipes).filter(|q| other.0 >> q & 1 == 1) {
                        if !std::mem::replace(&mut seen[q], true) {
                            came[q] = Some(p);
                            reached.push(q);
                        }
                    }
                }
            };
            let Some(mut end) = free else { return false };
            // A unit at a time: moved from pipe to pipe back to where the path began.
            while let Some(from) = came[end] {
                let other = (0..work.len()).find(|&w| on[w][from] > 0 && work[w].0 >> end & 1 == 1);
                let other = other.expect("the path went over work that can move");
                on[other][from] -= 1;
                on[other][end] += 1;
                end = from;
            }
            on[part][end] += 1;
            left -= 1;
        }
        true
    })
}

#[test]
fn the_bound_is_the_time_of_the_best_assignment() {
    const PIPES: usize = 4;
    // Divisible by every number of pipes, so that the best time is whole.
    const UNIT: u64 = 12;
    let mut random = random();
    for _ in 0..400 {
        let work: Vec<(Pipes, u64)> =
            (0..1 + random(6)).map(|_| (1 + u128::from(random(15)), UNIT * (1 + random(4)))).collect();
        let least = of(&work);
        assert!(fits(&work, PIPES, least), "{work:?} does not fit into {least}");
        assert!(!fits(&work, PIPES, least - 1), "{work:?} fits into less than {least}");
    }
}

#[test]
fn the_order_of_work_and_how_it_is_divided_do_not_matter() {
    let mut random = random();
    for _ in 0..200 {
        let mut work: Vec<(Pipes, u64)> =
            (0..2 + random(8)).map(|_| (1 + u128::from(random(255)), 2 * (1 + random(300)))).collect();
        let whole = of(&work);
        work.reverse();
        assert_eq!(of(&work), whole);
        let halves: Vec<_> = work.iter().flat_map(|&(pipes, n)| [(pipes, n / 2), (pipes, n / 2)]).collect();
        assert_eq!(of(&halves), whole, "{work:?}");
        // More work takes no less time, and another pipe for some of it no more.
        work.push((1 + u128::from(random(255)), random(100)));
        assert!(of(&work) >= whole);
        work.pop();
        work[0].0 |= 1 << random(8);
        assert!(of(&work) <= whole);
    }
}

#[test]
fn work_without_a_pipe_takes_no_time_and_too_much_does_not_wrap() {
    assert_eq!(of(&[(0, 1000), (0b1, 5)]), 5);
    assert_eq!(of(&[(0b1, u64::MAX), (0b1, u64::MAX)]), u64::MAX);
    assert_eq!(of(&[(1 << 127, 7), (Pipes::MAX, 128 * 9)]), 10);
}

/// More unions than are looked at make the bound too low, and nothing else.
#[test]
fn a_block_of_too_many_sets_has_a_bound_that_is_too_low_and_no_other() {
    let work: Vec<(Pipes, u64)> = (0..60).map(|n| (0b11 << n, 100)).collect();
    let bound = of(&work);
    assert!((50..=100).contains(&bound), "{bound}");
}
