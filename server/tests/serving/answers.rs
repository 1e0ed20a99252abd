//! Answers, cached entries, and in whose names they are.

use crate::double::{Act, Double};
use crate::{AVERAGE, Daemon, Setup, numbered, only, request, znver4};
use isotope_proto::v1;
use prost::Message as _;
use std::sync::Arc;

#[tokio::test(flavor = "multi_thread")]
async fn the_second_answer_is_the_first_from_the_memo() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let cold = daemon.select(AVERAGE).await.unwrap();
    assert_eq!(cold[0].source(), v1::Source::Search);
    assert_eq!(cold[0].work_spent, 1234);
    let selection = only(&cold);
    assert_eq!(selection.verdict(), v1::Verdict::Proved);
    assert_eq!((selection.cost, selection.baseline_cost), (150, 450));
    assert_eq!(selection.expression, AVERAGE);
    assert_eq!(selection.target, Some(znver4()));
    assert_eq!(selection.epoch, "e0");
    for _ in 0..3 {
        let warm = daemon.select(AVERAGE).await.unwrap();
        assert_eq!((warm[0].source(), warm[0].work_spent), (v1::Source::Memo, 0));
        assert_eq!(only(&warm).encode_to_vec(), selection.encode_to_vec());
    }
    assert_eq!(daemon.double.searched(), 1);
    let stats = daemon.stats().await;
    assert_eq!((stats.windows, stats.from_search, stats.from_memo, stats.memo_records), (4, 1, 3, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_memo_outlives_the_daemon_but_not_its_epoch() {
    let cache = tempfile::tempdir().unwrap();
    let first = Daemon::start(cache.path(), Setup::default()).await;
    let cold = first.select(AVERAGE).await.unwrap();
    first.stop().await;
    let second = Daemon::start(cache.path(), Setup::default()).await;
    let warm = second.select(AVERAGE).await.unwrap();
    assert_eq!(warm[0].source(), v1::Source::Memo);
    assert_eq!(only(&warm).encode_to_vec(), only(&cold).encode_to_vec());
    second.stop().await;
    let double = Arc::new(Double { epoch: Some("e1"), ..Default::default() });
    let third = Daemon::start(cache.path(), Setup { double, ..Default::default() }).await;
    let anew = third.select(AVERAGE).await.unwrap();
    assert_eq!(anew[0].source(), v1::Source::Search);
    assert_eq!(only(&anew).epoch, "e1");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_phrasing_hits_and_is_answered_in_its_own_names() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.select("uint8x64 ((uint8x64)a + (uint8x64)b) - (uint8x64)c").await.unwrap();
    let warm = daemon.select("uint8x64 ((uint8x64)y + (uint8x64)x) - (uint8x64)z").await.unwrap();
    assert_eq!(warm[0].source(), v1::Source::Memo);
    let mut names: Vec<_> = only(&warm).parameters.iter().map(|p| p.value.clone().unwrap()).collect();
    names.sort_by_key(|v| format!("{v:?}"));
    assert_eq!(names, ["x", "y", "z"].map(|n| v1::parameter::Value::Leaf(n.to_owned())));
    assert_eq!(daemon.double.searched(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn loads_are_named_in_the_requests_own_buffers() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let text = |buffer: &str, base: &str, offset: i64| {
        format!(
            "let p : uint8x64 = load {buffer}[{base} + {offset}, stride 1]\nuint16x64 (uint16x64)widening_add((uint8x64)p, (uint8x64)p)"
        )
    };
    for (at, (buffer, base, offset)) in [("B", "t", 4), ("input", "row", 4)].into_iter().enumerate() {
        let answers = daemon.select(&text(buffer, base, offset)).await.unwrap();
        let expected = v1::Load { buffer: buffer.into(), base: base.into(), offset: offset + 1, stride: 1 };
        assert_eq!(only(&answers).parameters[0].value, Some(v1::parameter::Value::Load(expected)));
        let source = if at == 0 { v1::Source::Search } else { v1::Source::Memo };
        assert_eq!(answers[0].source(), source);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_is_proved_is_in_the_memo_and_what_is_not_is_searched_for_once_a_process() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.set(Act::Baseline);
    for _ in 0..2 {
        let answers = daemon.select(&numbered(0)).await.unwrap();
        assert_eq!(only(&answers).verdict(), v1::Verdict::Baseline);
        assert_ne!(answers[0].source(), v1::Source::Memo);
    }
    assert_eq!(daemon.double.searched(), 1);
    assert_eq!(daemon.stats().await.memo_records, 0);
    daemon.stop().await;
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.double.set(Act::Baseline);
    daemon.select(&numbered(0)).await.unwrap();
    assert_eq!(daemon.double.searched(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn several_windows_are_answered_in_order() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.select(&numbered(7)).await.unwrap();
    let text: Vec<String> = (0..20).map(numbered).collect();
    let answers = daemon.select(&text.join("\n")).await.unwrap();
    assert_eq!(answers.len(), 20);
    for (n, answer) in answers.iter().enumerate() {
        let wanted = daemon.select(&numbered(n)).await.unwrap();
        assert_eq!(answer.selection, wanted[0].selection, "window {n}");
        let source = if n == 7 { v1::Source::Memo } else { v1::Source::Search };
        assert_eq!(answer.source(), source);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_wanted_texts_are_sent() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let outputs = vec![v1::Output::LlvmIr as i32];
    let asked = v1::SelectRequest { options: Some(v1::Options { outputs, ..Default::default() }), ..request(AVERAGE) };
    let answers = daemon.client().await.select(asked).await.unwrap().into_inner().answers;
    let selection = only(&answers);
    assert!(!selection.llvm_ir.is_empty() && selection.autollvm.is_empty() && selection.proof.is_none());
    assert!(selection.instructions.is_empty() && selection.expression.is_empty());
    let all = daemon.select(AVERAGE).await.unwrap();
    assert_eq!(all[0].source(), v1::Source::Memo, "what is sent is no part of the key");
    assert_eq!(only(&all).proof.as_ref().unwrap().steps.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_explanation_searches_nothing_and_knows_the_memo() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let ask = async || {
        let program = Some(v1::explain_request::Program::Text(AVERAGE.to_owned()));
        let request = v1::ExplainRequest { program, target: Some(znver4()), ..Default::default() };
        daemon.client().await.explain(request).await.unwrap().into_inner()
    };
    let before = ask().await;
    assert_eq!(daemon.double.searched(), 0);
    assert_eq!(before.windows[0].memo(), v1::MemoState::Miss);
    assert_eq!(before.cost_model, "double-znver4");
    assert!(before.features.contains(&"avx512vnni".to_owned()));
    assert_eq!(before.windows[0].sections[0].text, "everything of znver4");
    daemon.select(AVERAGE).await.unwrap();
    let after = ask().await;
    assert_eq!(after.windows[0].memo(), v1::MemoState::Hit);
    assert_eq!(after.windows[0].key, before.windows[0].key);
    assert_eq!(after.windows[0].selection.as_ref().unwrap().cost, 150);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_does_not_fit_its_question_is_searched_anew() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    daemon.select(AVERAGE).await.unwrap();
    daemon.select(&numbered(1)).await.unwrap();
    daemon.stop().await;
    // The two records, each under the other's key; every frame is sound.
    let (memo, _) = isotope_cache::Memo::open(cache.path(), isotope_cache::Options::default()).unwrap();
    let mut records = Vec::new();
    memo.for_each(|record| {
        records.push(record);
        Ok(())
    })
    .unwrap();
    let [one, two] = <[_; 2]>::try_from(records).unwrap();
    let swapped = [(one.key, &two), (two.key, &one)].map(|(key, r)| isotope_cache::Record { key, ..r.clone() });
    memo.put_all(&swapped).unwrap();
    drop(memo);
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let answers = daemon.select(AVERAGE).await.unwrap();
    assert_eq!(answers[0].source(), v1::Source::Search);
    assert_eq!(only(&answers).expression, AVERAGE);
    assert!(daemon.stats().await.records_refused > 0);
    assert_eq!(daemon.select(AVERAGE).await.unwrap()[0].source(), v1::Source::Memo);
}
