//! Every bound of the service, by name. Whoever goes over one gets an error that names it.

mod checking;
mod compiling;
mod explaining;
mod memory;
mod search;

pub use checking::*;
pub use compiling::*;
pub use explaining::*;
pub use memory::*;
pub use search::*;

use std::time::Duration;

/// Bytes of one request message; past it the transport answers `OUT_OF_RANGE` and names both sizes.
pub const MAX_MESSAGE_BYTES: usize = 16 << 20;

/// Bytes of one response message.
pub const MAX_ANSWER_BYTES: usize = 64 << 20;

/// Bytes at which answers of a batch are sent as a message of their own: gRPC's clients take 4 MiB unless told otherwise.
pub const BATCH_MESSAGE_BYTES: usize = 1 << 20;

/// Bytes of one expression text.
pub const MAX_TEXT_BYTES: usize = 1 << 20;

/// Windows of one request.
pub const MAX_WINDOWS: usize = 4096;

/// Items of one message of `SelectBatch`.
pub const MAX_BATCH_ITEMS: usize = 16384;

/// Items of one `SelectBatch` stream that may be under way; past it the stream is not read further.
pub const MAX_ITEMS_IN_FLIGHT: usize = 256;

/// Searches that may wait for a thread, unless configured: as many as a few clients' whole programs.
pub const DEFAULT_QUEUE: usize = 4096;

/// Cache folders of one user that daemons take by themselves.
pub const CACHES_OF_A_USER: usize = 16;

/// The most that `--threads` may be: each is a worker process.
pub const MAX_THREADS: usize = 1024;

/// Work of one search, unless the request says otherwise, in the engine's units.
pub const DEFAULT_BUDGET: u64 = 1 << 24;

/// The largest budget of one search; a request that asks for more gets this much.
pub const MAX_BUDGET: u64 = 1 << 28;

/// The largest file of an instruction set's folder, in bytes.
pub const MAX_SET_BYTES: u64 = 256 << 20;

/// Bytes of answers and keys held in memory for texts seen before.
pub const DEFAULT_MEMORY_BYTES: usize = 64 << 20;

/// When a caller that found no room is asked to try again.
pub const RETRY_AFTER: Duration = Duration::from_millis(500);

/// Concurrent streams of one connection.
pub const MAX_STREAMS: u32 = 256;

/// Connections at once, unless configured; one more is closed as soon as it is there.
pub const DEFAULT_CONNECTIONS: usize = 512;

/// Callers who show an identity have at least one part in so many of all seats to themselves, where identities are known at all.
pub const KNOWN_PART: usize = 4;

/// Admitted callers of one address without an identity have one part in so many of all seats. The loopback interface is no address.
pub const ADDRESS_PART: usize = 2;

/// Time that a connection has until a call of it is admitted, while none is under way.
pub const FIRST_CALL: Duration = Duration::from_secs(30);

/// Bytes of the headers of one call.
pub const MAX_HEADER_BYTES: u32 = 16 << 10;

/// Time that a new connection has for HTTP/2's first bytes.
pub const HANDSHAKE: Duration = Duration::from_secs(10);

/// Time after which a connection without a call is asked to close.
pub const IDLE: Duration = Duration::from_secs(600);

/// Time that a peer may leave what is sent to it unread in its socket, or a request half sent.
pub const STALL: Duration = Duration::from_secs(30);

/// Time between asking a connection without a call to close, and closing it.
pub const GOODBYE: Duration = Duration::from_millis(500);

/// Bytes that one stream may have on their way out beyond what its peer has made room for.
pub const SEND_BUFFER_BYTES: usize = 64 << 10;

/// Bytes on their way to one connection that wait for what else its task has to send; more go out at once.
pub const CORK_BYTES: usize = 32 << 10;

/// The bytes that a call under way is charged before anything is read of it.
pub const CALL_BYTES: usize = 8 << 10;

/// Bytes of a request that is recognised by its bytes; longer ones are decoded. A call's charge has room for it.
pub const MAX_HELD_REQUEST: usize = 7 << 10;

/// Bytes of requests that are recognised by their bytes.
pub const HELD_REQUESTS_BYTES: u64 = 4 << 20;

/// Bytes of the health checks of one connection at once, which no other call can take away.
pub const HEALTH_BYTES: usize = 1 << 20;

/// Files that the process keeps for the memo, its workers and their pipes, LLVM's tools, logs; the rest are connections'.
pub const RESERVED_FILES: u64 = 256;

/// How long the listener rests when the system gives it no descriptor.
pub const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// How long a client that was asked may take to say that it is there.
pub const KEEPALIVE_ANSWER: Duration = Duration::from_secs(10);

/// Lines of the log that may wait to be written; more are dropped and counted.
pub const MAX_LOG_LINES: usize = 4096;

/// Time that a stopping daemon gives to calls under way, unless configured.
pub const DEFAULT_DRAIN: Duration = Duration::from_secs(10);

/// The part of a caller's time that is kept for sending the best answer so far: a tenth, within these.
pub const MIN_ANSWER_MARGIN: Duration = Duration::from_millis(50);
/// See [`MIN_ANSWER_MARGIN`].
pub const MAX_ANSWER_MARGIN: Duration = Duration::from_secs(1);

/// Bytes of the sentence of a failed call, as headers write it: it is in them three times, and clients bound them at 8 KiB.
pub const MAX_DETAIL_BYTES: usize = 1536;

/// Nodes, and leaves, of one expression that comes as a graph.
pub const MAX_GRAPH_NODES: usize = 1 << 16;

/// Operands, and indices of shuffles, of all nodes of one expression that comes as a graph.
pub const MAX_GRAPH_OPERANDS: usize = 1 << 20;

/// Nodes of all windows of one graph together: each root has a copy of what it needs.
pub const MAX_WINDOW_NODES: usize = 1 << 18;

/// Bytes that a graph takes for each node and leaf while it is read, and a text for each of its bytes.
pub const READING_NODE_BYTES: usize = 1 << 10;
/// See [`READING_NODE_BYTES`].
pub const READING_TEXT_FACTOR: usize = 128;

/// Bytes that a question takes besides its nodes and names.
pub const QUESTION_BYTES: usize = 2 << 10;

/// Bytes that a node takes besides itself: its operands' allocation and its place in the index of equal nodes.
pub const NODE_OVERHEAD_BYTES: usize = 48;

/// Requests that may be parsed and made canonical at once.
pub const MAX_READERS: usize = 4;

/// How long a request without a deadline waits to be read while others of its connection have what that may take, and how often it looks.
pub const READING_PATIENCE: Duration = Duration::from_secs(60);
/// See [`READING_PATIENCE`].
pub const READING_RETRY: Duration = Duration::from_millis(10);

/// Flow control of one stream and one connection: what a client may send ahead.
pub const STREAM_WINDOW_BYTES: u32 = 256 << 10;
/// See [`STREAM_WINDOW_BYTES`].
pub const CONNECTION_WINDOW_BYTES: u32 = 512 << 10;

/// Between two looks at the memo's folder, each with a step of scrubbing if nothing is searched for.
pub const SCRUB_PAUSE: Duration = Duration::from_secs(5);

/// Bytes of the journal that one step of scrubbing reads: under a mebibyte a second.
pub const SCRUB_BYTES: u64 = 4 << 20;

/// From the end of the journal until it is scrubbed again.
pub const SCRUB_REST: Duration = Duration::from_secs(6 * 3600);

/// The least bytes that the memo may be bounded to.
pub const MIN_MEMO_BYTES: u64 = 64 << 20;

/// How often an idle connection is asked whether its client is still there.
pub const KEEPALIVE: Duration = Duration::from_secs(20);

/// How long a call waits for a daemon that starts, unless its caller waits for less.
pub const START_PATIENCE: Duration = Duration::from_secs(60);

/// Connections that the system holds for a daemon that does not accept them yet.
pub const BACKLOG: u32 = 1024;

/// Characters of the name that a client gives itself.
pub const MAX_CALLER_CHARACTERS: usize = 64;

/// Plain lowerings at once, for callers whose time is up.
pub const MAX_LOWERING: usize = 4;

/// Operators' calls that read or change the memo at once; more wait.
pub const MAX_OPERATIONS: usize = 2;

/// Records of a signed snapshot, and bytes of them, that become durable in the memo with one sync.
pub const MAX_IMPORT_RECORDS: usize = 4096;
/// See [`MAX_IMPORT_RECORDS`].
pub const MAX_IMPORT_BYTES: usize = 32 << 20;

/// Records of an unsigned snapshot in a row whose proofs are lost, with their workers or tools, before its import ends.
pub const MAX_IMPORT_FAILURES: usize = 3;

/// Steps of an import from one word about how far it is to the next, and words that wait for a caller to read them.
pub const IMPORT_TOLD: u64 = 64;
/// See [`IMPORT_TOLD`].
pub const MAX_IMPORT_WORDS: usize = 16;

/// Bytes of a snapshot in one message.
pub const SNAPSHOT_MESSAGE_BYTES: usize = 256 << 10;

/// Bytes of one condition of a purge.
pub const MAX_CONDITION_BYTES: usize = 256;

/// Proofs held in memory because the memo could not be written; each is at most a large answer's text.
pub const MAX_UNKEPT: usize = 1024;

/// How often the memo is tried again after it could not be written.
pub const UNKEPT_RETRY: Duration = Duration::from_secs(5);

/// Pairs of listings of one `Compare`.
pub const MAX_PAIRS: usize = 4096;

/// Lines of listings, and listings, that are priced together: some tenths of a second. A longer listing is priced by itself.
pub const PRICED_LINES: usize = 1 << 10;
/// See [`PRICED_LINES`].
pub const PRICED_LISTINGS: usize = 16;

/// Bytes of the loops of compared listings that are held in memory for whoever measures them, and what one of them takes besides its
/// text, about.
pub const MAX_COMPARED_LOOPS_BYTES: usize = 16 << 20;
/// See [`MAX_COMPARED_LOOPS_BYTES`].
pub const COMPARED_LOOP_BYTES: usize = 256;

/// Listings whose costs are held in memory, and names of pairs: about 100 bytes each, and as much again for the map.
pub const MAX_PRICES: usize = 1 << 17;

/// Answers held whose proofs stayed open; each is at most a large answer's text.
pub const MAX_UNPROVED: usize = 256;

/// Results of an audit that wait for a caller to read them.
pub const MAX_AUDIT_RESULTS: usize = 16;

/// How long work behind the searches waits before it looks again whether one runs.
pub const PAUSE_BEHIND_SEARCHES: Duration = Duration::from_millis(20);

/// The memory of a request that was read, about.
pub const READ_REQUEST_BYTES: usize = 4 << 10;

/// Phrasings whose proofs are in memory.
pub const MAX_PROVED_PHRASINGS: usize = 4096;

/// Phrasings of one canonical window that its record is tied to; a new one takes the oldest one's place.
pub const MAX_PHRASINGS: usize = 32;

/// Programs that a record holds beside its own: what a search leaves, and what was the answer by other prices.
pub const MAX_ALTERNATIVES: usize = 6;

/// Windows not answered in time that are remembered for a warm-up job; those asked for least go first.
pub const MAX_MISSES: usize = 16384;

/// Bytes of them.
pub const MAX_MISSES_BYTES: usize = 16 << 20;

/// Those that wait to be noted; more are dropped and counted.
pub const MAX_MISSES_WAITING: usize = 1024;

/// How often what is new of them is written to the memo's folder.
pub const MISSES_SAVED: Duration = Duration::from_secs(10);

/// How often a worker of warm-up jobs looks whether there is something to do.
pub const WARM_UP_LOOK: Duration = Duration::from_millis(500);

/// Times that workers may begin a window of a warm-up job; then it has failed.
pub const MAX_WARM_UP_DELIVERIES: u64 = 4;

/// Half of the first pause of a worker whose queue does not answer, and the longest.
pub const WARM_UP_FIRST_PAUSE: Duration = Duration::from_millis(100);
/// See [`WARM_UP_FIRST_PAUSE`].
pub const WARM_UP_LAST_PAUSE: Duration = Duration::from_secs(20);

/// How often certificates and identities are looked at for changes.
pub const RELOAD_LOOK: Duration = Duration::from_secs(2);

/// A server's certificate that ends within this is something that the daemon lacks.
pub const CERTIFICATE_ENDS_SOON: Duration = Duration::from_secs(7 * 86400);

/// Connections at once for metrics and health over HTTP; for one more the oldest that has asked for nothing yet is closed.
pub const MAX_METRICS_CONNECTIONS: usize = 64;

/// Time that such a connection has to ask, and in all.
pub const METRICS_ASKED: Duration = Duration::from_secs(3);
/// See [`METRICS_ASKED`].
pub const METRICS_ANSWERED: Duration = Duration::from_secs(10);

/// Bytes that are read of one such connection, and lines of headers.
pub const MAX_METRICS_REQUEST_BYTES: usize = 8 << 10;
/// See [`MAX_METRICS_REQUEST_BYTES`].
pub const MAX_METRICS_HEADERS: usize = 64;

/// Characters of the name that a caller gives a call.
pub const MAX_REQUEST_ID_CHARACTERS: usize = 64;

/// How often it is looked at whether the daemon lacks something.
pub const HEALTH_LOOK: Duration = Duration::from_secs(1);

/// How often LLVM's tools are tried again while they lack something.
pub const TOOLS_RETRY: Duration = Duration::from_secs(3);

/// The time limit of one try of LLVM's tools: one that has not answered by then hangs. With [`RUN_IS_LONG`] and [`HEALTH_LOOK`] it is less than
/// the 10 s within which a daemon names what it lacks.
pub const TOOLS_TRIAL: Duration = Duration::from_secs(5);

/// A run of one of LLVM's tools that takes so long has the tools tried.
pub const RUN_IS_LONG: Duration = Duration::from_secs(3);

/// The time limit of the search for a small window at the start; one that takes longer says nothing, and is tried again.
pub const SEARCH_TRIAL: Duration = Duration::from_secs(8);

/// Time that a daemon which stops gives to the plain lowerings of searches that it ends.
pub const LAST_ANSWERS: Duration = Duration::from_secs(2);

/// Time that it then gives to telling everybody else that it stops.
pub const LAST_WORDS: Duration = Duration::from_millis(200);

/// Identities of one file of them.
pub const MAX_IDENTITIES: usize = 4096;

/// Random bytes of a token.
pub const TOKEN_BYTES: usize = 32;

/// Bytes of the configuration file, and of the others that an operator writes.
pub const MAX_CONFIG_BYTES: u64 = 1 << 20;

/// How long a caller without a deadline waits for searches of other daemons in all: longer than any search takes. For one that shows no
/// sign of life it waits as long as a lease lasts.
pub const FARM_PATIENCE: Duration = Duration::from_secs(120);

/// Searches of other daemons that a caller waits for, one after the other, before it has its own.
pub const MAX_FARM_TURNS: u32 = 8;

/// Time that a daemon which stops gives to what is still to be written to its tier.
pub const TIER_FLUSH: Duration = Duration::from_secs(1);

/// Calls that one search names in the log and to its worker; more are counted.
pub const MAX_NAMED_CALLS: usize = 32;

/// Bytes of a filter that says what is logged.
pub const MAX_LOG_FILTER_BYTES: usize = 1 << 10;

/// Spans that wait for the collector of traces; more are lost.
pub const MAX_TRACED_SPANS: usize = 4096;

/// How long spans are gathered before they are sent.
pub const TRACE_DELAY: Duration = Duration::from_secs(1);

/// The time limit of one call to the collector.
pub const TRACE_TIMEOUT: Duration = Duration::from_secs(5);
