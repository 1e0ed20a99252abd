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

/// Against the assignment by small steps to the pipe that is least busy, which never beats the bound.
#[test]
fn no_assignment_is_quicker() {
    let mut state = 7u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    for _ in 0..200 {
        let work: Vec<(Pipes, u64)> =
            (0..1 + random(6)).map(|_| (1 + u128::from(random(31)), 100 * (1 + random(3)))).collect();
        let mut busy = [0u64; 5];
        let mut order = work.clone();
        order.sort_by_key(|(pipes, _)| pipes.count_ones());
        for (pipes, centicycles) in order {
            for _ in 0..centicycles {
                let pipe = (0..5).filter(|p| pipes >> p & 1 == 1).min_by_key(|&p| busy[p]).unwrap();
                busy[pipe] += 1;
            }
        }
        let (least, reached) = (of(&work), *busy.iter().max().unwrap());
        assert!(least <= reached && reached <= least * 2, "{work:?}: {least} and {reached}");
    }
}
