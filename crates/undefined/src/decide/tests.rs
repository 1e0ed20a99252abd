//! Freezing of answers that no search need find.

use super::*;
use isotope_dictionary::LlvmForm;
use isotope_ir::expr::{Graph, Leaf, NodeId, Op};
use isotope_ir::types::Type;

const LANES: u32 = 32;

/// A window with leaves of 32 bytes, each of which an answer's function takes.
#[derive(Default)]
struct Case {
    graph: Graph,
    params: Vec<Param>,
}

fn bytes() -> Type {
    Type::uint(8, LANES)
}

impl Case {
    fn leaf(&mut self) -> NodeId {
        let leaf = Leaf { name: format!("v{}", self.params.len()), ty: bytes(), range: None, load: None };
        let node = self.graph.leaf(leaf).unwrap();
        self.params.push(Param::leaf(&self.graph, LeafId(self.graph.leaves.len() as u32 - 1)));
        node
    }

    /// A load at such a distance in one buffer.
    fn load(&mut self, offset: i64) -> NodeId {
        let load = LoadAddress { buffer: "B".to_owned(), base: "t".to_owned(), offset, stride: 1 };
        self.params.push(Param::load(bytes(), load.clone()));
        self.graph.leaf(Leaf { name: format!("d{offset}"), ty: bytes(), range: None, load: Some(load) }).unwrap()
    }

    fn number(&mut self, bits: u64) -> NodeId {
        let one = self.graph.make(Op::Const(bits), &[], Some(Type::uint(8, 1))).unwrap();
        self.graph.make(Op::Broadcast, &[one], Some(bytes())).unwrap()
    }

    fn make(&mut self, op: Op, args: &[NodeId]) -> NodeId {
        self.graph.make(op, args, None).unwrap()
    }

    /// A letter for each parameter: `f`rozen, `s` unless summed up, or not; "!" where two loads may make one byte.
    fn said(&self, root: NodeId, body: &str) -> String {
        const NAMES: [&str; 4] = ["a", "b", "c", "d"];
        let params = NAMES.iter().take(self.params.len()).map(|name| (*name, "<32 x i8>")).collect();
        let body = body.lines().chain(["ret <32 x i8> %r"]).map(str::to_owned).collect();
        let code = Code::of_form(&LlvmForm { params, body, result: "<32 x i8>" }).expect("the body is read");
        let window = Window::new(&self.graph, root).unwrap();
        let leaf_of = |leaf: &Leaf| self.graph.leaves.iter().position(|own| own.name == leaf.name);
        // Windows have their leaves in the order of their first use.
        let params: Vec<Param> = self
            .params
            .iter()
            .map(|param| match &param.origin {
                Origin::Leaf(of) => {
                    let at = window.graph.leaves.iter().position(|leaf| leaf_of(leaf) == Some(of.0 as usize));
                    Param::leaf(&window.graph, LeafId(at.unwrap() as u32))
                }
                Origin::Load(_) => param.clone(),
            })
            .collect();
        let leaf_map: Vec<LeafId> = (0..window.graph.leaves.len() as u32).map(LeafId).collect();
        let phrasing = Phrasing { asked: &window, canonical: &window, leaf_map: &leaf_map };
        let sets = isotope_grammars::embedded();
        let intrinsics = |arch| Intrinsics::new(sets.get(arch).unwrap().dictionary());
        let arch = if body_is_of_arm(&code) { "aarch64" } else { "x86_64" };
        let found = known(&params, &code, &phrasing, &intrinsics(arch)).expect("something is known");
        let letter = |freeze: &Freeze| match freeze {
            Freeze::Never => '-',
            Freeze::UnlessAddedUp => 's',
            Freeze::Always => 'f',
        };
        let letters: String = found.parameters.iter().map(letter).collect();
        letters + if found.one_load_a_byte { "" } else { "!" }
    }
}

fn body_is_of_arm(code: &Code) -> bool {
    code.operations.iter().any(|operation| operation.callee.starts_with("llvm.aarch64."))
}

#[test]
fn a_lane_that_is_read_once_is_not_frozen() {
    let mut c = Case::default();
    let args = [c.leaf(), c.leaf()];
    let root = c.make(Op::Add, &args);
    assert_eq!(c.said(root, "%r = add <32 x i8> %a, %b"), "--");
    let root = c.make(Op::RoundingHalvingAdd, &args);
    assert_eq!(c.said(root, "%r = call <32 x i8> @llvm.x86.avx2.pavg.b(<32 x i8> %a, <32 x i8> %b)"), "--");
    let mut c = Case::default();
    let args = [c.leaf(), c.number(1)];
    let root = c.make(Op::ShiftLeft, &args);
    assert_eq!(c.said(root, "%r = add <32 x i8> %a, %a"), "f", "doubled by a sum");
}

#[test]
fn what_a_choice_hides_is_frozen() {
    let mut c = Case::default();
    let (a, b, d, zero) = (c.leaf(), c.leaf(), c.leaf(), c.number(0));
    let less = c.make(Op::Lt, &[a, b]);
    let root = c.make(Op::Select, &[less, d, zero]);
    let mask = "%l = icmp ult <32 x i8> %a, %b\n%m = sext <32 x i1> %l to <32 x i8>\n%r = and <32 x i8> %m, %c";
    assert_eq!(c.said(root, mask), "--f");
    let mut c = Case::default();
    let (a, b) = (c.leaf(), c.leaf());
    let less = c.make(Op::Lt, &[a, b]);
    let root = c.make(Op::Select, &[less, a, b]);
    let chosen = "%l = icmp ult <32 x i8> %a, %b\n%r = select <32 x i1> %l, <32 x i8> %a, <32 x i8> %b";
    assert_eq!(c.said(root, chosen), "ff", "both are read twice");
}

#[test]
fn lanes_that_cross_are_frozen_unless_they_are_added_up() {
    let mut c = Case::default();
    let args = [c.leaf(), c.number(0x0f)];
    let root = c.make(Op::And, &args);
    // Sixteen bits are poison where one of their bytes is.
    let wide = "%w = bitcast <32 x i8> %a to <16 x i16>\n%m = and <16 x i16> %w, splat (i16 3855)\n\
                %r = bitcast <16 x i16> %m to <32 x i8>";
    assert_eq!(c.said(root, wide), "s");
    // A factor of zero hides no poison of the other.
    let neighbours = "%p = call <16 x i16> @llvm.x86.avx2.pmadd.ub.sw(<32 x i8> %a, <32 x i8> zeroinitializer)\n\
                      %r = bitcast <16 x i16> %p to <32 x i8>";
    assert_eq!(c.said(root, neighbours), "s");
}

#[test]
fn constants_choose_lanes() {
    let shuffled = |by: &str| format!("%r = call <32 x i8> @llvm.x86.avx2.pshuf.b(<32 x i8> %a, <32 x i8> {by})");
    let mut c = Case::default();
    let a = c.leaf();
    let root = c.make(Op::Shuffle((0..LANES).map(|lane| lane / 16 * 16).collect()), &[a]);
    assert_eq!(c.said(root, &shuffled("zeroinitializer")), "-");
    let mut c = Case::default();
    let args = [c.leaf(), c.leaf()];
    let root = c.make(Op::Add, &args);
    assert_eq!(c.said(root, &shuffled("%b")), "s-");
    let lanes: Vec<u32> = (0..LANES).map(|lane| lane % 2 * LANES + lane).collect();
    let indices: Vec<String> = lanes.iter().map(|lane| format!("i8 {lane}")).collect();
    let root = c.make(Op::Shuffle(lanes), &args);
    let permuted = |by: &str| {
        c.said(
            root,
            &format!(
                "%r = call <32 x i8> @llvm.x86.avx512.vpermi2var.qi.256(<32 x i8> %a, <32 x i8> {by}, <32 x i8> %b)"
            ),
        )
    };
    assert_eq!(permuted(&format!("<{}>", indices.join(", "))), "--");
    assert_eq!(permuted("zeroinitializer"), "s-", "a lane that the window reads for another");
}

#[test]
fn arm_has_semantics_too() {
    let indices =
        |from: u32, count: u32| (from..from + count).map(|lane| format!("i32 {lane}")).collect::<Vec<_>>().join(", ");
    let halves = |name: &str| {
        let mut text = String::new();
        for half in 0..2 {
            for leaf in ["a", "b"] {
                text += &format!(
                    "%{leaf}{half} = shufflevector <32 x i8> %{leaf}, <32 x i8> poison, <16 x i32> <{}>\n",
                    indices(16 * half, 16)
                );
            }
            text += &format!(
                "%r{half} = call <16 x i8> @llvm.aarch64.neon.{name}.v16i8(<16 x i8> %a{half}, <16 x i8> %b{half})\n"
            );
        }
        text + &format!("%r = shufflevector <16 x i8> %r0, <16 x i8> %r1, <32 x i32> <{}>", indices(0, 32))
    };
    let mut c = Case::default();
    let args = [c.leaf(), c.leaf()];
    let root = c.make(Op::RoundingHalvingAdd, &args);
    assert_eq!(c.said(root, &halves("urhadd")), "--");
    assert_eq!(c.said(root, &halves("addp")), "ss", "sums of neighbours");
}

#[test]
fn two_loads_of_a_byte_do_not_agree() {
    let mut c = Case::default();
    let args = [c.load(0), c.load(1)];
    let root = c.make(Op::Add, &args);
    assert_eq!(c.said(root, "%r = add <32 x i8> %a, %b"), "--", "loads that overlap");
    // As words both loads have the byte, as bytes only one: frozen is enough.
    let words = "%x = bitcast <32 x i8> %a to <16 x i16>\n%y = bitcast <32 x i8> %b to <16 x i16>\n\
                 %s = and <16 x i16> %x, splat (i16 255)\n%t = and <16 x i16> %y, splat (i16 255)\n\
                 %e = add <16 x i16> %s, %t\n%l = and <16 x i16> %e, splat (i16 255)\n\
                 %u = lshr <16 x i16> %x, splat (i16 8)\n%v = lshr <16 x i16> %y, splat (i16 8)\n\
                 %o = add <16 x i16> %u, %v\n%h = shl <16 x i16> %o, splat (i16 8)\n\
                 %w = or <16 x i16> %l, %h\n%r = bitcast <16 x i16> %w to <32 x i8>";
    assert_eq!(c.said(root, words), "ff");
    let mut c = Case::default();
    let args = [c.load(0), c.load(0)];
    let root = c.make(Op::Add, &args);
    assert_eq!(c.said(root, "%r = add <32 x i8> %a, %b"), "ff!", "the same bytes by two loads");
}

#[test]
fn llvm_s_own_intrinsics_compute_lane_by_lane() {
    let mut c = Case::default();
    let args = [c.load(0), c.load(1)];
    let root = c.make(Op::Add, &args);
    for (name, wanted) in [
        ("smul.fix.v32i8", "--"),
        ("umul.fix.sat.v32i8", "--"),
        ("fshl.v32i8", "--"),
        ("experimental.unknown.v32i8", "ff!"),
    ] {
        let code = format!("%r = call <32 x i8> @llvm.{name}(<32 x i8> %a, <32 x i8> %b, i32 3)");
        assert_eq!(c.said(root, &code), wanted, "{name}");
    }
}

#[test]
fn what_is_times_zero_counts_by_the_other_load_alone() {
    let mut c = Case::default();
    let args = [c.load(0), c.load(0)];
    let root = c.make(Op::Add, &args);
    let weights = |two: [u8; 2]| {
        let all: Vec<String> = (0..LANES as usize).map(|lane| format!("i8 {}", two[lane % 2])).collect();
        format!("<32 x i8> <{}>", all.join(", "))
    };
    for (second, wanted) in [([0, 1], "ff"), ([1, 1], "ff!")] {
        let code = format!(
            "%x = call <16 x i16> @llvm.x86.avx2.pmadd.ub.sw(<32 x i8> %a, {})\n\
             %y = call <16 x i16> @llvm.x86.avx2.pmadd.ub.sw(<32 x i8> %b, {})\n\
             %s = add <16 x i16> %x, %y\n%r = bitcast <16 x i16> %s to <32 x i8>",
            weights([1, 0]),
            weights(second)
        );
        assert_eq!(c.said(root, &code), wanted);
    }
}

#[test]
fn bits_that_are_combined_by_themselves_meet_none_of_another_load() {
    for (joined, wanted) in [
        ("call <4 x i64> @llvm.x86.avx512.pternlog.q.256(<4 x i64> %x, <4 x i64> %y, <4 x i64> %x, i32 150)", "ff"),
        ("add <4 x i64> %x, %y", "ff!"),
    ] {
        let mut c = Case::default();
        let args = [c.load(0), c.load(1)];
        let root = c.make(Op::Xor, &args);
        let code = format!(
            "%x = bitcast <32 x i8> %a to <4 x i64>\n%y = bitcast <32 x i8> %b to <4 x i64>\n%z = {joined}\n\
             %r = bitcast <4 x i64> %z to <32 x i8>"
        );
        assert_eq!(c.said(root, &code), wanted, "{joined}");
    }
    // Bytes of a shift come from one byte each, or from two.
    for (bits, distance, wanted) in [(16, 2, "ff"), (8, 2, "ff"), (12, 2, "ff"), (4, 1, "ff!")] {
        let mut c = Case::default();
        let args = [c.load(0), c.load(distance)];
        let root = c.make(Op::Xor, &args);
        let code = format!(
            "%s = xor <32 x i8> %a, %b\n%w = bitcast <32 x i8> %s to <8 x i32>\n\
             %x = ashr <8 x i32> %w, splat (i32 {bits})\n%r = bitcast <8 x i32> %x to <32 x i8>"
        );
        assert_eq!(c.said(root, &code), wanted, "{bits}");
    }
}

#[test]
fn elements_of_two_sizes_in_one_buffer_are_not_told_apart() {
    let mut c = Case::default();
    let a = c.load(0);
    let wide = LoadAddress { buffer: "B".to_owned(), base: "t".to_owned(), offset: 0, stride: 1 };
    let wide = Leaf { name: "w".to_owned(), ty: Type::uint(16, LANES), range: None, load: Some(wide) };
    let wide = c.graph.leaf(wide).unwrap();
    let narrow = c.graph.make(Op::Cast, &[wide], Some(bytes())).unwrap();
    let root = c.make(Op::Add, &[a, narrow]);
    let window = Window::new(&c.graph, root).unwrap();
    let leaf_map: Vec<LeafId> = (0..2).map(LeafId).collect();
    let phrasing = Phrasing { asked: &window, canonical: &window, leaf_map: &leaf_map };
    let params = Param::leaves(&window.graph);
    let body = ["%n = trunc <32 x i16> %b to <32 x i8>", "%r = add <32 x i8> %a, %n", "ret <32 x i8> %r"];
    let form = LlvmForm {
        params: vec![("a", "<32 x i8>"), ("b", "<32 x i16>")],
        body: body.map(str::to_owned).to_vec(),
        result: "<32 x i8>",
    };
    let sets = isotope_grammars::embedded();
    let intrinsics = Intrinsics::new(sets.get("x86_64").unwrap().dictionary());
    assert_eq!(known(&params, &Code::of_form(&form).unwrap(), &phrasing, &intrinsics), None);
}
