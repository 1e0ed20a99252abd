"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: !llvm.ptr, %1: i32, %2: f32):
  %4 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %3 = "llvm.icmp"(%1, %4) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %5 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %6 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.cond_br"(%3, %5, %1, %6)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 2, 1>}> : (i1, i32, i32, i32) -> ()
^bb1(%7: i32, %8: i32):
  %9 = "llvm.add"(%7, %8) <{isotope.promises}> : (i32, i32) -> i32
  %11 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %10 = "llvm.lshr"(%9, %11) : (i32, i32) -> i32
  %12 = "llvm.zext"(%10) <{isotope.promises}> : (i32) -> i64
  %14 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %15 = "llvm.mul"(%12, %14) : (i64, i64) -> i64
  %16 = "llvm.getelementptr"(%0, %15) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %17 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %13 = "llvm.getelementptr"(%16, %17) <{elem_type = i8, isotope.promises}> : (!llvm.ptr, i64) -> !llvm.ptr
  %18 = "llvm.load"(%13) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> f32
  %19 = "llvm.fcmp"(%18, %2) <{predicate = 4 : i64}> : (f32, f32) -> i1
  %21 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %20 = "llvm.add"(%10, %21) <{isotope.promises}> : (i32, i32) -> i32
  %22 = "llvm.select"(%19, %8, %10) : (i1, i32, i32) -> i32
  %23 = "llvm.select"(%19, %20, %7) : (i1, i32, i32) -> i32
  %24 = "llvm.icmp"(%23, %22) <{predicate = 2 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%24, %23, %22, %23)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 2, 1>}> : (i1, i32, i32, i32) -> ()
^bb2(%25: i32):
  "llvm.return"(%25) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: !llvm.ptr, %1: i32, %2: f32):
  %4 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %3 = "llvm.icmp"(%1, %4) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %5 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.cond_br"(%3, %5)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb1():
  %6 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%6, %1)[^bb3] : (i32, i32) -> ()
^bb2(%7: i32):
  "llvm.br"()[^bb5] : () -> ()
^bb3(%8: i32, %9: i32):
  %10 = "llvm.add"(%8, %9) : (i32, i32) -> i32
  %12 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %11 = "llvm.lshr"(%10, %12) : (i32, i32) -> i32
  %13 = "llvm.zext"(%11) : (i32) -> i64
  %15 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %16 = "llvm.mul"(%13, %15) : (i64, i64) -> i64
  %17 = "llvm.getelementptr"(%0, %16) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %18 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %14 = "llvm.getelementptr"(%17, %18) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %19 = "llvm.load"(%14) <{alignment = 4 : i64}> : (!llvm.ptr) -> f32
  %20 = "llvm.fcmp"(%19, %2) <{predicate = 4 : i64}> : (f32, f32) -> i1
  %22 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %21 = "llvm.add"(%11, %22) : (i32, i32) -> i32
  %23 = "llvm.select"(%20, %9, %11) : (i1, i32, i32) -> i32
  %24 = "llvm.select"(%20, %21, %8) : (i1, i32, i32) -> i32
  %25 = "llvm.icmp"(%24, %23) <{predicate = 5 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%25, %24, %24, %23)[^bb4, ^bb3] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
^bb4(%26: i32):
  "llvm.br"(%26)[^bb2] : (i32) -> ()
^bb5():
  "llvm.return"(%7) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: !llvm.ptr, %1: i32, %2: vector<8xf32>, %3: vector<8xi1>):
  %4 = "llvm.intr.vector.reduce.or"(%3) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%4)[^bb1, ^bb7] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1():
  %6 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %5 = "llvm.icmp"(%1, %6) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %7 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  "llvm.cond_br"(%5, %7)[^bb2, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xi32>) -> ()
^bb2():
  %9 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %10 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %8 = "llvm.insertelement"(%9, %1, %10) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %12 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %11 = "llvm.shufflevector"(%8, %12) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %13 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %14 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  "llvm.br"(%13, %3, %14, %11)[^bb3] : (vector<8xi32>, vector<8xi1>, vector<8xi32>, vector<8xi32>) -> ()
^bb3(%15: vector<8xi32>, %16: vector<8xi1>, %17: vector<8xi32>, %18: vector<8xi32>):
  %19 = "llvm.add"(%17, %18) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %21 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %20 = "llvm.lshr"(%19, %21) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %22 = "llvm.zext"(%20) : (vector<8xi32>) -> vector<8xi64>
  %24 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %25 = "llvm.mul"(%22, %24) : (vector<8xi64>, i64) -> vector<8xi64>
  %26 = "llvm.getelementptr"(%0, %25) <{elem_type = i8}> : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>
  %27 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %23 = "llvm.getelementptr"(%26, %27) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %29 = "llvm.mlir.poison"() : () -> vector<8xf32>
  %28 = "llvm.intr.masked.gather"(%23, %16, %29) <{alignment = 4 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf32>) -> vector<8xf32>
  %30 = "llvm.fcmp"(%28, %2) <{predicate = 4 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
  %32 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %31 = "llvm.add"(%20, %32) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %33 = "llvm.select"(%30, %18, %20) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %34 = "llvm.select"(%30, %31, %17) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %35 = "llvm.icmp"(%34, %33) <{predicate = 5 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %37 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %36 = "llvm.xor"(%35, %37) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %39 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %38 = "llvm.select"(%16, %36, %39) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %40 = "llvm.intr.vector.reduce.or"(%38) : (vector<8xi1>) -> i1
  %41 = "llvm.select"(%16, %34, %15) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.cond_br"(%40, %41, %38, %34, %33)[^bb3, ^bb4] <{operandSegmentSizes = array<i32: 1, 4, 0>}> : (i1, vector<8xi32>, vector<8xi1>, vector<8xi32>, vector<8xi32>) -> ()
^bb4():
  "llvm.br"(%41)[^bb5] : (vector<8xi32>) -> ()
^bb5(%42: vector<8xi32>):
  "llvm.br"()[^bb6] : () -> ()
^bb6():
  "llvm.return"(%42) : (vector<8xi32>) -> ()
^bb7():
  %43 = "llvm.mlir.poison"() : () -> vector<8xi32>
  "llvm.return"(%43) : (vector<8xi32>) -> ()
}) : () -> ()
}) : () -> ()
