//! ACLE's table, row by row: what is in which register, how an assembler writes it, and what is refused.

use isotope_semantics::OperandKind;
use isotope_vendor::arm::acle::{Piece, Row, name_of, rows};
use isotope_vendor::arm::form::{Register, assembly, combinations, register};
use isotope_vendor::scope::Refusal;

/// A row of made-up columns.
fn row(columns: &[&str]) -> Result<Row, Refusal> {
    let line = [columns, &["A64"]].concat().join("\t");
    rows(&line).remove(0).map_err(|(_, refusal)| refusal)
}

fn taken(columns: &[&str]) -> Row {
    row(columns).unwrap_or_else(|refusal| panic!("{columns:?}: {refusal}"))
}

#[test]
fn operands_have_the_kinds_of_their_c_types() {
    let row = taken(&[
        "uint16x4_t vmade_n_s8(int8x8_t a, poly16x4_t b, int32_t c, int8x16x2_t t, __builtin_constant_p (n))",
        "a -> Vn.8B;b -> Vm.4H;c -> Rd; 1 <= n <= 8",
        "MADE Vd.4H,Vn.8B,Vm.4H,#n",
        "Vd.4H -> result",
    ]);
    let shapes: Vec<_> = row.operands.iter().map(|o| (o.kind, o.bits, o.element_bits, o.signed)).collect();
    let wanted = [
        (OperandKind::Vector, 64, 8, true),
        (OperandKind::Vector, 64, 16, false),
        (OperandKind::Scalar, 32, 32, true),
        (OperandKind::Vector, 256, 8, true),
        (OperandKind::Imm, 32, 4, false),
    ];
    assert_eq!(shapes, wanted);
    assert_eq!((row.result.bits, row.result.signed, row.c_result.as_str()), (64, false, "uint16x4_t"));
    assert_eq!(row.immediates, [("n".to_owned(), (1..=8).collect())]);
    // A type that C has no integer of is in a vector register.
    let long = taken(&["poly128_t vlong_p64(poly64_t a)", "a -> Vn.1D", "LONG Vd.1Q,Vn.1D", "Vd.1Q -> result"]);
    assert_eq!((long.result.kind, long.result.bits), (OperandKind::Vector, 128));
}

#[test]
fn registers_hold_what_the_table_says() {
    let row = taken(&[
        "uint8x8_t vtwo_u8(uint8x8_t a, uint8x8x3_t t, uint8x8_t idx)",
        "t.val[1]:t.val[0] -> Vn.16B;Zeros(64):t.val[2] -> Vn+1.16B;a -> Vd.8B;idx -> Vm.8B",
        "TWO Vd.8B,{Vn.16B,Vn+1.16B},Vm.8B",
        "Vd.8B -> result",
    ]);
    let v = |number| Register { file: 'V', number };
    let wanted = [
        (vec![Piece::Operand(1, 0, 64), Piece::Operand(1, 64, 64)], v(16)),
        (vec![Piece::Operand(1, 128, 64), Piece::Zeros(64)], v(17)),
        (vec![Piece::Operand(0, 0, 64)], v(0)),
        (vec![Piece::Operand(2, 0, 64)], v(8)),
    ];
    assert_eq!(row.prepared, wanted);
    assert_eq!(assembly(&row, &[])[0], "two v0.8b,{v16.16b,v17.16b},v8.8b");
    for (text, found) in [("Vm.H[0]", v(8)), ("Dd", v(0)), ("Va.16B", v(24)), ("Vn2.8H", v(17)), ("32(Vd)", v(0))] {
        assert_eq!(register(text), Some(found), "{text}");
    }
    assert_eq!(register("rn"), Some(Register { file: 'X', number: 16 }));
    for text in ["", "V", "Vx.8B", "n", "Vn+9.8B", "Dnn"] {
        assert_eq!(register(text), None, "{text}");
    }
}

#[test]
fn an_assembler_gets_each_spelling_in_iteration() {
    let lane = taken(&[
        "int32_t vlane_s32(int32x2_t v, __builtin_constant_p(lane))",
        "0<=lane<=1;v -> Vn.2S",
        "SMOV Rd,Vn.S[lane]",
        "Rd -> result",
    ]);
    assert_eq!(assembly(&lane, &[1]), ["smov w0,v16.s[1]", "smov x0,v16.s[1]"]);
    let one = taken(&["int8x8_t vhalf_s8(int8x16_t a)", "a -> Vn.16B", "DUP Vd.1D,Vn.D[1]", "Vd.8B -> result"]);
    assert_eq!(assembly(&one, &[]), ["dup v0.1d,v16.d[1]", "dup d0,v16.d[1]"]);
    let scaled = taken(&[
        "int64x2_t vscaled_s64(int64x2_t a, __builtin_constant_p(n))",
        "a -> Vn.16B;0 <= n <= 1",
        "EXT Vd.16B,Vn.16B,Vn.16B,#(n<<3)",
        "Vd.16B -> result",
    ]);
    assert_eq!(assembly(&scaled, &[1])[0], "ext v0.16b,v16.16b,v16.16b,#8");
}

#[test]
fn immediates_are_combined_the_last_one_first() {
    let row = taken(&[
        "int32x4_t vcopy_s32(int32x4_t a, __builtin_constant_p(x), int32x2_t b, __builtin_constant_p(y))",
        "a -> Vd.4S;0 <= x <= 2;b -> Vn.2S;y == 1",
        "INS Vd.S[x],Vn.S[y]",
        "Vd.4S -> result",
    ]);
    assert_eq!(combinations(&row), [[0, 1], [1, 1], [2, 1]]);
    assert_eq!(assembly(&row, &[2, 1])[0], "ins v0.s[2],v16.s[1]");
}

#[test]
fn scalable_vectors_are_the_same_registers() {
    let row = taken(&[
        "int32x4_t svmade_s32(int32x4_t a, int8x16_t b, int8x16_t c, __builtin_constant_p(rot))",
        "a -> Zd.S;b -> Zn.B;c -> Zm.B;rot in 0,90,270",
        "MADE Zd.S,Zn.B,Zm.B,#rot",
        "Zd.S -> result",
    ]);
    assert_eq!(row.immediates, [("rot".to_owned(), vec![0, 90, 270])]);
    let registers: Vec<u32> = row.prepared.iter().map(|(_, register)| register.number).collect();
    // By-element forms reach the lower eight.
    assert_eq!(registers, [0, 16, 4]);
    assert!(row.prepared.iter().all(|(_, register)| register.file == 'V'));
    assert_eq!(assembly(&row, &[90])[0], "made z0.s,z16.b,z4.b,#90");
    for values in ["in 90,0", "in 0,0", "in", "in 0,x", "within 0,90"] {
        let text = format!("a -> Zn.B;n {values}");
        let odd = ["int8x16_t sv_n(int8x16_t a, __builtin_constant_p(n))", &text, "X Zd.B,Zn.B,#n", "Zd.B -> result"];
        assert_eq!(row_error(&odd), "the table's row: no range of n", "{values}");
    }
}

fn row_error(columns: &[&str]) -> String {
    row(columns).unwrap_err().to_string()
}

#[test]
fn rows_out_of_scope_say_why() {
    let reason = |columns: &[&str]| row(columns).unwrap_err().to_string();
    let of = |prototype: &str, instruction: &str| reason(&[prototype, "a -> Vn.8B", instruction, "Vd.8B -> result"]);
    assert_eq!(of("mfloat8x8_t vreal_mf8(mfloat8x8_t a)", "FADD Vd.8B,Vn.8B"), "floating point");
    assert_eq!(of("int8x8_t vfrom_mf8(int8x8_t a, fpm_t f)", "X Vd.8B,Vn.8B"), "floating point");
    assert_eq!(of("int8x8_t vld1_s8(int8_t const *ptr)", "LD1 {Vt.8B},[Xn]"), "memory operand");
    assert_eq!(of("void vnone(int8x8_t a)", "X Vn.8B"), Refusal::NoResult.to_string());
    assert_eq!(of("int8x8_t vsame_s8(int8x8_t a)", "NOP"), Refusal::NoInstruction.to_string());
    assert_eq!(of("int8x8_t vtwo_s8(int8x8_t a)", "A Vd.8B,Vn.8B;B Vd.8B"), "several instructions");
    assert_eq!(of("int8x8_t vodd_s8(char8_t a)", "X Vd.8B,Vn.8B"), "operand type char8_t is not known");
    assert!(of("int8x8_t vn_s8(int8x8_t a, __builtin_constant_p(n))", "X Vd.8B,#n").contains("no range of n"));
    assert!(reason(&["int8x8_t v(int8x8_t a)", "q -> Vn.8B", "X Vd.8B", "Vd.8B -> result"]).contains("operand q"));
    assert!(reason(&["int8x8_t v(int8x8_t a)", "a -> Vq.8B", "X Vd.8B", "Vd.8B -> result"]).contains("register of a"));
    assert!(reason(&["nothing"]).contains("four columns expected"));
    assert_eq!(name_of("int8x8_t vadd_s8(int8x8_t a, int8x8_t b)"), "vadd_s8");
}
