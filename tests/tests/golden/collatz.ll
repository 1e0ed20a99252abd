target triple = "x86_64-unknown-linux-gnu"

define i32 @collatz(i32 %n) #0 {
entry:
  %begins = icmp sgt i32 %n, 1
  br i1 %begins, label %turn, label %end

turn:
  %x = phi i32 [ %n, %entry ], [ %next, %turn ]
  %steps = phi i32 [ 0, %entry ], [ %more, %turn ]
  %bit = and i32 %x, 1
  %even = icmp eq i32 %bit, 0
  %half = lshr i32 %x, 1
  %triple = mul i32 %x, 3
  %up = add i32 %triple, 1
  %next = select i1 %even, i32 %half, i32 %up
  %more = add i32 %steps, 1
  %goes = icmp sgt i32 %next, 1
  br i1 %goes, label %turn, label %end

end:
  %result = phi i32 [ 0, %entry ], [ %more, %turn ]
  ret i32 %result
}

define i32 @volatile(ptr %p) #0 {
  %x = load volatile i32, ptr %p
  ret i32 %x
}

declare i32 @outside(i32)

attributes #0 = { "target-cpu"="x86-64" "target-features"="+sse2" }
