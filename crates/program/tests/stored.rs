//! Records read as long as they are kept: every name of the stored format against a golden file.
//!
//! `BLESS=1` writes the file. A line may be added to it; one that changes makes yesterday's records unreadable, and wants a new version
//! beside a reader of the old one.

#![allow(clippy::unwrap_used)]

use isotope_ir::expr::{Graph, Leaf, LeafId, LoadAddress, Node, NodeId, Op, ReduceOp};
use isotope_ir::types::{Kind, Type};
use isotope_ir::window::Window;
use isotope_program::stored::{self, StoredError};
use isotope_program::{FloatFormat, FloatOp, Generic, Origin, Param, Predicate, Program, Shape, Step, StepOp, Value};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stored.txt");

/// All of them; a variant that is not among them does not compile.
fn predicates() -> Vec<Predicate> {
    use Predicate::*;
    let next = |p| match p {
        Eq => Some(Ne),
        Ne => Some(Ult),
        Ult => Some(Ule),
        Ule => Some(Ugt),
        Ugt => Some(Uge),
        Uge => Some(Slt),
        Slt => Some(Sle),
        Sle => Some(Sgt),
        Sgt => Some(Sge),
        Sge => None,
    };
    std::iter::successors(Some(Eq), |p| next(*p)).collect()
}

fn float_operations() -> Vec<FloatOp> {
    use FloatOp::*;
    let next = |op| match op {
        Add => Some(Sub),
        Sub => Some(Mul),
        Mul => Some(Div),
        Div => Some(Eq),
        Eq => Some(Ne),
        Ne => Some(Lt),
        Lt => Some(Le),
        Le => Some(Gt),
        Gt => Some(Ge),
        Ge => Some(Convert(FloatFormat::Half)),
        Convert(FloatFormat::Half) => Some(Convert(FloatFormat::Single)),
        Convert(FloatFormat::Single) => Some(Convert(FloatFormat::Double)),
        Convert(FloatFormat::Double) => Some(FromSigned),
        FromSigned => Some(FromUnsigned),
        FromUnsigned => Some(ToSigned),
        ToSigned => Some(ToUnsigned),
        ToUnsigned => Some(ToSignedSaturating),
        ToSignedSaturating => Some(ToUnsignedSaturating),
        ToUnsignedSaturating => Some(Floor),
        Floor => None,
    };
    std::iter::successors(Some(Add), |op| next(*op)).collect()
}

fn generics() -> Vec<Generic> {
    use Generic::*;
    let next = |op: &Generic| match op {
        Add => Some(Sub),
        Sub => Some(Mul),
        Mul => Some(UDiv),
        UDiv => Some(SDiv),
        SDiv => Some(URem),
        URem => Some(SRem),
        SRem => Some(And),
        And => Some(Or),
        Or => Some(Xor),
        Xor => Some(Shl),
        Shl => Some(LShr),
        LShr => Some(AShr),
        AShr => Some(UMin),
        UMin => Some(UMax),
        UMax => Some(SMin),
        SMin => Some(SMax),
        SMax => Some(UAddSat),
        UAddSat => Some(SAddSat),
        SAddSat => Some(USubSat),
        USubSat => Some(SSubSat),
        SSubSat => Some(Abs),
        Abs => Some(Ctlz),
        Ctlz => Some(Cttz),
        Cttz => Some(Ctpop),
        Ctpop => Some(Select),
        Select => Some(ZExt),
        ZExt => Some(SExt),
        SExt => Some(Trunc),
        Trunc => Some(Bitcast),
        Bitcast => Some(Shuffle(vec![1, 0])),
        Shuffle(_) | Compare(_) | Float(..) => None,
    };
    let plain = std::iter::successors(Some(Add), next);
    let compared = predicates().into_iter().map(Compare);
    let floats = float_operations().into_iter().map(|op| Float(op, FloatFormat::Single));
    plain.chain(compared).chain(floats).collect()
}

fn operations() -> Vec<Op> {
    use Op::*;
    let next = |op: &Op| match op {
        Broadcast => Some(Ramp),
        Ramp => Some(Cast),
        Cast => Some(SaturatingCast),
        SaturatingCast => Some(Reinterpret),
        Reinterpret => Some(Add),
        Add => Some(Sub),
        Sub => Some(Mul),
        Mul => Some(Div),
        Div => Some(Mod),
        Mod => Some(DivRoundToZero),
        DivRoundToZero => Some(ModRoundToZero),
        ModRoundToZero => Some(Min),
        Min => Some(Max),
        Max => Some(Eq),
        Eq => Some(Ne),
        Ne => Some(Lt),
        Lt => Some(Le),
        Le => Some(Gt),
        Gt => Some(Ge),
        Ge => Some(And),
        And => Some(Or),
        Or => Some(Xor),
        Xor => Some(Not),
        Not => Some(Select),
        Select => Some(ShiftLeft),
        ShiftLeft => Some(ShiftRight),
        ShiftRight => Some(Abs),
        Abs => Some(Absd),
        Absd => Some(WideningAdd),
        WideningAdd => Some(WideningSub),
        WideningSub => Some(WideningMul),
        WideningMul => Some(WideningShiftLeft),
        WideningShiftLeft => Some(WideningShiftRight),
        WideningShiftRight => Some(WidenRightAdd),
        WidenRightAdd => Some(WidenRightSub),
        WidenRightSub => Some(WidenRightMul),
        WidenRightMul => Some(SaturatingAdd),
        SaturatingAdd => Some(SaturatingSub),
        SaturatingSub => Some(HalvingAdd),
        HalvingAdd => Some(HalvingSub),
        HalvingSub => Some(RoundingHalvingAdd),
        RoundingHalvingAdd => Some(RoundingShiftLeft),
        RoundingShiftLeft => Some(RoundingShiftRight),
        RoundingShiftRight => Some(MulShiftRight),
        MulShiftRight => Some(RoundingMulShiftRight),
        RoundingMulShiftRight => Some(CountLeadingZeros),
        CountLeadingZeros => Some(CountTrailingZeros),
        CountTrailingZeros => Some(PopCount),
        PopCount => Some(Mux),
        Mux => Some(StrictFloat),
        StrictFloat => Some(PromiseClamped),
        PromiseClamped => Some(Leaf(LeafId(1))),
        Leaf(_) => Some(Const(u64::MAX)),
        Const(_) => Some(Shuffle(vec![3, 0])),
        Shuffle(_) | Reduce(_) => None,
    };
    let reduced = {
        use ReduceOp::*;
        let next = |op| match op {
            Add => Some(SaturatingAdd),
            SaturatingAdd => Some(Mul),
            Mul => Some(Min),
            Min => Some(Max),
            Max => Some(And),
            And => Some(Or),
            Or => None,
        };
        std::iter::successors(Some(Add), move |op| next(*op)).map(Reduce)
    };
    std::iter::successors(Some(Broadcast), next).chain(reduced).collect()
}

fn load() -> LoadAddress {
    LoadAddress { buffer: "p".to_owned(), base: "x".to_owned(), offset: -3, stride: 2 }
}

/// No program that anybody would write: one step of each kind.
fn program() -> Program {
    let (ty, shape) = (Type::uint(8, 2), Shape::new(8, 2));
    let kinds = [Kind::UInt, Kind::Int, Kind::Float, Kind::BFloat];
    let param = |kind: &Kind| Param {
        name: "a".to_owned(),
        ty: Type { kind: *kind, ..ty },
        origin: Origin::Leaf(LeafId(0)),
        address: None,
    };
    let ops = [
        StepOp::Param(0),
        StepOp::Constant(vec![0, u64::MAX]),
        StepOp::Instruction { name: "_mm_avg_epu8".to_owned(), immediates: vec![7] },
    ];
    let ops = ops.into_iter().chain(generics().into_iter().map(StepOp::Generic));
    Program {
        params: kinds.iter().map(param).chain([Param::load(ty, load())]).collect(),
        steps: ops.map(|op| Step { op, args: vec![Value(0), Value(1)], shape }).collect(),
        result: Value(1),
        ty,
    }
}

fn window() -> Window {
    let ty = Type::int(32, 4);
    let leaf = |load, range| Leaf { name: "a".to_owned(), ty, load, range };
    let nodes = operations().into_iter().map(|op| Node { op, args: vec![NodeId(0)], ty, no_wrap: true }).collect();
    let leaves = vec![leaf(None, None), leaf(Some(load()), Some((-5, 7)))];
    let mut graph = Graph::default();
    (graph.nodes, graph.leaves) = (nodes, leaves);
    Window { graph, root: NodeId(1) }
}

fn lines(bytes: &[u8]) -> String {
    // A line for each thing that has a name of its own, so that a difference is seen.
    String::from_utf8(bytes.to_vec()).unwrap().replace("{\"op\"", "\n{\"op\"").replace("},{\"name\"", "},\n{\"name\"")
}

#[test]
fn names_are_those_that_records_hold() {
    let (program, window) = (program(), window());
    let (a, b) = (stored::program(&program).unwrap(), stored::window(&window).unwrap());
    let now = format!("{}\n\n{}\n", lines(&a), lines(&b));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(GOLDEN, &now).unwrap();
    }
    let golden = std::fs::read_to_string(GOLDEN).unwrap();
    let differs = golden.lines().zip(now.lines()).find(|(then, now)| then != now);
    assert_eq!(differs, None, "yesterday's records say the first of these");
    assert_eq!(golden, now);
    assert_eq!(stored::read_program(&a).as_ref(), Ok(&program));
    assert_eq!(stored::read_window(&b).as_ref(), Ok(&window));
}

#[test]
fn what_the_first_daemons_wrote_is_read_and_what_a_later_one_writes_is_refused() {
    let program = program();
    let bare = serde_json::to_vec(&program).unwrap();
    assert_eq!(stored::read_program(&bare).as_ref(), Ok(&program));
    let bytes = stored::program(&program).unwrap();
    let later = [b"isotope-program 2\n", bytes.strip_prefix(b"isotope-program 1\n").unwrap()].concat();
    let refused = StoredError::Version("isotope-program 2".to_owned(), "isotope-program 1");
    assert_eq!(stored::read_program(&later), Err(refused));
    assert!(matches!(stored::read_window(&bytes), Err(StoredError::Version(..))), "a program is no window");
    for broken in [&b""[..], b"\xff\xff", b"{}", b"isotope-program 1\n", &bytes[..bytes.len() / 2]] {
        assert!(stored::read_program(broken).is_err());
    }
}
