use super::*;

const SUM: [&str; 4] = [
    "vmovdqu\t(%rdi), %ymm0",
    "vpaddb\t.LCPI3_0(%rip), %ymm0, %ymm0",
    "vpavgb\t33(%rdi), %ymm0, %ymm0",
    "vmovdqu\t%ymm0, (%rsi)",
];

fn body(lines: &[&str]) -> Result<Vec<String>, LoopError> {
    let looped = function("f", lines, 2.0)?;
    let inside = looped.text.split("\n2:\n").nth(1).unwrap_or_default().split("\taddq $").next().unwrap_or_default();
    Ok(inside.lines().map(|line| line.trim().to_owned()).collect())
}

#[test]
fn addresses_keep_their_distances_and_bases_lie_apart() {
    let body = body(&SUM).unwrap();
    let at = |line: usize, operand: usize| {
        body[line].split([' ', ',']).filter(|w| w.contains("(%rbx)")).nth(operand).unwrap()
    };
    let bytes = |text: &str| text.split('(').next().unwrap().parse::<i64>().unwrap();
    let (first, second, stored) = (bytes(at(0, 0)), bytes(at(2, 0)), bytes(at(3, 0)));
    assert_eq!(second - first, 33, "{body:?}");
    assert_eq!(first % 64, 0);
    assert!((stored - first).abs() >= 33 + 32 + 32 * 32, "{body:?}");
    assert!(body[1].starts_with("vpaddb constants+") && body[1].contains("(%rip), %ymm0"), "{body:?}");
}

#[test]
fn what_is_far_apart_lies_in_arrays_of_its_own() {
    let body = body(&["vmovdqu 7(%rdi), %ymm0", "vpaddb 1000007(%rdi), %ymm0, %ymm0"]).unwrap();
    let low =
        |line: &str| line.split([' ', ',']).find(|w| w.contains('(')).unwrap().split('(').next().unwrap().to_owned();
    let places: Vec<i64> = body.iter().map(|line| low(line).parse().unwrap()).collect();
    assert!(places[1] < 24 << 10 && places[1] % 64 == 1_000_007 % 64 && places[0] % 64 == 7, "{places:?}");
}

#[test]
fn registers_that_the_loop_names_are_not_taken() {
    let body = body(&["movl 4(%rsi,%r14,4), %ebx", "vmovd %r15d, %xmm1", "imull %r14d, %ebx"]).unwrap();
    assert!(body[0].contains("(%r13)"), "{body:?}");
    let all: Vec<String> = FREE.iter().map(|register| format!("addq $1, %{register}")).collect();
    let lines: Vec<&str> = all.iter().map(String::as_str).collect();
    assert_eq!(function("f", &lines, 2.0), Err(LoopError::Registers));
}

#[test]
fn what_does_more_than_compute_is_refused() {
    let refused = [
        "jmp .L1",
        "callq f",
        "retq",
        "syscall",
        "int $3",
        "pushq %rax",
        "movsb",
        "rep movsb",
        "movsb (%rsi), (%rdi)",
        "lock incl (%rax)",
        "addr32 movl (%eax), %ebx",
        "movq $1, %rsp",
        "vmrun",
        "vmcall",
        "verw %ax",
        "cli",
        "hlt",
        "wrmsr",
        "nop; syscall",
        "xchgl %eax, (%rdi)",
        "cmpxchgl %eax, (%rdi)",
        "vmaskmovdqu %xmm0, %xmm1",
        "vpgatherdd %ymm0, (%rax,%ymm1,4), %ymm2",
        "movl %fs:40, %eax",
        "out %al, %dx",
        "{sneaky} vpaddb %ymm0, %ymm0, %ymm0",
        "movl $x, %eax",
        "vldmxcsr (%rdi)",
        ".incbin \"f\"",
        "xsave (%rdi)",
        "",
        "vmovdqu (%rdi",
        "clflush (%rdi)",
    ];
    for line in refused {
        assert!(function("f", &[line], 1.0).is_err(), "{line}");
    }
    assert_eq!(function("f", &[], 1.0), Err(LoopError::Length(0)));
    let far: Vec<String> = (0..200).map(|n| format!("vmovdqu {}(%rdi), %ymm0", n * 5000)).collect();
    let lines: Vec<&str> = far.iter().map(String::as_str).collect();
    assert!(matches!(function("f", &lines, 100.0), Err(LoopError::Data(_))));
}

#[test]
fn what_computes_is_taken_as_it_is() {
    let taken = [
        "{vex}\tvpdpbusd\t%ymm0, %ymm1, %ymm2",
        "kmovd %eax, %k1",
        "vpaddb %zmm0, %zmm1, %zmm2 {%k1} {z}",
        "vpaddd (%rdi){1to16}, %zmm0, %zmm1",
        "vmovdqu8 %zmm0, (%rdi) {%k1}",
        "movzwl 2(%rax), %ecx",
        "leaq -4(%rax,%rcx), %rdx",
        "sarl %cl, %eax",
        "cmovgel %eax, %ecx",
        "setne %al",
        "cltq",
        "vzeroupper",
        "vbroadcastss .LCPI0_1+4(%rip), %ymm3",
        "vmovups 0x20(%rsp), %ymm1",
        "movb %al, buffer+8(%rip)",
    ];
    for line in taken {
        assert!(body(&[line]).is_ok(), "{line}: {:?}", body(&[line]));
    }
    assert_eq!(body(&[taken[0]]).unwrap(), ["{vex} vpdpbusd %ymm0, %ymm1, %ymm2"]);
    assert_eq!(body(&[taken[2]]).unwrap(), ["vpaddb %zmm0, %zmm1, %zmm2 {%k1} {z}"]);
}
