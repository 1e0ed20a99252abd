; vector body collatz.simd.N8v, shown to do in each lane what collatz does
define internal <8 x i32> @collatz.simd.N8v(<8 x i32> %n) {
entry:
  br label %entry1

entry1:                                           ; preds = %entry
  %begins = icmp sgt <8 x i32> %n, <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %0 = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %begins)
  br i1 %0, label %turn.preheader, label %Flow

turn.preheader:                                   ; preds = %entry1
  br label %turn

turn:                                             ; preds = %turn, %turn.preheader
  %kept = phi <8 x i32> [ poison, %turn.preheader ], [ %4, %turn ]
  %live = phi <8 x i1> [ %begins, %turn.preheader ], [ %2, %turn ]
  %x = phi <8 x i32> [ %next, %turn ], [ %n, %turn.preheader ]
  %steps = phi i32 [ %more, %turn ], [ 0, %turn.preheader ]
  %bit = and <8 x i32> %x, <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %even = icmp eq <8 x i32> %bit, zeroinitializer
  %half = lshr <8 x i32> %x, <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %triple = mul <8 x i32> %x, <i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3>
  %up = add <8 x i32> %triple, <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %next = select <8 x i1> %even, <8 x i32> %half, <8 x i32> %up
  %more = add i32 %steps, 1
  %goes = icmp sle <8 x i32> %next, <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %1 = xor <8 x i1> %goes, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %2 = select <8 x i1> %live, <8 x i1> %1, <8 x i1> zeroinitializer
  %3 = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %2)
  %.splatinsert = insertelement <8 x i32> poison, i32 %more, i64 0
  %.splat = shufflevector <8 x i32> %.splatinsert, <8 x i32> poison, <8 x i32> zeroinitializer
  %4 = select <8 x i1> %live, <8 x i32> %.splat, <8 x i32> %kept
  br i1 %3, label %turn, label %end.loopexit

end.loopexit:                                     ; preds = %turn
  %5 = select <8 x i1> %begins, <8 x i32> %4, <8 x i32> zeroinitializer
  br label %Flow

Flow:                                             ; preds = %end.loopexit, %entry1
  %6 = phi <8 x i32> [ %5, %end.loopexit ], [ zeroinitializer, %entry1 ]
  br label %end

end:                                              ; preds = %Flow
  ret <8 x i32> %6
}
