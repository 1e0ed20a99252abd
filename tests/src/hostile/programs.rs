//! Programs for `Check`, `Compile` and `Nest`: such that do not end, that state sizes which nobody has, that share names or nest; and calls of it that are left.

use super::{Attack, Behaviour, Case, call, framed, method};
use bytes::Bytes;
use isotope_proto::v1;
use prost::Message as _;

/// A module with one function of this type, arguments and body.
fn module(head: &str, ty: &str, arguments: &str, body: &str) -> String {
    format!(
        "{head}\"builtin.module\"() ({{\n  \"func.func\"() <{{function_type = {ty}, sym_name = \"f\"}}> ({{\n  ^bb0({arguments}):\n{body}  }}) : () -> ()\n}}) : () -> ()\n"
    )
}

/// A program that branches for ever, another one for each number.
pub fn endless(n: u64) -> String {
    let body = format!(
        "    %c = \"arith.constant\"() <{{value = {n} : i64}}> : () -> i64\n    \"cf.br\"()[^bb1] : () -> ()\n  ^bb1:\n    \"cf.br\"()[^bb1] : () -> ()\n"
    );
    module("", "(i64) -> ()", "%a: i64", &body)
}

/// A request to compare a program with itself.
pub fn with_itself(text: &str) -> v1::CheckRequest {
    v1::CheckRequest { before: text.to_owned(), after: text.to_owned(), ..Default::default() }
}

/// A copy of a buffer that says it has so many elements, all of which are one cell.
fn one_cell(shape: &str) -> String {
    let ty = format!("memref<{shape}xf32, strided<[0, 0]>>");
    let body = format!("    \"memref.copy\"(%a, %b) : ({ty}, {ty}) -> ()\n    \"func.return\"() : () -> ()\n");
    module("", &format!("({ty}, {ty}) -> ()"), &format!("%a: {ty}, %b: {ty}"), &body)
}

/// Names of types of which each is two of the one before.
fn doubled(levels: usize) -> String {
    let mut head = "!t0 = tuple<f32, f32>\n".to_owned();
    for n in 1..levels {
        head.push_str(&format!("!t{n} = tuple<!t{0}, !t{0}>\n", n - 1));
    }
    let last = format!("!t{}", levels - 1);
    module(&head, &format!("({last}) -> ()"), &format!("%a: {last}"), "    \"func.return\"() : () -> ()\n")
}

/// The same of locations.
fn located(levels: usize) -> String {
    let mut head = "#l0 = loc(\"a\":1:1)\n".to_owned();
    for n in 1..levels {
        head.push_str(&format!("#l{n} = loc(fused[#l{0}, #l{0}])\n", n - 1));
    }
    let body = format!("    \"func.return\"() : () -> () loc(#l{})\n", levels - 1);
    module(&head, "(i64) -> ()", "%a: i64", &body)
}

/// A chain of operations on a value.
fn long(operations: usize) -> String {
    let lines = (0..operations).map(|n| {
        let before = if n == 0 { "a".to_owned() } else { format!("v{}", n - 1) };
        format!("    %v{n} = \"arith.muli\"(%{before}, %{before}) : (i64, i64) -> i64\n")
    });
    let body: String = lines.chain(["    \"func.return\"() : () -> ()\n".to_owned()]).collect();
    module("", "(i64) -> ()", "%a: i64", &body)
}

/// A copy of a buffer of so many floats; another text for each number.
pub fn copied(cells: u64, number: u64) -> String {
    let ty = format!("memref<{cells}xf32>");
    let body = format!(
        "    %n = \"arith.constant\"() <{{value = {number} : i64}}> : () -> i64\n    \"memref.copy\"(%a, %b) : ({ty}, {ty}) -> ()\n    \"func.return\"() : () -> ()\n"
    );
    module("", &format!("({ty}, {ty}) -> ()"), &format!("%a: {ty}, %b: {ty}"), &body)
}

fn texts() -> Vec<(String, String)> {
    let nested = |open: &str, close: &str, depth: usize| open.repeat(depth) + &close.repeat(depth);
    let mut all: Vec<(String, String)> = vec![
        ("endless".to_owned(), endless(0)),
        ("a cell of many names".to_owned(), one_cell("1000000000x9000000000")),
        ("a cell of many more".to_owned(), one_cell("1000000x1000000")),
        ("sizes over all numbers".to_owned(), one_cell("9223372036854775807x9223372036854775807")),
        ("types that double".to_owned(), doubled(100)),
        ("types that double a little".to_owned(), doubled(27)),
        ("locations that double".to_owned(), located(100)),
        ("a long function".to_owned(), long(30_000)),
        ("brackets".to_owned(), nested("(", ")", 1 << 20)),
        ("regions".to_owned(), nested("\"a\"() ({\n", "\n}) : () -> ()", 100_000)),
        ("types in types".to_owned(), module("", &nested("tuple<", ">", 100_000), "", "")),
        ("minus signs".to_owned(), "-".repeat(4 << 20)),
        ("too long".to_owned(), " ".repeat((4 << 20) + 1)),
        ("nothing".to_owned(), String::new()),
        ("no text".to_owned(), "\u{0}\u{1}\u{2}".repeat(1000)),
    ];
    for cells in [1u64 << 20, 1 << 22, 1 << 40] {
        all.push((format!("a buffer of {cells}"), copied(cells, 0)));
    }
    all
}

/// Calls of `Check` for so many programs that do not end, each a message.
pub fn endless_calls(count: u64) -> Vec<Bytes> {
    (0..count).map(|n| framed(&with_itself(&endless(n)).encode_to_vec())).collect()
}

/// Contractions that are none, that are too large, or that nobody waits for.
fn contractions() -> Vec<Case> {
    use v1::compile_request::Program;
    let of = |program, sizes: &[(&str, u64)], count: usize| {
        let dimensions = sizes.iter().map(|(name, size)| v1::Dimension { name: (*name).to_owned(), size: *size });
        let dimensions: Vec<_> = dimensions.cycle().take(sizes.len().max(count)).collect();
        let target = Some(v1::Target { arch: "x86_64".to_owned(), mcpu: "znver3".to_owned(), ..Default::default() });
        v1::CompileRequest { program: Some(program), dimensions, target, ..Default::default() }
    };
    let product = || Program::Statement("i32 C[i,j] += u8 A[i,k] * s8 B[k,j]".to_owned());
    let module = |text: String| of(Program::Module(text), &[], 0);
    let (all, most) = ([("i", 8), ("j", 64), ("k", 8)], u64::MAX);
    let indices = (0..2000).map(|n| format!("d{n}+")).collect::<String>();
    let all = [
        ("a product", of(product(), &all, 0)),
        ("sizes over all numbers", of(product(), &[("i", most), ("j", most), ("k", most)], 0)),
        ("sizes of half of all", of(product(), &[("i", 1 << 63), ("j", 1 << 63), ("k", 2)], 0)),
        ("no iteration", of(product(), &[("i", 0), ("j", 4), ("k", 4)], 0)),
        ("too many dimensions", of(product(), &all, 1 << 20)),
        ("the largest that is read", of(product(), &[("i", 1 << 13), ("j", 1 << 13), ("k", 1 << 13)], 0)),
        ("one row of many", of(product(), &[("i", 1), ("j", 1 << 31), ("k", 1)], 0)),
        ("a long statement", of(Program::Statement("i".repeat(1 << 22)), &all, 0)),
        ("an index of thousands", of(Program::Statement(format!("i32 C[{indices}i] += u8 A[i] * s8 B[i]")), &all, 0)),
        (
            "numbers of no end",
            of(Program::Statement(format!("i32 C[{}*i] += u8 A[i] * s8 B[i]", "9".repeat(4000))), &all, 0),
        ),
        ("a name of a megabyte", v1::CompileRequest { entry: "f".repeat(1 << 20), ..of(product(), &all, 0) }),
        ("a plan that nobody has", v1::CompileRequest { plan: u32::MAX, ..of(product(), &all, 0) }),
        ("no program", v1::CompileRequest { program: None, ..of(product(), &all, 0) }),
        ("no loops", module(long(10))),
        ("endless", module(endless(3))),
        ("types that double", module(doubled(100))),
        ("regions", module("\"a\"() ({\n".repeat(100_000) + &"\n}) : () -> ()".repeat(100_000))),
        ("too long", module(" ".repeat((4 << 20) + 1))),
    ];
    let case = |(name, request): (&str, v1::CompileRequest)| {
        Case::new(format!("compile: {name}"), move || call("Compile", &request.encode_to_vec()))
    };
    all.into_iter().map(case).collect()
}

/// Nests that are none, that are too many, or that begin nowhere.
fn nests() -> Vec<Case> {
    use v1::nest_request::Transform;
    let pack = || Some(Transform::Pack(v1::Packing { like_gpat: true }));
    let tile = |sizes: Vec<u64>| Some(Transform::Tile(v1::Tiling { sizes }));
    let target = Some(v1::Target { arch: "x86_64".to_owned(), mcpu: "znver3".to_owned(), ..Default::default() });
    let of =
        |module: String, transform| v1::NestRequest { module, transform, target: target.clone(), ..Default::default() };
    let loops = |count: usize, step: i64| {
        let begin = format!(
            "\"affine.for\"() <{{lowerBoundMap = affine_map<() -> ({})>, step = {step} : index, upperBoundMap = affine_map<() -> ({})>}}> \
             ({{\n^bb0(%i: index):\n",
            i64::MIN,
            i64::MAX
        );
        let end = "\"affine.yield\"() : () -> ()\n}) : () -> ()\n";
        let body = begin.repeat(count) + &end.repeat(count);
        format!(
            "\"func.func\"() <{{function_type = () -> (), sym_name = \"f\"}}> ({{\n^bb0:\n{body}\"func.return\"() : () -> ()\n}}) : () -> ()\n"
        )
    };
    let all = [
        ("loops of all numbers", of(loops(4, 1), pack())),
        ("tiles of all numbers", of(loops(4, 1), tile(vec![1 << 20]))),
        ("tiles of no size", of(loops(2, 1), tile(vec![0]))),
        ("sizes of tiles without end", of(loops(2, 1), tile(vec![u64::MAX; 1 << 16]))),
        ("the cheapest tiles of all numbers", of(loops(60, 1), tile(Vec::new()))),
        ("steps backwards", of(loops(2, -1), pack())),
        ("steps of nothing", of(loops(2, 0), tile(vec![8]))),
        ("loops deeper than the reader goes", of(loops(200, 1), pack())),
        ("no loops", of(long(10), pack())),
        ("endless", of(endless(3), tile(vec![8]))),
        ("types that double", of(doubled(100), pack())),
        ("neither packed nor tiled", of(loops(1, 1), None)),
        ("caches of all numbers", v1::NestRequest { caches: vec![1, 2, u64::MAX], ..of(loops(3, 1), pack()) }),
        ("caches without end", v1::NestRequest { caches: vec![1; 1 << 20], ..of(loops(3, 1), pack()) }),
        ("pages of all numbers", v1::NestRequest { entries: u64::MAX, ..of(loops(3, 1), tile(Vec::new())) }),
        ("a name of a megabyte", v1::NestRequest { entry: "f".repeat(1 << 20), ..of(loops(3, 1), pack()) }),
        ("too long", of(" ".repeat((4 << 20) + 1), pack())),
    ];
    let case = |(name, request): (&str, v1::NestRequest)| {
        Case::new(format!("nest: {name}"), move || call("Nest", &request.encode_to_vec()))
    };
    all.into_iter().map(case).collect()
}

/// Every attack by programs.
pub fn cases() -> Vec<Case> {
    let check = |name: String, request: v1::CheckRequest| {
        Case::new(format!("check: {name}"), move || call("Check", &request.encode_to_vec()))
    };
    let mut all: Vec<Case> = texts().into_iter().map(|(name, text)| check(name, with_itself(&text))).collect();
    let plain = with_itself(&long(10));
    let size = v1::CheckSize { argument: u32::MAX, dim: Some(u32::MAX), size: i64::MIN };
    let odd = [
        ("sizes of nobody", v1::CheckRequest { sizes: vec![size; 1024], ..plain.clone() }),
        ("too many sizes", v1::CheckRequest { sizes: vec![size; 1 << 20], ..plain.clone() }),
        ("a size below nothing", v1::CheckRequest { size: Some(i64::MIN), ..plain.clone() }),
        ("all steps", v1::CheckRequest { max_steps: u64::MAX, ..with_itself(&endless(1)) }),
        ("a name of a megabyte", v1::CheckRequest { entry: "@".repeat(1 << 20), ..plain.clone() }),
        ("a key of a megabyte", v1::CheckRequest { key: "k".repeat(1 << 20), located: true, ..plain }),
    ];
    all.extend(odd.into_iter().map(|(name, request)| check(name.to_owned(), request)));
    all.extend(contractions());
    all.extend(nests());
    let whole = framed(&with_itself(&long(20_000)).encode_to_vec());
    let one = framed(&with_itself(&endless(2)).encode_to_vec());
    let path = method("Check");
    let behaviours = [
        ("many left", Behaviour::Crowd { path: path.clone(), bodies: endless_calls(40), names: false }),
        ("many names", Behaviour::Crowd { path: path.clone(), bodies: endless_calls(200), names: true }),
        ("one reset again and again", Behaviour::Resets { path: path.clone(), body: one.clone(), calls: 100 }),
        ("halves", Behaviour::Halves { path: path.clone(), part: whole.slice(..whole.len() / 2), calls: 100 }),
        ("unread", Behaviour::Unread { path: path.clone(), body: one, calls: 60 }),
        ("by kilobytes", Behaviour::Drip { path, body: whole, bytes: 1_000 }),
    ];
    all.extend(behaviours.into_iter().map(|(name, behaviour)| {
        Case::new(format!("behaviour checks {name}"), move || Attack::Behaviour(behaviour.clone()))
    }));
    all
}
