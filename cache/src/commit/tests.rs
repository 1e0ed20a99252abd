use super::*;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn puts_that_wait_share_a_commit() {
    let queue = CommitQueue::default();
    let (commits, frames) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let pause = queue.pause();
    std::thread::scope(|scope| {
        for n in 0..8u8 {
            let (queue, commits, frames) = (&queue, &commits, &frames);
            scope.spawn(move || {
                queue.submit(&[(Key([n; 32]), vec![n; 10])], |group| {
                    commits.fetch_add(1, Ordering::SeqCst);
                    frames.fetch_add(group.frames.len(), Ordering::SeqCst);
                    assert_eq!(group.bytes.len(), 10 * group.frames.len());
                    Ok(())
                })
            });
        }
        while queue.queue.lock().waiting.frames.len() < 8 {
            std::thread::yield_now();
        }
        drop(pause);
    });
    assert_eq!((commits.into_inner(), frames.into_inner()), (1, 8));
}

#[test]
fn a_failed_commit_fails_only_its_group() {
    let queue = CommitQueue::default();
    let full = |_: &Group| Err(Error::MarkInRecord { offset: 3 });
    assert!(matches!(queue.submit(&[(Key([1; 32]), vec![1])], full), Err(Error::Commit(_))));
    queue.submit(&[(Key([1; 32]), vec![1])], |_| Ok(())).unwrap();
}
