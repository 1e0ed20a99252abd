; emulator: qemu-hexagon -cpu v67 -R 0x10000000
; Version 1. A program that calls one function: memory from standard input, the call, memory to standard output. Its first bytes hold the arguments and
; the result. `{..}` are put in for each function. The word is what registers and stack hold before the call.

@memory = internal global [{bytes} x i8] zeroinitializer, align 4096

{declaration}

; Linux's calls: their number, then what they take.
define internal i32 @system(i32 %number, i32 %file, ptr %from, i32 %bytes) noinline {
  %got = call i32 asm sideeffect "trap0(#1)", "={r0},{r0},{r1},{r2},{r6},~{memory}"(i32 %file, ptr %from, i32 %bytes, i32 %number)
  ret i32 %got
}

define internal void @soiled(i32 %word) noinline {
entry:
  %stack = alloca [2048 x i32], align 128
  br label %words
words:
  %at = phi i32 [ 0, %entry ], [ %next, %words ]
  %place = getelementptr i32, ptr %stack, i32 %at
  store volatile i32 %word, ptr %place
  %next = add i32 %at, 1
  %is_whole = icmp eq i32 %next, 2048
  br i1 %is_whole, label %registers, label %words
registers:
  call void asm sideeffect "r6 = $0\0Ar7 = $0\0Ar8 = $0\0Ar9 = $0\0Ar10 = $0\0Ar11 = $0\0Ar12 = $0\0Ar13 = $0\0Ar14 = $0\0Ar15 = $0\0Ar28 = $0\0Ap0 = $0\0Ap1 = $0\0Ap2 = $0\0Ap3 = $0", "r,~{r6},~{r7},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15},~{r28},~{p0},~{p1},~{p2},~{p3}"(i32 %word)
  call void asm sideeffect "v0 = vsplat($0)\0Av1 = v0\0Av2 = v0\0Av3 = v0\0Av4 = v0\0Av5 = v0\0Av6 = v0\0Av7 = v0\0Av8 = v0\0Av9 = v0\0Av10 = v0\0Av11 = v0\0Av12 = v0\0Av13 = v0\0Av14 = v0\0Av15 = v0", "r"(i32 %word)
  call void asm sideeffect "v16 = vsplat($0)\0Av17 = v16\0Av18 = v16\0Av19 = v16\0Av20 = v16\0Av21 = v16\0Av22 = v16\0Av23 = v16\0Av24 = v16\0Av25 = v16\0Av26 = v16\0Av27 = v16\0Av28 = v16\0Av29 = v16\0Av30 = v16\0Av31 = v16", "r"(i32 %word)
  call void asm sideeffect "q0 = vand(v0,$0)\0Aq1 = vand(v0,$0)\0Aq2 = vand(v0,$0)\0Aq3 = vand(v0,$0)\0Am0 = $0\0Am1 = $0", "r"(i32 %word)
  ret void
}

define void @_start() noreturn {
entry:
  br label %reading
reading:
  %read = phi i32 [ 0, %entry ], [ %more, %reading ]
  %to = getelementptr i8, ptr @memory, i32 %read
  %room = sub i32 {bytes}, %read
  %got = call i32 @system(i32 63, i32 0, ptr %to, i32 %room)
  %more = add i32 %read, %got
  %is_short = icmp sle i32 %got, 0
  %is_whole = icmp uge i32 %more, {bytes}
  %is_read = or i1 %is_short, %is_whole
  br i1 %is_read, label %calling, label %reading
calling:
  %word = load i32, ptr getelementptr (i8, ptr @memory, i32 {word})
  call void @soiled(i32 %word)
{call}
  br label %writing
writing:
  %written = phi i32 [ 0, %calling ], [ %sum, %writing ]
  %from = getelementptr i8, ptr @memory, i32 %written
  %left = sub i32 {bytes}, %written
  %put = call i32 @system(i32 64, i32 1, ptr %from, i32 %left)
  %sum = add i32 %written, %put
  %is_lost = icmp sle i32 %put, 0
  %is_out = icmp uge i32 %sum, {bytes}
  %is_written = or i1 %is_lost, %is_out
  br i1 %is_written, label %ending, label %writing
ending:
  %status = zext i1 %is_lost to i32
  %gone = call i32 @system(i32 94, i32 %status, ptr null, i32 0)
  unreachable
}
