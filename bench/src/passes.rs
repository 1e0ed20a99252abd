//! Passes over the windows: cold, warm, and a stream of memo hits.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use isotope_client::Client;
use isotope_proto::v1::select_request::Program;
use isotope_proto::v1::{Answer, BatchItem, SelectBatchRequest, SelectRequest, Source, Target, batch_item};
use prost::Message;
use tokio::sync::Mutex;
use tokio::task::JoinSet;

use crate::daemon::Daemon;
use crate::measure::{median, milliseconds};
use crate::windows::Case;

/// One window's answer and how long it took to come.
pub struct Timed {
    /// The answer.
    pub answer: Answer,
    /// From sending to having it, in milliseconds.
    pub ms: f64,
}

async fn select(client: &Client, case: &Case, target: &Target) -> Result<Timed> {
    let request = SelectRequest {
        program: Some(Program::Text(case.text.clone())),
        target: Some(target.clone()),
        ..SelectRequest::default()
    };
    let begin = Instant::now();
    let mut answers = client.select(request).await.with_context(|| format!("{} was refused", case.name))?;
    let ms = milliseconds(begin.elapsed());
    match answers.pop() {
        Some(answer) => Ok(Timed { answer, ms }),
        None => bail!("{} has no answer", case.name),
    }
}

/// Asks for every window once, `callers` at a time, and tells of each as it comes.
///
/// Answers are in the order of `cases`.
pub async fn cold(
    daemon: &Daemon,
    cases: &Arc<Vec<Case>>,
    target: &Target,
    callers: usize,
    mut tell: impl FnMut(&Case, &Timed),
) -> Result<Vec<Timed>> {
    let next = Arc::new(Mutex::new(0..cases.len()));
    let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
    let mut running = JoinSet::new();
    for _ in 0..callers {
        let (client, target, sender) = (daemon.connect().await?, target.clone(), sender.clone());
        let (cases, next) = (Arc::clone(cases), Arc::clone(&next));
        running.spawn(async move {
            loop {
                let Some(index) = next.lock().await.next() else { return };
                let answer = select(&client, &cases[index], &target).await;
                if sender.send((index, answer)).is_err() {
                    return;
                }
            }
        });
    }
    drop(sender);
    let mut answers: Vec<Option<Timed>> = cases.iter().map(|_| None).collect();
    while let Some((index, answer)) = receiver.recv().await {
        let answer = answer?;
        tell(&cases[index], &answer);
        answers[index] = Some(answer);
    }
    answers.into_iter().collect::<Option<_>>().context("a window was not answered")
}

/// The cost of asking again.
#[derive(Clone, Copy, Debug)]
pub struct Warm {
    /// Median milliseconds; of one request where the answer is not remembered.
    pub ms: f64,
    /// Whether the answer came from the memo. An unproved answer is searched again.
    pub remembered: bool,
}

/// Asks for each window again, one request at a time, `rounds` times where the memo answers.
pub async fn warm(daemon: &Daemon, cases: &[Case], target: &Target, rounds: usize) -> Result<Vec<Warm>> {
    let client = daemon.connect().await?;
    let mut all = Vec::with_capacity(cases.len());
    for case in cases {
        let first = select(&client, case, target).await?;
        let remembered = first.answer.source() == Source::Memo;
        let mut samples = vec![first.ms];
        if remembered {
            for _ in 1..rounds {
                samples.push(select(&client, case, target).await?.ms);
            }
        }
        all.push(Warm { ms: median(&samples).context("no rounds, no median")?, remembered });
    }
    Ok(all)
}

/// How many remembered windows `SelectBatch` answers in a second, the same ones again and again for `span`.
pub async fn throughput<'a>(
    daemon: &Daemon,
    cases: impl IntoIterator<Item = &'a Case>,
    target: &Target,
    span: Duration,
) -> Result<f64> {
    let client = daemon.connect().await?;
    let items: Vec<BatchItem> = (0..)
        .zip(cases)
        .map(|(index, case)| BatchItem { index, program: Some(batch_item::Program::Text(case.text.clone())) })
        .collect();
    let request = SelectBatchRequest { items, target: Some(target.clone()), ..SelectBatchRequest::default() };
    let (sender, receiver) = tokio::sync::mpsc::channel(8);
    let begin = Instant::now();
    tokio::spawn(async move {
        // The receiving end is gone once the call has failed, which the loop below reports.
        while begin.elapsed() < span && sender.send(request.clone()).await.is_ok() {}
    });
    let mut responses = client.select_batch(tokio_stream::wrappers::ReceiverStream::new(receiver)).await?;
    let mut count = 0;
    while let Some(response) = responses.message().await? {
        for answer in response.answers {
            if let Some(failure) = answer.failure {
                bail!("a window failed in SelectBatch: {}", failure.message);
            }
            count += answer.answers.len();
        }
    }
    Ok(count as f64 / begin.elapsed().as_secs_f64())
}

/// Whether two passes gave the same code, byte for byte: everything of an answer but its times.
pub fn same_bytes(first: &[Timed], second: &[Timed]) -> bool {
    let bytes = |timed: &Timed| timed.answer.selection.as_ref().map(Message::encode_to_vec);
    first.len() == second.len() && first.iter().zip(second).all(|(a, b)| bytes(a) == bytes(b))
}
