//! Requests seen before: their questions by fingerprint, so that a repeated text is neither parsed nor made canonical again.
//!
//! Two generations: what is used moves to the young one; when that is full it becomes the old one, and the old one goes.

use crate::intake::question::Question;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The windows of one request.
pub type Questions = Arc<[Arc<Question>]>;

/// A bounded map from fingerprints to questions.
pub struct Texts {
    bytes: usize,
    generations: Mutex<Generations>,
}

#[derive(Default)]
struct Generations {
    young: HashMap<[u8; 32], (Questions, usize)>,
    old: HashMap<[u8; 32], (Questions, usize)>,
    young_bytes: usize,
}

fn weight(questions: &Questions) -> usize {
    // Equal results of a request are one question.
    let mut each: Vec<_> = questions.iter().map(|q| (Arc::as_ptr(q), q.weight())).collect();
    each.sort_unstable();
    each.dedup();
    let held = size_of::<(Questions, usize)>() + questions.len() * size_of::<Arc<Question>>();
    held + each.into_iter().map(|(_, weight)| weight).sum::<usize>()
}

impl Texts {
    /// Holds about `bytes`.
    pub fn new(bytes: usize) -> Self {
        Texts { bytes, generations: Mutex::default() }
    }

    /// The questions of a request seen before.
    pub fn get(&self, fingerprint: &[u8; 32]) -> Option<Questions> {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((questions, _)) = generations.young.get(fingerprint) {
            return Some(Arc::clone(questions));
        }
        let (questions, weight) = generations.old.remove(fingerprint)?;
        generations.insert(*fingerprint, Arc::clone(&questions), weight, self.bytes / 2);
        Some(questions)
    }

    /// Forgets everything, where there is no room for what is asked now.
    pub fn clear(&self) {
        let all = std::mem::take(&mut *self.generations.lock().unwrap_or_else(PoisonError::into_inner));
        drop(all);
    }

    /// Remembers a request's questions.
    pub fn insert(&self, fingerprint: [u8; 32], questions: Questions) {
        let weight = weight(&questions);
        // One request that fills a generation alone would only push out all others.
        if weight <= self.bytes / 2 {
            let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
            generations.insert(fingerprint, questions, weight, self.bytes / 2);
        }
    }
}

impl Generations {
    fn insert(&mut self, fingerprint: [u8; 32], questions: Questions, weight: usize, bound: usize) {
        if self.young_bytes + weight > bound {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        self.young_bytes += weight;
        if let Some((_, replaced)) = self.young.insert(fingerprint, (questions, weight)) {
            self.young_bytes -= replaced;
        }
    }
}
