"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: i32):
  %2 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %1 = "llvm.icmp"(%0, %2) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %3 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %4 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.cond_br"(%1, %3, %0, %4)[^bb2, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
^bb1(%5: i32, %6: i32):
  %8 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %7 = "llvm.and"(%5, %8) : (i32, i32) -> i32
  %10 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %9 = "llvm.icmp"(%7, %10) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %12 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %11 = "llvm.mul"(%5, %12) <{isotope.promises}> : (i32, i32) -> i32
  %14 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %13 = "llvm.add"(%11, %14) <{isotope.promises}> : (i32, i32) -> i32
  %16 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %15 = "llvm.ashr"(%5, %16) <{isotope.promises}> : (i32, i32) -> i32
  %17 = "llvm.select"(%9, %15, %13) : (i1, i32, i32) -> i32
  %19 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %18 = "llvm.add"(%6, %19) <{isotope.promises}> : (i32, i32) -> i32
  %21 = "llvm.mlir.constant"() <{value = 1000 : i32}> : () -> i32
  %20 = "llvm.icmp"(%6, %21) <{predicate = 6 : i64}> : (i32, i32) -> i1
  %23 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %22 = "llvm.icmp"(%17, %23) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %25 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %24 = "llvm.select"(%20, %22, %25) : (i1, i1, i1) -> i1
  "llvm.cond_br"(%24, %17, %18, %18)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 2, 1>}> : (i1, i32, i32, i32) -> ()
^bb2(%26: i32):
  "llvm.return"(%26) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: i32):
  %2 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %1 = "llvm.icmp"(%0, %2) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %3 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.cond_br"(%1, %3)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb1():
  %4 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%0, %4)[^bb3] : (i32, i32) -> ()
^bb2(%5: i32):
  "llvm.br"()[^bb5] : () -> ()
^bb3(%6: i32, %7: i32):
  %9 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %8 = "llvm.and"(%6, %9) : (i32, i32) -> i32
  %11 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %10 = "llvm.icmp"(%8, %11) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %13 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %12 = "llvm.mul"(%6, %13) : (i32, i32) -> i32
  %15 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %14 = "llvm.add"(%12, %15) : (i32, i32) -> i32
  %17 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %16 = "llvm.ashr"(%6, %17) : (i32, i32) -> i32
  %18 = "llvm.select"(%10, %16, %14) : (i1, i32, i32) -> i32
  %20 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %19 = "llvm.add"(%7, %20) : (i32, i32) -> i32
  %22 = "llvm.mlir.constant"() <{value = 1000 : i32}> : () -> i32
  %21 = "llvm.icmp"(%7, %22) <{predicate = 6 : i64}> : (i32, i32) -> i1
  %24 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %23 = "llvm.icmp"(%18, %24) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %26 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %25 = "llvm.select"(%21, %23, %26) : (i1, i1, i1) -> i1
  %28 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  %27 = "llvm.xor"(%25, %28) : (i1, i1) -> i1
  "llvm.cond_br"(%27, %19, %18, %19)[^bb4, ^bb3] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
^bb4(%29: i32):
  "llvm.br"(%29)[^bb2] : (i32) -> ()
^bb5():
  "llvm.return"(%5) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: vector<8xi32>):
  "llvm.br"()[^bb1] : () -> ()
^bb1():
  %2 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %1 = "llvm.icmp"(%0, %2) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %3 = "llvm.intr.vector.reduce.or"(%1) : (vector<8xi1>) -> i1
  %4 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  "llvm.cond_br"(%3, %4)[^bb2, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xi32>) -> ()
^bb2():
  %5 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %6 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%5, %1, %0, %6)[^bb3] : (vector<8xi32>, vector<8xi1>, vector<8xi32>, i32) -> ()
^bb3(%7: vector<8xi32>, %8: vector<8xi1>, %9: vector<8xi32>, %10: i32):
  %12 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %11 = "llvm.and"(%9, %12) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %14 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %13 = "llvm.icmp"(%11, %14) <{predicate = 0 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %16 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %15 = "llvm.mul"(%9, %16) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %18 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %17 = "llvm.add"(%15, %18) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %20 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %19 = "llvm.ashr"(%9, %20) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %21 = "llvm.select"(%13, %19, %17) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %23 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %22 = "llvm.add"(%10, %23) : (i32, i32) -> i32
  %25 = "llvm.mlir.constant"() <{value = 1000 : i32}> : () -> i32
  %24 = "llvm.icmp"(%10, %25) <{predicate = 6 : i64}> : (i32, i32) -> i1
  %27 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %26 = "llvm.icmp"(%21, %27) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %29 = "llvm.mlir.poison"() : () -> vector<8xi1>
  %30 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %28 = "llvm.insertelement"(%29, %24, %30) : (vector<8xi1>, i1, i64) -> vector<8xi1>
  %32 = "llvm.mlir.poison"() : () -> vector<8xi1>
  %31 = "llvm.shufflevector"(%28, %32) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %34 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %33 = "llvm.select"(%24, %26, %34) : (i1, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %36 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %35 = "llvm.xor"(%33, %36) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %38 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %37 = "llvm.xor"(%35, %38) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %40 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %39 = "llvm.select"(%8, %37, %40) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %41 = "llvm.intr.vector.reduce.or"(%39) : (vector<8xi1>) -> i1
  %43 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %44 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %42 = "llvm.insertelement"(%43, %22, %44) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %46 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %45 = "llvm.shufflevector"(%42, %46) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %47 = "llvm.select"(%8, %45, %7) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.cond_br"(%41, %47, %39, %21, %22)[^bb3, ^bb4] <{operandSegmentSizes = array<i32: 1, 4, 0>}> : (i1, vector<8xi32>, vector<8xi1>, vector<8xi32>, i32) -> ()
^bb4():
  %49 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %48 = "llvm.select"(%1, %47, %49) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%48)[^bb5] : (vector<8xi32>) -> ()
^bb5(%50: vector<8xi32>):
  "llvm.br"()[^bb6] : () -> ()
^bb6():
  "llvm.return"(%50) : (vector<8xi32>) -> ()
}) : () -> ()
}) : () -> ()
