/*
 * Isotope's C interface: proven target code for vector expressions, asked for by a compiler.
 *
 * The rule of this interface: nothing here makes a compile fail or hang. Every call returns; a window without an answer has
 * a reason instead ("not this time"), and the compiler generates its own code. No call throws, unwinds, aborts or ends the
 * process, and no call takes longer than its deadline.
 *
 * Threads: a client may be used by any number of threads at once. Results belong to the thread that got them until they
 * are freed, and may be read by many. A process that forks makes a new client in the child; the old one answers
 * ISOTOPE_FORKED there.
 *
 * Versions: the shared library's soname is libisotope.so.ISOTOPE_ABI_VERSION. Within one version fields are only added at
 * the end of structures that start with `size`, values only added to enumerations, and numbers never used twice. A program
 * must expect values that its header does not have.
 *
 * Text is UTF-8 and ends in a zero byte. Costs are hundredths of a cycle of block throughput.
 */
#ifndef ISOTOPE_H
#define ISOTOPE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ISOTOPE_ABI_VERSION 1

/* A connection, its threads, its circuit breaker and its counters. */
typedef struct isotope_client isotope_client;

/* What came back for one call. */
typedef struct isotope_results isotope_results;

/* A window that a compiler builds node by node. One thread at a time. */
typedef struct isotope_graph isotope_graph;

/* A node of a graph, by number: the first one that a graph is given is 0, the next one 1. */
typedef uint32_t isotope_node;
#define ISOTOPE_NO_NODE UINT32_MAX /* what a call that failed returns */

/* Why a window has no answer this time; 0 when it has one. */
typedef uint32_t isotope_reason;
#define ISOTOPE_ANSWERED 0      /* there is an answer */
#define ISOTOPE_OFF 1           /* switched off */
#define ISOTOPE_MISCONFIGURED 2 /* a setting or an argument cannot be read; the detail says which */
#define ISOTOPE_CIRCUIT_OPEN 3  /* the server failed a short while ago and is left alone for now */
#define ISOTOPE_UNREACHABLE 4   /* nobody listens there, or the connection was lost */
#define ISOTOPE_SILENT 5        /* connected, but no sign of life */
#define ISOTOPE_DEADLINE 6      /* the time was over first */
#define ISOTOPE_BUSY 7          /* the server is starting, stopping or full */
#define ISOTOPE_REFUSED 8       /* the server cannot read the expression, or has no code for the target */
#define ISOTOPE_VERSION 9       /* no Isotope server, or one with another dictionary than asked for */
#define ISOTOPE_MALFORMED 10    /* the server failed on this window, or its answer lacks a part */
#define ISOTOPE_FORKED 11       /* this process is a fork of the one that made the client */
#define ISOTOPE_INTERNAL 12     /* a defect of this library */
#define ISOTOPE_DENIED 13       /* the server does not know who calls, or the caller may not do this */
#define ISOTOPE_REASONS 14      /* how many there are in this version, ISOTOPE_ANSWERED included */

/* What the server holds the answer for. Only ISOTOPE_PROVED is shown equal to the window at full width. */
typedef uint32_t isotope_verdict;
#define ISOTOPE_PROVED 1
#define ISOTOPE_UNPROVED 2
#define ISOTOPE_BASELINE 3 /* the plain LLVM lowering of the expression */

/* How far the search for an answer has come. */
#define ISOTOPE_CUT_SHORT 1   /* it ended before its time, for want of time, of a tool or of a place in the queue */
#define ISOTOPE_SEARCHED_ON 2 /* it goes on in the server: asking again in a while brings what it finds */

typedef uint32_t isotope_kind;
#define ISOTOPE_INT 1
#define ISOTOPE_UINT 2 /* bool is one bit of this */
#define ISOTOPE_FLOAT 3
#define ISOTOPE_BFLOAT 4

/* `lanes` lanes of `bits` bits; a scalar has one lane. */
typedef struct isotope_type {
    isotope_kind kind;
    uint32_t bits;
    uint32_t lanes;
} isotope_type;

/*
 * A leaf of a graph: a value that the compiler has, or a load of its own, with what it knows of it. A name stands for one leaf;
 * two leaves that load the same with the same facts are one leaf, which has the first one's name.
 */
typedef struct isotope_leaf {
    size_t size;      /* sizeof(isotope_leaf) */
    const char *name; /* of 1 to 256 bytes */
    isotope_type type;
    int32_t has_range; /* not 0: every lane is in [min, max], as a signed or unsigned integer of the type */
    int64_t min;
    int64_t max;
    const char *buffer; /* NULL: it is no load. Else lane i is buffer[base + offset + i * stride], in elements of the type */
    const char *base;   /* the symbolic part of the index: equal text is equal value. Answers repeat it as it is; NULL is "" */
    int64_t offset;
    int64_t stride;
} isotope_leaf;

/* How to ask. Zero or NULL in a field means what the environment says (see isotope_client_new), or else its default. */
typedef struct isotope_config {
    size_t size;                /* sizeof(isotope_config) */
    const char *server;         /* "http://127.0.0.1:4711" */
    uint32_t timeout_ms;        /* the longest that a call may take; 1000 */
    uint32_t silence_ms;        /* how long the server may give no sign of life, however long timeout_ms is; 700 */
    uint32_t cooldown_ms;       /* how long a server that failed is left alone; 10000 */
    int32_t off;                /* not 0: ask nobody */
    const char *expected_epoch; /* refuse servers with another dictionary; any */
    int32_t plain;              /* not 0: ask for plain LLVM operations, what costs are compared with; no search */
} isotope_config;

/* The machine, in LLVM's names. NULL is the same as "". */
typedef struct isotope_target {
    const char *arch;  /* "x86_64" */
    const char *mcpu;  /* "znver4" */
    const char *mattr; /* "+avx512vnni,-gfni", where it departs from mcpu; "tune=znver3": by that CPU's prices */
} isotope_target;

/*
 * One parameter of an answer's function: a leaf of the window as given, or another load of bytes that the window's own
 * loads cover, which the compiler emits: lane i is buffer[base + offset + i * stride], in elements of the buffer.
 */
typedef struct isotope_parameter {
    isotope_type type;
    const char *leaf;   /* the leaf's name; NULL for a load */
    const char *buffer; /* the buffer's name; NULL for a leaf */
    const char *base;   /* the symbolic part of the index, as in the window's graph, or in its text in its normal form; NULL for a leaf */
    int64_t offset;
    int64_t stride;
} isotope_parameter;

/* What came back for one window. Pointers live as long as the results do. */
typedef struct isotope_result {
    isotope_reason reason; /* ISOTOPE_ANSWERED, or why not: then only `detail` is set */
    const char *detail;    /* a sentence; "" with an answer, unless it is truncated: then why, and "" if nothing says so */
    isotope_verdict verdict;
    uint64_t cost;            /* of the whole function on the target, its loads and its store included */
    uint64_t baseline_cost;   /* the same of the plain LLVM lowering */
    const char *llvm_ir;      /* a module with one `alwaysinline` function; a bfloat16 is an i16 in it */
    const char *function;     /* that function's name */
    const char *instructions; /* mnemonics in order, with spaces between them */
    const char *source;       /* "memo", "search" or "baseline" */
    isotope_type type;        /* what the function returns */
    const isotope_parameter *parameters;
    size_t parameter_count;
    int32_t truncated; /* not 0: this is not what a whole search finds; ISOTOPE_CUT_SHORT or ISOTOPE_SEARCHED_ON */
    int32_t is_better; /* not 0: it costs less than the plain lowering, or as much in fewer micro-operations or instructions */
} isotope_result;

/* The same values computed in two ways, for isotope_compare: as the compiler does by itself, and with answers in their place. */
typedef struct isotope_pair {
    const char *name;     /* stands for both listings: whatever they depend on, the compiler and its options included */
    const char *own;      /* a function's labels and instructions, a line each; "": there is none; NULL: not made yet */
    const char *selected; /* the same with the answers */
} isotope_pair;

/* What a pair costs: block throughput of the loop in each listing, or of the whole listing where there is none. */
typedef struct isotope_compared {
    int32_t known;          /* 0: the costs were not known, and the listings are NULL */
    int32_t is_better;      /* not 0: `selected` costs less, or as much in fewer micro-operations or instructions */
    uint64_t own_cost;      /* 0: it has no price; UINT64_MAX: it is "", and the other one is not */
    uint64_t selected_cost; /* the same */
} isotope_compared;

/* Counts since the client was made. */
typedef struct isotope_counters {
    size_t size;    /* sizeof(isotope_counters), set by the caller */
    uint64_t calls; /* with at least one window */
    uint64_t windows;
    uint64_t reasons[ISOTOPE_REASONS]; /* windows by reason; [ISOTOPE_ANSWERED] got an answer */
} isotope_counters;

/* ISOTOPE_ABI_VERSION of the library that is loaded. */
uint32_t isotope_abi_version(void);

/* The library's version, as in "0.1.0". */
const char *isotope_version(void);

/* A word for reports, as in "circuit-open"; "answered" for 0, "unknown" for what this library does not know. */
const char *isotope_reason_name(isotope_reason reason);

/*
 * A client. With `config` NULL the environment says how to ask: ISOTOPE_SERVER, ISOTOPE_TIMEOUT_MS, ISOTOPE_OFF (1 or 0),
 * ISOTOPE_EPOCH. Either way it says who asks and whom to trust: ISOTOPE_CA, ISOTOPE_CLIENT_CERTIFICATE, ISOTOPE_CLIENT_KEY,
 * ISOTOPE_TOKEN_FILE, each a file. Connects to nobody yet. What is wrong with the settings becomes the reason of every result, so this
 * returns NULL only when there is no memory; NULL is a client too, whose results are ISOTOPE_INTERNAL.
 */
isotope_client *isotope_client_new(const isotope_config *config);

/* Frees a client that no thread uses any more. NULL is nothing. */
void isotope_client_free(isotope_client *client);

/*
 * Asks for code for `count` windows and waits, at most `deadline_ms` milliseconds, or the client's own timeout where that
 * is 0. Each text is one window in the text form with its leaves declared:
 *
 *     let a : uint8x64 in [0, 100]
 *     let b : uint8x64 = load B[t + 4, stride 1]
 *     uint8x64 (uint8x64)rounding_halving_add((uint8x64)a, (uint8x64)b)
 *
 * Equal texts are asked for once. Windows whose answers came in time have them even when others' did not. Returns NULL only
 * when there is no memory.
 */
isotope_results *isotope_select_batch(isotope_client *client, const isotope_target *target, const char *const *texts, size_t count,
                                      uint32_t deadline_ms);

/*
 * A graph without nodes. The graph remembers a call that fails: that call and those after it return ISOTOPE_NO_NODE and add nothing,
 * the graph's result is ISOTOPE_MISCONFIGURED, and its detail names the node. So a compiler may check at the end, or not at all.
 * A graph has at most 65,536 nodes with 1,048,576 operands, and its window has the bounds of a text. NULL when there is no memory;
 * NULL is a graph too, which has failed.
 */
isotope_graph *isotope_graph_new(void);

/* Frees a graph. NULL is nothing. */
void isotope_graph_free(isotope_graph *graph);

/* Adds a leaf. */
isotope_node isotope_graph_leaf(isotope_graph *graph, const isotope_leaf *leaf);

/*
 * Adds a constant: the bits of one lane for all lanes (`count` 1), or of each (`count` is the type's lanes). Bits are zero-extended;
 * those of signed integers may be sign-extended.
 */
isotope_node isotope_graph_constant(isotope_graph *graph, isotope_type type, const uint64_t *bits, size_t count);

/*
 * Adds an operation by the name that `isotope ops` and texts have for it: "widening_mul", "select", "vector_reduce_add", "broadcast";
 * for an operator its sign or "add", "sub", "mul", "div", "mod", "eq", "ne", "lt", "le", "gt", "ge"; for a conversion "cast".
 * Operands are earlier nodes, in the text's order. What is a literal in a text is a constant ("slice_vectors", "extract_element").
 * `type` is the result's: casts, reductions, "reinterpret", "broadcast" and "ramp" need it. Others may have NULL.
 */
isotope_node isotope_graph_operation(isotope_graph *graph, const char *op, const isotope_type *type, const isotope_node *args,
                                     size_t count);

/* Adds a shuffle: lanes by their number in all operands side by side. */
isotope_node isotope_graph_shuffle(isotope_graph *graph, const isotope_node *args, size_t count, const uint32_t *lanes, size_t lane_count);

/* Makes a node the graph's result; the last call counts. What the result does not need is not asked for. */
void isotope_graph_root(isotope_graph *graph, isotope_node node);

/* Writes a node's type, or zeros; not 0 when there is such a node. */
int32_t isotope_graph_type(const isotope_graph *graph, isotope_node node, isotope_type *type);

/* Why the graph cannot be asked for, in a sentence; "" when it can. Lives until the next call of this function for the graph. */
const char *isotope_graph_error(isotope_graph *graph);

/*
 * The graph in the text form, for people: reports, bug reports. It reads back where names are as a text has them. "" when the graph
 * cannot be asked for. Lives until the next call of this function for the graph.
 */
const char *isotope_graph_text(isotope_graph *graph);

/*
 * As isotope_select_batch, for windows that are graphs; equal graphs are asked for once. Graphs are only read, and may be freed before
 * the results.
 */
isotope_results *isotope_select_graphs(isotope_client *client, const isotope_target *target, const isotope_graph *const *graphs,
                                       size_t count, uint32_t deadline_ms);

/* How many windows the results are for. 0 for NULL. */
size_t isotope_results_count(const isotope_results *results);

/* What came back for one window, in the order of the texts. NULL past the end. */
const isotope_result *isotope_results_get(const isotope_results *results, size_t index);

/* How long the service took for one window, in milliseconds. 0 without an answer, and past the end. */
double isotope_results_milliseconds(const isotope_results *results, size_t index);

/*
 * Whether a parameter of an answer has to be frozen where its value may be undefined, as LLVM's `freeze` does. A window computes on
 * values that may be poison in some lanes, and code in its place may not be poison in lanes where the window is not. What a program does
 * not know is ISOTOPE_FREEZE_ALWAYS, and so is what an older server does not say.
 */
typedef uint32_t isotope_freeze;
#define ISOTOPE_FREEZE_UNKNOWN 0 /* always */
#define ISOTOPE_FREEZE_NEVER 1
#define ISOTOPE_FREEZE_ALWAYS 2
#define ISOTOPE_FREEZE_UNLESS_ADDED_UP 3 /* but where the compiler adds all lanes of the result up and uses nothing else of it */

/* Of one parameter of one window's answer. ISOTOPE_FREEZE_UNKNOWN past the end. */
isotope_freeze isotope_results_freeze(const isotope_results *results, size_t index, size_t parameter);

/*
 * Not 0 when each byte of an answer's result depends on an element of memory by one parameter at most. Two loads of what nobody wrote need
 * not agree, frozen or not: where this is 0, no answer is used of whose parameters two have the same element or leaf.
 */
int32_t isotope_results_one_load_a_byte(const isotope_results *results, size_t index);

/* Frees results, and all that was read through them. NULL is nothing. */
void isotope_results_free(isotope_results *results);

/*
 * Asks what the compiler's own code costs beside code with answers in it, and waits as isotope_select_batch does. Costs are known
 * to the server by the pairs' names, so that a compiler asks without listings first and makes those that are not known. `compared`
 * has room for `count`; all of it is written, with zeros unless the result is ISOTOPE_ANSWERED.
 */
isotope_reason isotope_compare(isotope_client *client, const isotope_target *target, const isotope_pair *pairs, size_t count,
                               uint32_t deadline_ms, isotope_compared *compared);

/* Two programs of MLIR, for isotope_check: what a pass got, and what it made of that. */
typedef struct isotope_programs {
    size_t size;        /* sizeof(isotope_programs) */
    const char *before; /* in the generic form; its flags say what may be reordered */
    const char *after;  /* in the generic form */
    const char *entry;  /* the function to compare; NULL: the only one with a body in the first program */
    const char *sizes;  /* what the text leaves open, with commas: "64,arg0=32,arg1.0=16"; NULL: nothing is open */
    int32_t located;    /* not 0: places are those of the texts' locations, and not of the texts */
} isotope_programs;

/* What is known of two programs. */
#define ISOTOPE_EQUAL 1     /* shown equal for all inputs at these shapes */
#define ISOTOPE_DIFFERENT 2 /* an input was found on which they differ */
#define ISOTOPE_NOT_SHOWN 3 /* neither */

/* A verdict. Pointers live as long as it does. */
typedef struct isotope_checked {
    isotope_reason reason; /* ISOTOPE_ANSWERED, or why not: then only `detail` is set */
    const char *detail;    /* a sentence; what cannot be compared begins with "before:LINE:COLUMN: " or "after:LINE:COLUMN: " */
    uint32_t verdict;
    const char *sentence;  /* "different: arg0[1, 6]" */
    const char *values[2]; /* where they differ: what each leaves in the cell */
    uint32_t lines[2];     /* where each wrote it; 0: it did not */
    uint32_t columns[2];
    const char *input;  /* where they differ: one argument a line */
    int32_t remembered; /* not 0: the server had the verdict already */
} isotope_checked;

/*
 * Asks whether two programs are equal, and waits as isotope_select_batch does. docs/check.md says what is shown and how. Returns NULL
 * only when there is no memory.
 */
isotope_checked *isotope_check(isotope_client *client, const isotope_programs *programs, uint32_t deadline_ms);

/* Frees a verdict. NULL is nothing. */
void isotope_checked_free(isotope_checked *checked);

/* Machine code, for isotope_schedule, as LLVM prints it before it makes packets: `-stop-before=hexagon-packetizer`. */
typedef struct isotope_code {
    size_t size;                  /* sizeof(isotope_code) */
    const char *text;             /* at most 4 MiB */
    const char *mcpu;             /* the CPU, in LLVM's names; NULL: the one that the text names */
    int32_t position_independent; /* not 0: the object file may be loaded anywhere */
    int32_t function_sections;    /* not 0: each function has a section of its own */
    uint32_t iterations;          /* of a loop whose count the code does not name; 0: many */
} isotope_code;

/* An object file whose loops are scheduled. Pointers live as long as it does. */
typedef struct isotope_scheduled {
    isotope_reason reason;       /* ISOTOPE_ANSWERED, or why not: then only `detail` is set */
    const char *detail;          /* a sentence */
    const unsigned char *object; /* NULL: nothing is scheduled, and the caller's own object file is as good */
    size_t object_bytes;
    uint32_t loops; /* hardware loops of the code */
    uint32_t scheduled;
    const char *explanation; /* lines for people: of each loop packets and waits, and why it stays as it is */
    int32_t remembered;      /* not 0: the server had the code already */
    double before, after;    /* packets and waits of one iteration of each loop, in sum; a loop that stays counts as it was */
} isotope_scheduled;

/*
 * Asks for machine code whose loops and other blocks are scheduled and shown to be what they were (docs/packets.md), and waits as
 * isotope_select_batch does. The server goes on when the time is over, so that a later call has the result. Returns NULL only when there is
 * no memory.
 */
isotope_scheduled *isotope_schedule(isotope_client *client, const isotope_code *code, uint32_t deadline_ms);

/* Frees what isotope_schedule returned. NULL is nothing. */
void isotope_scheduled_free(isotope_scheduled *scheduled);

/*
 * Reads the LLVM IR of an answer and writes it in the dialect `llvm`, in the generic form, as MLIR's importer does: a module with the
 * answer's function. Functions whose names begin with "llvm." are called, declared and defined as "isotope.llvm.", because the dialect
 * knows few of them. The text lives until the next call with this context, or until isotope_stage returns. NULL where it cannot be read;
 * `why` then gets the end of a sentence about the answer, "its code is no valid LLVM", which lives as long.
 */
typedef const char *(*isotope_import)(void *context, const isotope_result *answer, const char **why);

/* How a stage goes about it. */
typedef struct isotope_stage_options {
    size_t size;           /* sizeof(isotope_stage_options) */
    isotope_import import; /* called by "select", in the thread of the call, for answers that are worth a look */
    void *context;         /* its own */
    uint32_t deadline_ms;  /* the longest that all questions together may take; 0: the client's own timeout */
    size_t mlir;           /* the release of MLIR that reads what comes back; 0, or a structure that ends before it: 19 */
} isotope_stage_options;

/* A sentence about an operation of a program. */
typedef struct isotope_remark {
    const char *file; /* of the operation's location; "": it has none that names a file */
    uint32_t line;    /* from 1; 0: there is no file */
    uint32_t column;
    const char *text;             /* for people */
    const char *place;            /* of a window that was asked for, as in "32 lanes of i8 in blend line 17"; NULL: it is about none */
    const char *question;         /* the window in the text form */
    isotope_target target;        /* what it was asked for */
    const isotope_result *result; /* what came back */
    double milliseconds;          /* how long the service took */
    int32_t used;                 /* not 0: the answer is in the window's place */
    const char *why_not;          /* and otherwise why not */
} isotope_remark;

/* What became of a program. */
#define ISOTOPE_UNCHANGED 1
#define ISOTOPE_CHANGED 2

/* A program after a stage. Pointers live as long as it does. */
typedef struct isotope_staged {
    isotope_reason reason; /* ISOTOPE_ANSWERED, or why the stage did not run: then only `detail` is set */
    const char *detail;    /* a sentence; where the text cannot be read it begins with "LINE:COLUMN: " */
    uint32_t verdict;
    const char *module; /* in the generic form, with the locations of the text; "" where it is unchanged */
    const isotope_remark *remarks;
    size_t remark_count;
} isotope_staged;

/*
 * Runs a stage on a program of MLIR, of at most 32 MiB in the generic form. Whatever happens the program may stay as it is: what comes
 * back computes the same. `target` is the machine of functions that name none. Stages:
 *
 *     "select"   windows over `vector`, `arith` and `math` are asked for, and proved, cheaper answers are put in their places. A client
 *                that asks for plain operations (isotope_config.plain) takes all answers, whatever they cost
 *
 *     "contract" functions that are sums of products over arrays, one nest of loops each, get the bodies of kernels for the machine, which
 *                the daemon has shown to be equal. A kernel takes seconds to make; it goes on when the time is over, for the next run.
 *                Its own windows are for "select". `import` may be NULL
 *
 *     "pack"     functions with affine loops: parts of arrays that a loop reads again are copied into buffers before it. "pack=gpat" packs
 *                what GPAT packs (docs/nests.md). `import` may be NULL
 *
 *     "tile"     functions with affine loops: bands that no dependence forbids are tiled, by the cheapest sizes, or by those behind `=`, as
 *                "tile=8,48,256". `import` may be NULL
 *
 *     "vectorize" functions with affine loops of fixed bounds that write a few elements: the loops are unrolled, and the cheapest vectors
 *                that rules find equal take their place. "vectorize=diospyros" takes the cheapest by Diospyros' costs (docs/vectorize.md).
 *                `import` may be NULL
 *
 *     "contract-parallel" the same as "contract", where the outer loop of a kernel is `affine.parallel`: its iterations may run at once
 *
 * The texts of what comes back are no proof that MLIR can read them: parse and verify the module before it takes the program's place.
 * Returns NULL only when there is no memory.
 */
isotope_staged *isotope_stage(isotope_client *client, const isotope_target *target, const char *stage, const char *module,
                              const isotope_stage_options *options);

/* Frees what a stage made. NULL is nothing. */
void isotope_staged_free(isotope_staged *staged);

/*
 * Not 0 when the three programs of a module in the generic form, functions of the dialect `llvm` named scalar, structured and vector,
 * are shown to do the same: in each lane the vector program does what the scalar one does, which docs/functions.md explains. `shape`
 * says how the vector program is called, as a vector variant's name does: "N8vul4". Otherwise `why` gets a sentence, cut to `size` bytes
 * with its zero byte. Nobody is asked: the work is done here, and bounded.
 */
int32_t isotope_lanes_shown(const char *module, const char *shape, char *why, size_t size);

/* The longest that a call takes unless it says otherwise, in milliseconds: what a compiler shares out among its calls. */
uint32_t isotope_client_timeout_ms(const isotope_client *client);

/* Not 0 for a client that asks nobody (ISOTOPE_OFF, or `off` in its settings); its caller may as well do nothing at all. */
int32_t isotope_client_is_off(const isotope_client *client);

/*
 * Not 0 when somebody listens where the environment says that the server is, and ISOTOPE_OFF is not set: what a compiler prepares
 * for answers is worth preparing then. Connects and says nothing, for at most `timeout_ms` milliseconds; keeps nothing, so that a
 * process may fork afterwards.
 */
int32_t isotope_server_listens(uint32_t timeout_ms);

/* Writes as many counters as `counters->size` has room for. */
void isotope_client_counters(const isotope_client *client, isotope_counters *counters);

#ifdef __cplusplus
}
#endif

#endif
