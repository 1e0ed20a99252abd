; What the answer, one instruction, reads once: nothing is frozen.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @once(ptr noalias %to, ptr noalias %from, ptr noalias %also) #0 {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i8, ptr %from, i64 %i
  %a = load <16 x i16>, ptr %at, align 1
  %beside = getelementptr i8, ptr %also, i64 %i
  %b = load <16 x i16>, ptr %beside, align 1
  %wide = sext <16 x i16> %a to <16 x i32>
  %widetoo = sext <16 x i16> %b to <16 x i32>
  %product = mul nsw <16 x i32> %wide, %widetoo
  %rounded = add nsw <16 x i32> %product, splat (i32 16384)
  %shifted = lshr <16 x i32> %rounded, splat (i32 15)
  %e = trunc <16 x i32> %shifted to <16 x i16>
  %out = getelementptr i8, ptr %to, i64 %i
  store <16 x i16> %e, ptr %out, align 1
  %next = add nuw i64 %i, 32
  %done = icmp eq i64 %next, 1024
  br i1 %done, label %end, label %loop

end:
  ret void
}

attributes #0 = { "target-cpu"="haswell" }
