use super::*;

fn att(line: &str) -> (Width, Option<(bool, Option<i64>, u32)>) {
    let i = Instruction::att(line);
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
    assert_eq!(Instruction::att("{vex}\tvpdpbusd %ymm0, %ymm1, %ymm2").mnemonic, "vpdpbusd");
    assert_eq!(Instruction::att("rep stosb").mnemonic, "stosb");
}

#[test]
fn forms_of_tables_are_read() {
    let of = |form| {
        let i = Instruction::form(form);
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
