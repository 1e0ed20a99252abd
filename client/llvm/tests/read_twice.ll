; What the answer reads twice, its even and its odd bytes: it is frozen, as each read of what is undefined may be another value.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @twice(ptr noalias %to, ptr noalias %from, ptr noalias %also) #0 {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i8, ptr %from, i64 %i
  %a = load <32 x i8>, ptr %at, align 1
  %beside = getelementptr i8, ptr %also, i64 %i
  %b = load <32 x i8>, ptr %beside, align 1
  %wide = zext <32 x i8> %a to <32 x i32>
  %widetoo = zext <32 x i8> %b to <32 x i32>
  %some = mul nuw nsw <32 x i32> %wide, splat (i32 77)
  %more = mul nuw nsw <32 x i32> %widetoo, splat (i32 179)
  %sum = add nuw nsw <32 x i32> %some, %more
  %rounded = add nuw nsw <32 x i32> %sum, splat (i32 128)
  %shifted = lshr <32 x i32> %rounded, splat (i32 8)
  %e = trunc <32 x i32> %shifted to <32 x i8>
  %out = getelementptr i8, ptr %to, i64 %i
  store <32 x i8> %e, ptr %out, align 1
  %next = add nuw i64 %i, 32
  %done = icmp eq i64 %next, 1024
  br i1 %done, label %end, label %loop

end:
  ret void
}

attributes #0 = { "target-cpu"="haswell" }
