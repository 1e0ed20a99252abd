; Two halves that are computed as one: memory that they were loaded from may be written before the result is stored.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @between(ptr noalias %to, ptr %from, ptr %also, ptr %clobber) #0 {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i8, ptr %from, i64 %i
  %a = load <8 x i16>, ptr %at, align 1
  %atupper = getelementptr i8, ptr %at, i64 16
  %aupper = load <8 x i16>, ptr %atupper, align 1
  %beside = getelementptr i8, ptr %also, i64 %i
  %b = load <8 x i16>, ptr %beside, align 1
  %besideupper = getelementptr i8, ptr %beside, i64 16
  %bupper = load <8 x i16>, ptr %besideupper, align 1
  store i32 0, ptr %clobber, align 4
  %wide = sext <8 x i16> %a to <8 x i32>
  %widetoo = sext <8 x i16> %b to <8 x i32>
  %product = mul nsw <8 x i32> %wide, %widetoo
  %rounded = add nsw <8 x i32> %product, splat (i32 16384)
  %shifted = lshr <8 x i32> %rounded, splat (i32 15)
  %e = trunc <8 x i32> %shifted to <8 x i16>
  %wideupper = sext <8 x i16> %aupper to <8 x i32>
  %widetooupper = sext <8 x i16> %bupper to <8 x i32>
  %productupper = mul nsw <8 x i32> %wideupper, %widetooupper
  %roundedupper = add nsw <8 x i32> %productupper, splat (i32 16384)
  %shiftedupper = lshr <8 x i32> %roundedupper, splat (i32 15)
  %eupper = trunc <8 x i32> %shiftedupper to <8 x i16>
  %out = getelementptr i8, ptr %to, i64 %i
  store <8 x i16> %e, ptr %out, align 1
  %outupper = getelementptr i8, ptr %out, i64 16
  store <8 x i16> %eupper, ptr %outupper, align 1
  %next = add nuw i64 %i, 32
  %done = icmp eq i64 %next, 1024
  br i1 %done, label %end, label %loop

end:
  ret void
}

attributes #0 = { "target-cpu"="haswell" }
