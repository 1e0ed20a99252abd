//! Requests seen before: their questions by fingerprint, so that a repeated text is neither parsed nor made canonical again.

use crate::intake::question::Question;
use crate::limits;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use std::sync::Arc;

/// The windows of one request.
pub type Questions = Arc<[Arc<Question>]>;

/// A map from fingerprints to questions, bounded in bytes.
pub struct Texts(Cache<[u8; 32], Questions, Weight>);

#[derive(Clone)]
struct Weight;

impl Weighter<[u8; 32], Questions> for Weight {
    fn weight(&self, _: &[u8; 32], questions: &Questions) -> u64 {
        // Equal results of a request are one question.
        let mut each: Vec<_> = questions.iter().map(|q| (Arc::as_ptr(q), q.weight())).collect();
        each.sort_unstable();
        each.dedup();
        let held = size_of::<(Questions, usize)>() + questions.len() * size_of::<Arc<Question>>();
        (held + each.into_iter().map(|(_, weight)| weight).sum::<usize>()) as u64
    }
}

impl Texts {
    /// Holds at most `bytes`; a request that would take more than half of them is not held.
    pub fn new(bytes: usize) -> Self {
        // One shard: a request may be as large as many others together.
        let options = OptionsBuilder::new()
            .estimated_items_capacity(bytes / limits::READ_REQUEST_BYTES)
            .weight_capacity(bytes as u64)
            .shards(1)
            .build()
            .expect("all that it needs is given");
        Texts(Cache::with_options(options, Weight, DefaultHashBuilder::default(), DefaultLifecycle::default()))
    }

    /// The questions of a request seen before.
    pub fn get(&self, fingerprint: &[u8; 32]) -> Option<Questions> {
        self.0.get(fingerprint)
    }

    /// Forgets everything, where there is no room for what is asked now.
    pub fn clear(&self) {
        self.0.clear();
    }

    /// Remembers a request's questions.
    pub fn insert(&self, fingerprint: [u8; 32], questions: Questions) {
        // One request that fills half of it would only push out all others.
        if Weight.weight(&fingerprint, &questions) <= self.0.capacity() / 2 {
            self.0.insert(fingerprint, questions);
        }
    }
}
