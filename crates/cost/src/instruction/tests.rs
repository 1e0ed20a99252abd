use super::*;
use crate::syntax::{aarch64, x86};

fn att(line: &str) -> (Width, Option<(bool, Option<i64>, u32)>) {
    let i = Instruction::listed(line, &x86());
    (i.width, i.memory.map(|m| (m.stored, m.displacement, m.bytes)))
}

#[test]
fn lines_of_assembly_are_read() {
    assert_eq!(att("vpaddb\t%zmm0, %zmm1, %zmm2"), (Width::Vector(512), None));
    assert_eq!(att("vpaddb -1(%rdi,%rax), %ymm1, %ymm2"), (Width::Vector(256), Some((false, Some(-1), 32))));
    assert_eq!(att("vmovdqu64 %zmm0, 64(%rsi)"), (Width::Vector(512), Some((true, Some(64), 64))));
    assert_eq!(att("vpmovzxbw (%rdi), %zmm0"), (Width::Vector(512), Some((false, Some(0), 32))));
    assert_eq!(att("vpmovdb %zmm0, (%rdi)"), (Width::Vector(512), Some((true, Some(0), 16))));
    assert_eq!(att("vpbroadcastd .LCPI0_0(%rip), %zmm1"), (Width::Vector(512), Some((false, None, 1))));
    assert_eq!(att("vpcmpgtb %zmm1, %zmm2, %k1"), (Width::Mask, None));
    assert_eq!(att("vpaddb %zmm0, %zmm1, %zmm2 {%k1} {z}"), (Width::Vector(512), None));
    assert_eq!(att("vextracti64x4 $1, %zmm0, %ymm1"), (Width::Vector(512), None));
    assert_eq!(att("addq $64, %rdi"), (Width::Scalar, None));
    assert_eq!(att("incq 8(%rsp)"), (Width::Scalar, Some((false, Some(8), 8))));
    assert_eq!(att("retq"), (Width::Scalar, None));
    assert_eq!(Instruction::listed("{vex}\tvpdpbusd %ymm0, %ymm1, %ymm2", &x86()).mnemonic, "vpdpbusd");
    assert_eq!(Instruction::listed("rep stosb", &x86()).mnemonic, "stosb");
}

#[test]
fn forms_of_tables_are_read() {
    let of = |form| {
        let i = Instruction::form(form, &x86());
        (i.mnemonic.to_owned(), i.width, i.memory.map(|m| (m.stored, m.bytes)))
    };
    assert_eq!(of("vpaddb zmm, zmm, zmm"), ("vpaddb".into(), Width::Vector(512), None));
    assert_eq!(of("{vex} vpdpbusd xmm, xmm, xmm"), ("vpdpbusd".into(), Width::Vector(128), None));
    assert_eq!(of("vpcmpgtb k {k}, zmm, zmm"), ("vpcmpgtb".into(), Width::Mask, None));
    assert_eq!(of("vpaddb ymm {k}{z}, ymm, m256"), ("vpaddb".into(), Width::Vector(256), Some((false, 32))));
    assert_eq!(of("vmovdqu m256, ymm"), ("vmovdqu".into(), Width::Vector(256), Some((true, 32))));
    assert_eq!(of("kmovd k, r32"), ("kmovd".into(), Width::Mask, None));
    assert_eq!(of("vpsrlw zmm, zmm, i"), ("vpsrlw".into(), Width::Vector(512), None));
}

/// A line of a listing and the form of a table that is the same instruction: both must have the same price, so whatever
/// a price depends on must be read alike.
#[test]
fn a_line_and_its_form_are_one_instruction() {
    for (line, form) in [
        ("vpaddb %zmm0, %zmm1, %zmm2", "vpaddb zmm, zmm, zmm"),
        ("vpaddb (%rdi), %ymm1, %ymm2", "vpaddb ymm, ymm, m256"),
        ("vpaddb %zmm0, %zmm1, %zmm2 {%k1}", "vpaddb zmm {k}, zmm, zmm"),
        ("vpaddb (%rdi), %zmm1, %zmm2 {%k1} {z}", "vpaddb zmm {k}{z}, zmm, m512"),
        ("vpcmpgtb %zmm1, %zmm2, %k1", "vpcmpgtb k, zmm, zmm"),
        ("vpcmpgtb (%rsi), %zmm2, %k1 {%k2}", "vpcmpgtb k {k}, zmm, m512"),
        ("vmovdqu %ymm0, (%rdi)", "vmovdqu m256, ymm"),
        ("vmovdqu64 (%rdi), %zmm0", "vmovdqu64 zmm, m512"),
        ("vpmovzxbw (%rdi), %zmm0", "vpmovzxbw zmm, m256"),
        ("vpmovzxbd %xmm1, %zmm0", "vpmovzxbd zmm, xmm"),
        ("vpmovwb %zmm0, (%rdi)", "vpmovwb m256, zmm"),
        ("vpmovqb %zmm0, (%rdi)", "vpmovqb m64, zmm"),
        ("vpbroadcastb %xmm1, %ymm0", "vpbroadcastb ymm, xmm"),
        ("vextracti64x4 $1, %zmm0, %ymm1", "vextracti64x4 ymm, zmm, i"),
        ("vpsrlw $3, %zmm0, %zmm1", "vpsrlw zmm, zmm, i"),
        ("vpsrlw $3, (%rdi), %zmm1", "vpsrlw zmm, m512, i"),
        ("vpternlogd $150, %zmm0, %zmm1, %zmm2", "vpternlogd zmm, zmm, zmm, i"),
        ("{vex} vpdpbusd %ymm0, %ymm1, %ymm2", "{vex} vpdpbusd ymm, ymm, ymm"),
        ("kmovd %eax, %k1", "kmovd k, r32"),
        ("kortestd %k0, %k1", "kortestd k, k"),
        ("kmovd %k1, %eax", "kmovd r32, k"),
        ("vmovd %xmm0, %eax", "vmovd r32, xmm"),
    ] {
        let (read, of_table) = (Instruction::listed(line, &x86()), Instruction::form(form, &x86()));
        let price = |i: &Instruction<'_>| {
            let memory = i.memory.map(|m| (m.stored, m.displacement, m.bytes));
            (i.mnemonic.to_owned(), i.width, memory, i.is_vector)
        };
        assert_eq!(price(&read), price(&of_table), "{line} and {form}");
    }
}

#[test]
fn both_sources_are_one_register_only_where_both_are() {
    let is_of_one = |line| Instruction::listed(line, &x86()).is_of_one_register;
    assert!(is_of_one("vpxor %xmm1, %xmm1, %xmm0") && is_of_one("vpxor\t%xmm1,%xmm1,%xmm1"));
    for line in [
        "vpxor %xmm1, %xmm2, %xmm1",
        "vpxor %xmm1, %ymm1, %xmm0",
        "vpaddb %xmm1, %xmm1",
        "vpternlogd $255, %zmm0, %zmm0, %zmm0",
        "retq",
    ] {
        assert!(!is_of_one(line), "{line}");
    }
}

#[test]
fn addresses_are_read_whatever_is_in_them() {
    let displacement = |line| Instruction::listed(line, &x86()).memory.map(|m| m.displacement);
    for (line, at) in [
        ("vmovdqu (%rdi), %ymm0", Some(Some(0))),
        ("vmovdqu 32(%rdi), %ymm0", Some(Some(32))),
        ("vmovdqu -96(%rdi,%rax,4), %ymm0", Some(Some(-96))),
        ("vmovdqu .LCPI0_0+32(%rip), %ymm0", Some(None)),
        ("vmovdqu table, %ymm0", Some(None)),
        ("vpbroadcastd (%rsi){1to16}, %zmm0", Some(Some(0))),
        ("vpaddb %ymm1, %ymm1, %ymm0", None),
        ("addq $64, %rdi", None),
    ] {
        assert_eq!(displacement(line), at, "{line}");
    }
}

#[test]
fn widths_are_read_as_tables_write_them() {
    for (word, width) in [
        ("xmm", Some(Width::Vector(128))),
        ("ymm", Some(Width::Vector(256))),
        ("zmm", Some(Width::Vector(512))),
        ("k", Some(Width::Mask)),
        ("r", Some(Width::Scalar)),
        ("mm", None),
        ("xmmword", None),
        ("ZMM", None),
        ("", None),
    ] {
        assert_eq!(Width::read(word, &x86()), width, "{word}");
    }
}

#[test]
fn lines_with_the_result_first_and_memory_in_brackets_are_read() {
    let of = |line| {
        let i = Instruction::listed(line, &aarch64());
        (i.width, i.memory.map(|m| (m.stored, m.displacement, m.bytes)))
    };
    assert_eq!(of("add\tv0.16b, v1.16b, v2.16b"), (Width::Vector(128), None));
    assert_eq!(of("uaddl\tv0.4h, v1.4h, v2.4h"), (Width::Vector(64), None));
    assert_eq!(of("tbl v0.16b, { v1.16b, v2.16b }, v3.16b"), (Width::Vector(128), None));
    assert_eq!(of("ldr q0, [x8, #-16]"), (Width::Vector(128), Some((false, Some(-16), 16))));
    assert_eq!(of("ldr d0, [x0]"), (Width::Vector(64), Some((false, Some(0), 8))));
    assert_eq!(of("ldp q0, q1, [x0, #32]"), (Width::Vector(128), Some((false, Some(32), 32))));
    assert_eq!(of("str q0, [x1], #16"), (Width::Vector(128), Some((true, Some(0), 16))));
    assert_eq!(of("ldr q0, [x8, :lo12:.LCPI0_0]"), (Width::Vector(128), Some((false, None, 16))));
    assert_eq!(of("ldr q0, [x8, x9]"), (Width::Vector(128), Some((false, None, 16))));
    assert_eq!(of("add x8, x8, #16"), (Width::Scalar, None));
    assert!(Instruction::listed("str q0, [sp, #16]", &aarch64()).memory.unwrap().on_stack);
    assert!(Instruction::listed("eor v0.16b, v1.16b, v1.16b", &aarch64()).is_of_one_register);
    assert!(!Instruction::listed("mla v0.16b, v0.16b, v1.16b", &aarch64()).is_of_one_register);
    for (line, form) in [
        ("add v0.16b, v1.16b, v2.16b", "add v.16b, v.16b, v.16b"),
        ("ldr q0, [x0]", "ldr q, m128"),
        ("ldp q0, q1, [x0]", "ldp q, q, m256"),
        ("stp q0, q1, [x0]", "stp q, q, m256"),
        ("uaddlv h0, v1.16b", "uaddlv h, v.16b"),
    ] {
        let (line, form) = (Instruction::listed(line, &aarch64()), Instruction::form(form, &aarch64()));
        assert_eq!((line.mnemonic, line.width, line.memory), (form.mnemonic, form.width, form.memory), "{line:?}");
    }
}
