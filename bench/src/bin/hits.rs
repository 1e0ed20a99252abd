//! A remembered `Select` beside Redis' GET of a value of the same size, over loopback, in one run.
//!
//! Both callers are this program, on one thread of tokio: a connection each, one request under way on each, sockets with
//! TCP_NODELAY, requests encoded once. Both speak their protocol on the bare socket and count the bytes of the answer. A third
//! calls through the crate `h2`, as a program would: what it takes longer than the second is its own work. A fourth calls, as the second
//! does, a server that does nothing but HTTP/2 by that crate: a daemon on it cannot be faster. Rounds of the four alternate; every
//! time is from before the request is written until the whole answer is read. The servers' processor time a call is what others on the
//! machine disturb least.

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Parser;
use isotope_bench::bare_echo::{self, Echo};
use isotope_bench::bare_grpc::BareGrpc;
use isotope_bench::chosen::Chosen;
use isotope_bench::daemon::Daemon;
use isotope_bench::measure::{median, short};
use isotope_bench::windows::{Wording, read};
use isotope_proto::v1::{SelectRequest, SelectResponse, Source, select_request::Program};
use prost::Message as _;
use prost::bytes::{BufMut as _, Bytes, BytesMut};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// The method that is called.
const SELECT: &str = "/isotope.v1.Isotope/Select";
/// Bytes before a message in gRPC: whether it is compressed, and its length.
const GRPC_PREFIX_BYTES: usize = 5;

/// Measures memo hits against Redis' GET: medians over 8 and 64 connections, and their ratio.
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    chosen: Chosen,
    /// The window that is asked for.
    #[arg(long, default_value = "avgpool2x2")]
    window: String,
    /// Seconds of one round of one side.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Rounds of each side.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// The Redis server's program; it is started on a free port and keeps nothing.
    #[arg(long, default_value = "redis-server")]
    redis: String,
    /// A daemon that runs already, as ADDR:PORT, instead of one of this program's own.
    #[arg(long)]
    daemon: Option<SocketAddr>,
    /// Be the server that does nothing, with answers of so many bytes.
    #[arg(long, hide = true)]
    echo: Option<usize>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(bytes) = arguments.echo {
        // With as many threads as the daemon's.
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        return runtime.block_on(bare_echo::serve(&vec![b'x'; bytes]));
    }
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(measure(arguments))
}

async fn measure(arguments: Arguments) -> Result<()> {
    let cases = read(&arguments.chosen.folder(), Wording::Canonical)?;
    let case = cases.iter().find(|case| case.name == arguments.window).with_context(|| {
        let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        format!("no window is called `{}`; there are {}", arguments.window, names.join(", "))
    })?;
    let target = arguments.chosen.target()?;
    let asked =
        SelectRequest { program: Some(Program::Text(case.text.clone())), target: Some(target), ..Default::default() };
    let cache = tempfile::tempdir().context("no temporary folder for the memo")?;
    let own = if arguments.daemon.is_none() { Some(Daemon::start(cache.path()).await?) } else { None };
    let address = match (&own, arguments.daemon) {
        (Some(daemon), _) => daemon.url.trim_start_matches("http://").parse()?,
        (None, address) => address.context("no daemon")?,
    };
    let through_h2 = Call::grpc(&asked);
    let answer = remembered(address, &through_h2).await?;
    let ours = Call { protocol: Protocol::Bare, answer_bytes: GRPC_PREFIX_BYTES + answer.len(), ..through_h2.clone() };
    let redis = Redis::start(&arguments.redis).await?;
    redis.set(&answer).await?;
    let theirs = Call::get(answer.len());
    let echo = Echo::start("--echo", answer.len()).await?;
    println!("window {}: an answer of {} bytes", case.name, answer.len());
    let round = Duration::from_secs_f64(arguments.seconds);
    let mut sides = [
        Side::new("GET", redis.address, Some(redis.child.id()), theirs),
        Side::new("Select", address, own.as_ref().map(Daemon::id), ours.clone()),
        Side::new("Select through h2", address, own.as_ref().map(Daemon::id), through_h2),
        Side::new("bare h2 server", echo.address, Some(echo.id()), Call { protocol: Protocol::Echo, ..ours }),
    ];
    let mut worst = 0.0f64;
    for connections in [8, 64] {
        sides.iter_mut().for_each(Side::clear);
        for _ in 0..arguments.rounds {
            for side in &mut sides {
                side.round(connections, round).await?;
            }
        }
        let middle = |side: &Side| median(&side.times).with_context(|| format!("no {} was answered", side.name));
        let get = middle(&sides[0])?;
        worst = worst.max(middle(&sides[1])? / get);
        for side in &sides {
            let (time, calls) = (middle(side)?, side.times.len());
            let cpu =
                side.cpu.map(|spent| format!(", {} us of its server's processor time", short(spent / calls as f64)));
            let (cpu, times) = (cpu.unwrap_or_default(), short(time / get));
            println!(
                "{connections:>3} connections: {:<17} {} us, {times} times ({calls} calls{cpu})",
                side.name,
                short(time)
            );
        }
    }
    println!("at most {} times Redis", short(worst));
    Ok(())
}

/// One that is asked, how, and what it took.
struct Side {
    name: &'static str,
    address: SocketAddr,
    server: Option<u32>,
    call: Call,
    /// Microseconds of each call.
    times: Vec<f64>,
    /// Microseconds of the server's threads, where it is known.
    cpu: Option<f64>,
}

impl Side {
    fn new(name: &'static str, address: SocketAddr, server: Option<u32>, call: Call) -> Side {
        Side { name, address, server, call, times: Vec::new(), cpu: None }
    }

    fn clear(&mut self) {
        (self.times, self.cpu) = (Vec::new(), None);
    }

    async fn round(&mut self, connections: usize, time: Duration) -> Result<()> {
        let before = self.server.and_then(processor_us);
        self.times.extend(load(self.address, &self.call, connections, time).await?);
        let spent = self.server.and_then(processor_us).zip(before).map(|(after, before)| after - before);
        self.cpu = spent.map(|spent| spent + self.cpu.unwrap_or_default());
        Ok(())
    }
}

/// Microseconds that a process' threads have run, by the scheduler's own account.
fn processor_us(process: u32) -> Option<f64> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let of =
        |path: PathBuf| std::fs::read_to_string(path.join("schedstat")).ok()?.split(' ').next()?.parse::<f64>().ok();
    Some(threads.flatten().filter_map(|thread| of(thread.path())).sum::<f64>() / 1e3)
}

/// One request, encoded, and the bytes of its answer.
#[derive(Clone)]
struct Call {
    protocol: Protocol,
    request: Bytes,
    /// 0 for any.
    answer_bytes: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Protocol {
    /// gRPC through the crate `h2`.
    Grpc,
    /// gRPC on the socket.
    Bare,
    /// The same, of a server that does nothing.
    Echo,
    Redis,
}

impl Call {
    fn grpc(asked: &SelectRequest) -> Call {
        let mut request = BytesMut::with_capacity(GRPC_PREFIX_BYTES + asked.encoded_len());
        request.put_u8(0);
        request.put_u32(u32::try_from(asked.encoded_len()).expect("a request of a few hundred bytes"));
        request.extend_from_slice(&asked.encode_to_vec());
        Call { protocol: Protocol::Grpc, request: request.freeze(), answer_bytes: 0 }
    }

    fn get(value_bytes: usize) -> Call {
        let head = format!("${value_bytes}\r\n").len();
        let request = Bytes::from_static(b"*2\r\n$3\r\nGET\r\n$1\r\na\r\n");
        Call { protocol: Protocol::Redis, request, answer_bytes: head + value_bytes + 2 }
    }
}

/// A connection on which one call at a time is made.
enum Caller {
    Grpc { send: h2::client::SendRequest<Bytes>, uri: String },
    Bare(Box<BareGrpc>),
    Redis { socket: TcpStream, buffer: Vec<u8> },
}

impl Caller {
    async fn connect(address: SocketAddr, call: &Call) -> Result<Caller> {
        let protocol = call.protocol;
        if matches!(protocol, Protocol::Bare | Protocol::Echo) {
            let mut bare = Box::new(BareGrpc::connect(address, SELECT, &call.request).await?);
            // The first sends more than the others; the second shows what trailers say that a call went well.
            for _ in 0..2 {
                let mut bytes = Vec::new();
                bare.call(Some(&mut bytes)).await?;
                ensure!(protocol == Protocol::Echo || is_remembered(&bytes)?, "the answer does not come from the memo");
            }
            return Ok(Caller::Bare(bare));
        }
        let socket = TcpStream::connect(address).await.with_context(|| format!("cannot connect to {address}"))?;
        socket.set_nodelay(true)?;
        if protocol == Protocol::Redis {
            return Ok(Caller::Redis { socket, buffer: vec![0; 64 << 10] });
        }
        let mut builder = h2::client::Builder::new();
        builder.initial_window_size(1 << 20).initial_connection_window_size(1 << 24);
        let (send, connection) = builder.handshake(socket).await?;
        tokio::spawn(async move {
            // If the connection breaks, the call under way fails and reports it.
            let _ = connection.await;
        });
        Ok(Caller::Grpc { send, uri: format!("http://{address}{SELECT}") })
    }

    /// Makes the call; `keep` gets the answer's bytes. Says how many there were.
    async fn call(&mut self, call: &Call, mut keep: Option<&mut Vec<u8>>) -> Result<usize> {
        match self {
            Caller::Redis { socket, buffer } => {
                socket.write_all(&call.request).await?;
                let mut got = 0;
                while got < call.answer_bytes {
                    let read = socket.read(buffer).await?;
                    ensure!(read > 0, "Redis closed the connection");
                    got += read;
                }
                Ok(got)
            }
            Caller::Bare(bare) => bare.call(keep).await,
            Caller::Grpc { send, uri } => {
                let mut ready = send.clone().ready().await?;
                let request = http::Request::post(uri.as_str())
                    .header("content-type", "application/grpc")
                    .header("te", "trailers")
                    .body(())?;
                let (answered, mut stream) = ready.send_request(request, false)?;
                stream.send_data(call.request.clone(), true)?;
                let mut body = answered.await?.into_body();
                let mut got = 0;
                while let Some(piece) = body.data().await {
                    let piece = piece?;
                    got += piece.len();
                    body.flow_control().release_capacity(piece.len())?;
                    if let Some(keep) = &mut keep {
                        keep.extend_from_slice(&piece);
                    }
                }
                let trailers = body.trailers().await?;
                let status = trailers.as_ref().and_then(|t| t.get("grpc-status"));
                ensure!(status.is_some_and(|s| s == "0"), "the call failed: {trailers:?}");
                Ok(got)
            }
        }
    }
}

/// Asks until the answer comes from the memo, and returns its bytes.
async fn remembered(address: SocketAddr, call: &Call) -> Result<Vec<u8>> {
    let mut caller = Caller::connect(address, call).await?;
    for _ in 0..3 {
        let mut bytes = Vec::new();
        caller.call(call, Some(&mut bytes)).await?;
        if is_remembered(&bytes)? {
            return Ok(bytes.split_off(GRPC_PREFIX_BYTES));
        }
    }
    bail!("the window's answer is not remembered")
}

/// Whether all answers of a response, with its prefix, are from the memo.
fn is_remembered(bytes: &[u8]) -> Result<bool> {
    let message = bytes.get(GRPC_PREFIX_BYTES..).context("an answer without a message")?;
    Ok(SelectResponse::decode(message)?.answers.iter().all(|answer| answer.source() == Source::Memo))
}

/// Microseconds of each call that `connections` callers made in `time`, one after the other on each.
async fn load(address: SocketAddr, call: &Call, connections: usize, time: Duration) -> Result<Vec<f64>> {
    let mut callers = Vec::with_capacity(connections);
    for _ in 0..connections {
        callers.push(Caller::connect(address, call).await?);
    }
    let end = Instant::now() + time;
    let mut running = JoinSet::new();
    for mut caller in callers {
        let call = call.clone();
        running.spawn(async move {
            let mut times = Vec::new();
            while Instant::now() < end {
                let begin = Instant::now();
                let got = caller.call(&call, None).await?;
                ensure!(call.answer_bytes == 0 || got == call.answer_bytes, "an answer of {got} bytes");
                times.push(begin.elapsed().as_secs_f64() * 1e6);
            }
            Ok(times)
        });
    }
    let mut all = Vec::new();
    while let Some(times) = running.join_next().await {
        all.extend(times??);
    }
    Ok(all)
}

/// A Redis server of one's own; dropping it ends it.
struct Redis {
    child: Child,
    address: SocketAddr,
}

impl Redis {
    async fn start(program: &str) -> Result<Redis> {
        // Free now; whoever takes it before Redis does makes this run fail, and nothing else.
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let child = Command::new(program)
            .args(["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--port"])
            .arg(address.port().to_string())
            .stdout(Stdio::null())
            .spawn()
            .with_context(|| format!("{program} did not start; apt-get install redis-server"))?;
        let redis = Redis { child, address };
        let begin = Instant::now();
        while TcpStream::connect(address).await.is_err() {
            ensure!(begin.elapsed() < Duration::from_secs(10), "{program} does not listen on {address}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(redis)
    }

    async fn set(&self, value: &[u8]) -> Result<()> {
        let mut socket = TcpStream::connect(self.address).await?;
        let mut request = format!("*3\r\n$3\r\nSET\r\n$1\r\na\r\n${}\r\n", value.len()).into_bytes();
        request.extend_from_slice(value);
        request.extend_from_slice(b"\r\n");
        socket.write_all(&request).await?;
        let mut answer = [0; 5];
        socket.read_exact(&mut answer).await?;
        ensure!(&answer == b"+OK\r\n", "Redis did not take the value");
        Ok(())
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
