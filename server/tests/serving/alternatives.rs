//! `Alternatives` and `ComparedLoops`: what there is to measure, all of it proved, and nothing is searched for it.

use crate::{AVERAGE, Daemon, Setup, znver4};
use isotope_proto::v1;
use std::sync::atomic::Ordering;
use tonic::Code;

fn request(text: &str) -> v1::AlternativesRequest {
    v1::AlternativesRequest {
        program: Some(v1::alternatives_request::Program::Text(text.to_owned())),
        target: Some(znver4()),
        ..Default::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_remembered_is_listed_with_its_code_and_only_what_is_proved() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let mut client = daemon.client().await;
    let mut ask = async |text: &str| client.alternatives(request(text)).await.unwrap().into_inner().windows;
    let none = ask(AVERAGE).await;
    assert_eq!((none.len(), none[0].programs.len(), none[0].cpu.as_str()), (1, 0, "znver4"));
    assert_eq!(daemon.double.searched(), 0, "nothing is searched for it");

    daemon.select(AVERAGE).await.unwrap();
    // The double proves its own program again, and not the other one.
    let window = ask(AVERAGE).await.remove(0);
    let verdicts: Vec<v1::Verdict> =
        window.programs.iter().map(|program| program.selection.as_ref().unwrap().verdict()).collect();
    assert_eq!(verdicts, [v1::Verdict::Baseline, v1::Verdict::Proved]);
    assert_eq!(daemon.double.checks.load(Ordering::SeqCst), 1);
    let code = window.programs[1].r#loop.clone().unwrap();
    assert_eq!((code.code.as_str(), code.model_cost, code.measured_cost), ("nop", 150, Some(140)));
    assert_eq!(window.programs[0].r#loop.clone().unwrap().measured_cost, None);
    // Programs speak of the canonical window's leaves.
    let parameter = &window.programs[1].selection.as_ref().unwrap().parameters[0];
    let Some(v1::parameter::Value::Leaf(leaf)) = &parameter.value else { panic!("{parameter:?}") };
    assert!(window.canonical.contains(&format!("){leaf}")), "{leaf} is not in {}", window.canonical);

    // A window that could not be proved is not tried again.
    assert_eq!(ask(AVERAGE).await.remove(0).programs.len(), 2);
    assert_eq!(daemon.double.checks.load(Ordering::SeqCst), 1);
    assert_eq!(daemon.double.searched(), 1);
    let refused = daemon.client().await.alternatives(request("uint8x64 frobnicate((uint8x64)a)\n")).await.unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_compared_is_listed_by_cpu_and_ranks_by_what_was_measured_of_both() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(cache.path(), Setup::default()).await;
    let mut client = daemon.client().await;
    let pair = |name: &str, own: &str, selected: &str| v1::Pair {
        name: name.into(),
        own: Some(own.into()),
        selected: Some(selected.into()),
    };
    let pairs = vec![pair("both", "measured\n", "measured\nnop\n"), pair("one", "nop\n", "measured\nnop\nnop\n")];
    let compared = client.compare(v1::CompareRequest { target: Some(znver4()), pairs }).await.unwrap().into_inner();
    let costs: Vec<_> = compared.compared.iter().map(|c| (c.own_cost, c.selected_cost)).collect();
    assert_eq!(costs, [(Some(99_900), Some(99_800)), (Some(100), Some(300))], "never one of either kind");

    let mut loops = async |cpu: &str| {
        let request = v1::ComparedLoopsRequest { cpu: cpu.to_owned() };
        client.compared_loops(request).await.unwrap().into_inner().loops
    };
    let listed = loops("znver4").await;
    let codes: Vec<&str> = listed.iter().map(|one| one.code.as_str()).collect();
    assert_eq!(codes, ["measured", "measured\nnop", "measured\nnop\nnop", "nop"]);
    assert_eq!((listed[1].model_cost, listed[1].measured_cost), (200, Some(99_800)));
    assert_eq!((listed[3].model_cost, listed[3].measured_cost), (100, None));
    assert_eq!(loops("haswell").await, []);
}
