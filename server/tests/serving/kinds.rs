//! The invariants of every kind of work that takes a worker: it gives way, ends with its callers, and takes a place in its caller's quota.

use crate::double::{Act, until};
use crate::{Daemon, Setup, numbered, request, znver4};
use isotope_proto::v1;
use isotope_proto::v1::isotope_client::IsotopeClient;
use isotope_server::access::methods::TABLE;
use isotope_server::access::{Access, Identity, Quota, Role, Rules};
use isotope_server::edge::Edge;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::task::JoinHandle;
use tonic::transport::Channel;
use tonic::{Code, Request, Status};

/// Methods whose calls take no worker, and why.
const WITHOUT_A_WORKER: &[(&str, &str)] = &[
    ("ComparedLoops", "reads memory"),
    ("Audit", "proves behind everything that callers wait for"),
    ("Import", "proves behind everything that callers wait for"),
    ("Stats", "reads counters"),
    ("Misses", "reads memory"),
    ("LogLevel", "sets a filter"),
    ("Pin", "reads a request"),
    ("Purge", "reads the memo"),
    ("Verify", "reads the memo"),
    ("Export", "reads the memo"),
];

/// Methods whose calls take one, or LLVM's tools.
const WITH_A_WORKER: [&str; 9] =
    ["Select", "SelectBatch", "Explain", "Check", "Alternatives", "Compare", "Compile", "Nest", "Schedule"];

/// A method whose call ends with MLIR's tools, which the double has not: it gets as far as the search for a window of its first tile. Its
/// calls end in `compiling.rs` of the command.
const WITH_TOOLS: &str = "Compile";

#[test]
fn every_method_says_whether_it_takes_a_worker() {
    for (method, _) in TABLE {
        let without = WITHOUT_A_WORKER.iter().any(|(name, _)| name == method);
        assert!(without != WITH_A_WORKER.contains(method), "{method}: say which, and why");
    }
}

/// A nest that reads an array down its columns, which is worth a pack, of so many more rows.
fn columns(n: usize) -> String {
    let (rows, array) = (64 + n, "memref<512x512xi64>");
    let begin = |counter: &str, most: usize| {
        format!(
            "\"affine.for\"() <{{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, \
             upperBoundMap = affine_map<() -> ({most})>}}> ({{\n^bb0({counter}: index):\n"
        )
    };
    let access = |rows: &str| format!("<{{map = affine_map<(d0, d1, d2) -> ({rows})>}}>");
    let (types, counters) = (format!("({array}, index, index, index) -> i64"), "%i, %j, %k");
    let (load_a, load_b, store) = (access("d0, d2"), access("d2, d1"), access("d0, d1"));
    let loops = [begin("%i", rows), begin("%j", 512), begin("%k", 512)].concat();
    let ends = "\"affine.yield\"() : () -> ()\n}) : () -> ()\n".repeat(3);
    format!(
        "\"func.func\"() <{{function_type = ({array}, {array}, {array}) -> (), sym_name = \"f\"}}> ({{\n\
         ^bb0(%a: {array}, %b: {array}, %c: {array}):\n{loops}\
         %x = \"affine.load\"(%a, {counters}) {load_a} : {types}\n%y = \"affine.load\"(%b, {counters}) {load_b} : {types}\n\
         %z = \"affine.load\"(%c, {counters}) {store} : {types}\n%p = \"arith.muli\"(%x, %y) : (i64, i64) -> i64\n\
         %s = \"arith.addi\"(%z, %p) : (i64, i64) -> i64\n\
         \"affine.store\"(%s, %c, {counters}) {store} : (i64, {array}, index, index, index) -> ()\n\
         {ends}\"func.return\"() : () -> ()\n}}) : () -> ()\n"
    )
}

/// One call of a method, about the window or the program of this number, which is searched for or compared.
async fn call(mut client: IsotopeClient<Channel>, method: &str, n: usize, time: Option<u64>) -> Result<(), Status> {
    fn timed<T>(message: T, time: Option<u64>) -> Request<T> {
        let mut request = Request::new(message);
        time.iter().for_each(|ms| request.set_timeout(Duration::from_millis(*ms)));
        request
    }
    let (text, target) = (numbered(n), Some(znver4()));
    match method {
        "Select" => client.select(timed(request(&text), time)).await.map(drop),
        "SelectBatch" => {
            let program = Some(v1::batch_item::Program::Text(text));
            let items = vec![v1::BatchItem { index: 1, program }];
            let message = v1::SelectBatchRequest { items, target, ..Default::default() };
            let mut answers = client.select_batch(timed(tokio_stream::once(message), time)).await?.into_inner();
            while answers.message().await?.is_some() {}
            Ok(())
        }
        "Explain" => {
            let program = Some(v1::explain_request::Program::Text(text));
            client.explain(timed(v1::ExplainRequest { program, target, ..Default::default() }, time)).await.map(drop)
        }
        "Check" => {
            let message = v1::CheckRequest { before: text.clone(), after: text, ..Default::default() };
            client.check(timed(message, time)).await.map(drop)
        }
        "Compile" => {
            let statement = "i32 C[i,j] += u8 A[i,k] * s8 B[k,j]".to_owned();
            let size = |name: &str, size: usize| v1::Dimension { name: name.to_owned(), size: size as u64 };
            let dimensions = vec![size("i", 8 + n), size("j", 64), size("k", 64)];
            let program = Some(v1::compile_request::Program::Statement(statement));
            let message = v1::CompileRequest { program, dimensions, target, ..Default::default() };
            client.compile(timed(message, time)).await.map(drop)
        }
        "Nest" => {
            let transform = Some(v1::nest_request::Transform::Pack(v1::Packing { like_gpat: false }));
            let message = v1::NestRequest { module: columns(n), target, transform, ..Default::default() };
            client.nest(timed(message, time)).await.map(drop)
        }
        "Schedule" => {
            let message = v1::ScheduleRequest { code: text, mcpu: "hexagonv66".to_owned(), ..Default::default() };
            client.schedule(timed(message, time)).await.map(drop)
        }
        "Alternatives" => {
            let program = Some(v1::alternatives_request::Program::Text(text));
            let message = v1::AlternativesRequest { program, target, ..Default::default() };
            client.alternatives(timed(message, time)).await.map(drop)
        }
        "Compare" => {
            let (own, selected) = (Some(format!("\taddq ${n}, %rax\n")), Some("\tnop\n".to_owned()));
            let pairs = vec![v1::Pair { name: text, own, selected }];
            client.compare(timed(v1::CompareRequest { target, pairs }, time)).await.map(drop)
        }
        other => panic!("{other} is not called here"),
    }
}

/// The same on a connection of its own.
async fn begun(daemon: &Daemon, method: &'static str, n: usize, time: Option<u64>) -> JoinHandle<Result<(), Status>> {
    tokio::spawn(call(daemon.client().await, method, n, time))
}

/// A daemon that remembers what `Alternatives` is asked about, and has nothing else to do.
async fn daemon(cache: &tempfile::TempDir, method: &str, threads: usize, edge: Edge) -> Daemon {
    let daemon = Daemon::start(cache.path(), Setup { threads, edge, ..Default::default() }).await;
    if method == "Alternatives" {
        for n in 0..3 {
            daemon.select(&numbered(n)).await.unwrap();
        }
    }
    daemon
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_gives_way_to_another_callers_window_and_is_begun_again() {
    for method in WITH_A_WORKER {
        let cache = tempfile::tempdir().unwrap();
        let daemon = daemon(&cache, method, 1, Edge::default()).await;
        daemon.double.set(Act::Hog);
        let mut hogs = Vec::new();
        for n in 0..3 {
            hogs.push(begun(&daemon, method, n, None).await);
        }
        daemon.double.until_running(2).await;
        daemon.double.set(Act::Prove);
        let answered = tokio::time::timeout(Duration::from_secs(10), daemon.select(&numbered(100))).await;
        let answers = answered.unwrap_or_else(|_| panic!("a window waits for {method}")).unwrap();
        assert!(!answers[0].truncated, "{method}");
        assert!(daemon.stats().await.gave_way > 0, "{method}");
        daemon.double.hogs_end.store(true, Ordering::SeqCst);
        for hog in hogs.into_iter().filter(|_| method != WITH_TOOLS) {
            hog.await.unwrap().unwrap_or_else(|status| panic!("{method}: nothing is lost but time, {status}"));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_ends_when_nobody_waits_for_it() {
    for method in WITH_A_WORKER {
        let cache = tempfile::tempdir().unwrap();
        let daemon = daemon(&cache, method, 2, Edge::default()).await;
        daemon.double.set(Act::Hog);
        // One leaves before its time, and the time of the other is over.
        let left = begun(&daemon, method, 0, Some(60_000)).await;
        let late = begun(&daemon, method, 1, Some(400)).await;
        daemon.double.until_running(2).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        left.abort();
        let has_answer = method.starts_with("Select") || method == "Compare";
        assert_eq!(late.await.unwrap().is_ok(), has_answer, "{method}: a window has a plain lowering, a pair no costs");
        let ended =
            tokio::time::timeout(Duration::from_secs(10), until(|| daemon.double.running.load(Ordering::SeqCst) == 0));
        ended.await.unwrap_or_else(|_| panic!("{method} goes on for nobody"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_takes_a_place_in_its_callers_quota() {
    // A quota of searches says nothing of the prices of code.
    for method in WITH_A_WORKER.into_iter().filter(|method| *method != "Compare") {
        let cache = tempfile::tempdir().unwrap();
        let quota = Quota { searches_at_once: Some(1), ..Quota::default() };
        let anyone = Arc::new(Identity::named("anyone", Role::ALL.into_iter().collect(), quota));
        let access = Access::new(Rules { anonymous: Some(anyone), ..Rules::default() });
        let daemon = daemon(&cache, method, 2, Edge { access, ..Edge::default() }).await;
        daemon.double.set(Act::UntilStopped);
        let first = begun(&daemon, method, 0, None).await;
        daemon.double.until_running(1).await;
        let refused = call(daemon.client().await, "Check", 7, None).await.unwrap_err();
        assert_eq!(refused.code(), Code::ResourceExhausted, "{method}: {refused}");
        first.abort();
        until(|| daemon.double.running.load(Ordering::SeqCst) == 0).await;
        daemon.double.set(Act::Prove);
        call(daemon.client().await, "Check", 7, None).await.unwrap_or_else(|status| panic!("{method}: {status}"));
    }
}

/// A name that a client gives itself divides the turn of its connection and makes none.
#[tokio::test(flavor = "multi_thread")]
async fn a_connection_has_one_share_however_many_names_its_calls_have() {
    let cache = tempfile::tempdir().unwrap();
    let daemon = daemon(&cache, "Select", 1, Edge::default()).await;
    daemon.double.set(Act::Slow(20));
    let crowd = daemon.client().await;
    let mut calls = Vec::new();
    for n in 0..200 {
        let mut client = crowd.clone();
        calls.push(tokio::spawn(async move {
            let mut request = Request::new(request(&numbered(n)));
            request.metadata_mut().insert("isotope-caller", n.to_string().parse().unwrap());
            client.select(request).await.map(drop)
        }));
    }
    until(|| daemon.double.searched() > 5).await;
    let before = daemon.double.searched();
    daemon.select(&numbered(1000)).await.unwrap();
    let others = daemon.double.searched() - before;
    assert!(others <= 10, "{others} windows of the crowd came first");
    calls.iter().for_each(JoinHandle::abort);
}
