"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: !llvm.ptr, %1: !llvm.ptr, %2: f32):
  %3 = "llvm.load"(%1) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> f32
  %4 = "llvm.fcmp"(%3, %2) <{predicate = 2 : i64}> : (f32, f32) -> i1
  "llvm.cond_br"(%4, %2)[^bb2, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, f32) -> ()
^bb1():
  %6 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %7 = "llvm.bitcast"(%6) : (i32) -> f32
  %5 = "llvm.fcmp"(%3, %7) <{predicate = 4 : i64}> : (f32, f32) -> i1
  %8 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %9 = "llvm.bitcast"(%8) : (i32) -> f32
  "llvm.cond_br"(%5, %9)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, f32) -> ()
^bb2(%10: f32):
  "llvm.store"(%10, %0) <{isotope.promises, alignment = 4 : i64}> : (f32, !llvm.ptr) -> ()
  "llvm.br"()[^bb3] : () -> ()
^bb3():
  "llvm.return"() : () -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: !llvm.ptr, %1: !llvm.ptr, %2: f32):
  %3 = "llvm.load"(%1) <{alignment = 4 : i64}> : (!llvm.ptr) -> f32
  %4 = "llvm.fcmp"(%3, %2) <{predicate = 2 : i64}> : (f32, f32) -> i1
  %6 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  %5 = "llvm.xor"(%4, %6) : (i1, i1) -> i1
  "llvm.cond_br"(%5, %2, %4)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, f32, i1) -> ()
^bb1():
  %8 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %9 = "llvm.bitcast"(%8) : (i32) -> f32
  %7 = "llvm.fcmp"(%3, %9) <{predicate = 4 : i64}> : (f32, f32) -> i1
  %10 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %11 = "llvm.bitcast"(%10) : (i32) -> f32
  "llvm.br"(%11, %7)[^bb2] : (f32, i1) -> ()
^bb2(%12: f32, %13: i1):
  "llvm.cond_br"(%13)[^bb3, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb3():
  "llvm.store"(%12, %0) <{alignment = 4 : i64}> : (f32, !llvm.ptr) -> ()
  "llvm.br"()[^bb4] : () -> ()
^bb4():
  "llvm.return"() : () -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: !llvm.ptr, %1: !llvm.ptr, %2: vector<8xf32>, %3: vector<8xi1>):
  %4 = "llvm.intr.vector.reduce.or"(%3) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%4)[^bb1, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1():
  %6 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %7 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %5 = "llvm.insertelement"(%6, %1, %7) : (vector<8x!llvm.ptr>, !llvm.ptr, i64) -> vector<8x!llvm.ptr>
  %9 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %8 = "llvm.shufflevector"(%5, %9) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8x!llvm.ptr>, vector<8x!llvm.ptr>) -> vector<8x!llvm.ptr>
  %11 = "llvm.mlir.constant"() <{value = dense<[0, 16, 32, 48, 64, 80, 96, 112]> : vector<8xi64>}> : () -> vector<8xi64>
  %12 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %13 = "llvm.mul"(%11, %12) : (vector<8xi64>, i64) -> vector<8xi64>
  %14 = "llvm.getelementptr"(%8, %13) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %15 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %10 = "llvm.getelementptr"(%14, %15) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %17 = "llvm.mlir.poison"() : () -> vector<8xf32>
  %16 = "llvm.intr.masked.gather"(%10, %3, %17) <{alignment = 4 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf32>) -> vector<8xf32>
  %18 = "llvm.fcmp"(%16, %2) <{predicate = 2 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
  %20 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %19 = "llvm.xor"(%18, %20) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %22 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %21 = "llvm.select"(%3, %19, %22) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %23 = "llvm.intr.vector.reduce.or"(%21) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%23, %2, %18)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, vector<8xf32>, vector<8xi1>) -> ()
^bb2():
  %25 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %26 = "llvm.bitcast"(%25) : (vector<8xi32>) -> vector<8xf32>
  %24 = "llvm.fcmp"(%16, %26) <{predicate = 4 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
  %28 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %29 = "llvm.bitcast"(%28) : (vector<8xi32>) -> vector<8xf32>
  %27 = "llvm.select"(%21, %29, %2) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %30 = "llvm.select"(%21, %24, %18) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%27, %30)[^bb3] : (vector<8xf32>, vector<8xi1>) -> ()
^bb3(%31: vector<8xf32>, %32: vector<8xi1>):
  %34 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %33 = "llvm.select"(%3, %32, %34) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %35 = "llvm.intr.vector.reduce.or"(%33) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%35)[^bb4, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb4():
  %37 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %38 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %36 = "llvm.insertelement"(%37, %0, %38) : (vector<8x!llvm.ptr>, !llvm.ptr, i64) -> vector<8x!llvm.ptr>
  %40 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %39 = "llvm.shufflevector"(%36, %40) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8x!llvm.ptr>, vector<8x!llvm.ptr>) -> vector<8x!llvm.ptr>
  %42 = "llvm.mlir.constant"() <{value = dense<[0, 16, 32, 48, 64, 80, 96, 112]> : vector<8xi64>}> : () -> vector<8xi64>
  %43 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %44 = "llvm.mul"(%42, %43) : (vector<8xi64>, i64) -> vector<8xi64>
  %45 = "llvm.getelementptr"(%39, %44) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %46 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %41 = "llvm.getelementptr"(%45, %46) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  "llvm.intr.masked.scatter"(%31, %41, %33) <{alignment = 4 : i64}> : (vector<8xf32>, vector<8x!llvm.ptr>, vector<8xi1>) -> ()
  "llvm.br"()[^bb5] : () -> ()
^bb5():
  "llvm.return"() : () -> ()
^bb6():
  "llvm.return"() : () -> ()
}) : () -> ()
}) : () -> ()
