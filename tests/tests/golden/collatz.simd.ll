; vector body collatz.simd.N8v, shown to do in each lane what collatz does
define internal <8 x i32> @collatz.simd.N8v(<8 x i32> %n) {
entry:
  %begins = icmp sgt <8 x i32> %n, <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %0 = bitcast <8 x i1> %begins to i8
  %.not = icmp eq i8 %0, 0
  br i1 %.not, label %end, label %turn.preheader

turn.preheader:                                   ; preds = %entry
  br label %turn

turn:                                             ; preds = %turn.preheader, %turn
  %kept = phi <8 x i32> [ %3, %turn ], [ poison, %turn.preheader ]
  %live = phi <8 x i1> [ %1, %turn ], [ %begins, %turn.preheader ]
  %x = phi <8 x i32> [ %next, %turn ], [ %n, %turn.preheader ]
  %steps = phi i32 [ %more, %turn ], [ 0, %turn.preheader ]
  %bit = and <8 x i32> %x, <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %even = icmp eq <8 x i32> %bit, zeroinitializer
  %half = lshr <8 x i32> %x, <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %triple = mul <8 x i32> %x, <i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3>
  %up = add <8 x i32> %triple, <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %next = select <8 x i1> %even, <8 x i32> %half, <8 x i32> %up
  %more = add i32 %steps, 1
  %goes = icmp sgt <8 x i32> %next, <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %1 = select <8 x i1> %live, <8 x i1> %goes, <8 x i1> zeroinitializer
  %2 = bitcast <8 x i1> %1 to i8
  %.not2 = icmp eq i8 %2, 0
  %.splatinsert = insertelement <8 x i32> poison, i32 %more, i64 0
  %.splat = shufflevector <8 x i32> %.splatinsert, <8 x i32> poison, <8 x i32> zeroinitializer
  %3 = select <8 x i1> %live, <8 x i32> %.splat, <8 x i32> %kept
  br i1 %.not2, label %end.loopexit, label %turn

end.loopexit:                                     ; preds = %turn
  %4 = select <8 x i1> %begins, <8 x i32> %3, <8 x i32> zeroinitializer
  br label %end

end:                                              ; preds = %entry, %end.loopexit
  %5 = phi <8 x i32> [ %4, %end.loopexit ], [ zeroinitializer, %entry ]
  ret <8 x i32> %5
}
