"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: i32, %1: i32):
  %3 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %2 = "llvm.icmp"(%1, %3) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%2, %0, %0, %1)[^bb2, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
^bb1(%4: i32, %5: i32):
  %6 = "llvm.srem"(%4, %5) : (i32, i32) -> i32
  %8 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %7 = "llvm.icmp"(%6, %8) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%7, %5, %5, %6)[^bb2, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
^bb2(%9: i32):
  "llvm.return"(%9) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: i32, %1: i32):
  %3 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %2 = "llvm.icmp"(%1, %3) <{predicate = 1 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%2, %0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb1():
  "llvm.br"(%0, %1)[^bb3] : (i32, i32) -> ()
^bb2(%4: i32):
  "llvm.br"()[^bb5] : () -> ()
^bb3(%5: i32, %6: i32):
  %7 = "llvm.srem"(%5, %6) : (i32, i32) -> i32
  %9 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %8 = "llvm.icmp"(%7, %9) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%8, %6, %6, %7)[^bb4, ^bb3] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
^bb4(%10: i32):
  "llvm.br"(%10)[^bb2] : (i32) -> ()
^bb5():
  "llvm.return"(%4) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: vector<8xi32>, %1: vector<8xi32>, %2: vector<8xi1>):
  %3 = "llvm.intr.vector.reduce.or"(%2) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%3)[^bb1, ^bb7] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1():
  %5 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %4 = "llvm.icmp"(%1, %5) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %7 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %6 = "llvm.select"(%2, %4, %7) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %8 = "llvm.intr.vector.reduce.or"(%6) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%8, %0)[^bb2, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xi32>) -> ()
^bb2():
  %9 = "llvm.mlir.poison"() : () -> vector<8xi32>
  "llvm.br"(%9, %6, %0, %1)[^bb3] : (vector<8xi32>, vector<8xi1>, vector<8xi32>, vector<8xi32>) -> ()
^bb3(%10: vector<8xi32>, %11: vector<8xi1>, %12: vector<8xi32>, %13: vector<8xi32>):
  %15 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %14 = "llvm.select"(%11, %13, %15) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %16 = "llvm.srem"(%12, %14) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %18 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %17 = "llvm.icmp"(%16, %18) <{predicate = 0 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %20 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %19 = "llvm.xor"(%17, %20) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %22 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %21 = "llvm.select"(%11, %19, %22) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %23 = "llvm.intr.vector.reduce.or"(%21) : (vector<8xi1>) -> i1
  %24 = "llvm.select"(%11, %13, %10) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.cond_br"(%23, %24, %21, %13, %16)[^bb3, ^bb4] <{operandSegmentSizes = array<i32: 1, 4, 0>}> : (i1, vector<8xi32>, vector<8xi1>, vector<8xi32>, vector<8xi32>) -> ()
^bb4():
  %25 = "llvm.select"(%6, %24, %0) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%25)[^bb5] : (vector<8xi32>) -> ()
^bb5(%26: vector<8xi32>):
  "llvm.br"()[^bb6] : () -> ()
^bb6():
  "llvm.return"(%26) : (vector<8xi32>) -> ()
^bb7():
  %27 = "llvm.mlir.poison"() : () -> vector<8xi32>
  "llvm.return"(%27) : (vector<8xi32>) -> ()
}) : () -> ()
}) : () -> ()
