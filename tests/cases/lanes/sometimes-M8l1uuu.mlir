"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: i64, %1: !llvm.ptr, %2: !llvm.ptr, %3: !llvm.ptr):
  "llvm.br"()[^bb2] : () -> ()
^bb1():
  "llvm.return"() : () -> ()
^bb2():
  %5 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %6 = "llvm.mlir.constant"() <{value = 320 : i64}> : () -> i64
  %7 = "llvm.mul"(%5, %6) : (i64, i64) -> i64
  %8 = "llvm.getelementptr"(%1, %7) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %9 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %10 = "llvm.mul"(%0, %9) : (i64, i64) -> i64
  %11 = "llvm.getelementptr"(%8, %10) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %12 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %4 = "llvm.getelementptr"(%11, %12) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %13 = "llvm.load"(%4) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %15 = "llvm.mlir.constant"() <{value = 4 : i32}> : () -> i32
  %14 = "llvm.and"(%13, %15) : (i32, i32) -> i32
  %17 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %16 = "llvm.icmp"(%14, %17) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %19 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %20 = "llvm.mlir.constant"() <{value = 320 : i64}> : () -> i64
  %21 = "llvm.mul"(%19, %20) : (i64, i64) -> i64
  %22 = "llvm.getelementptr"(%2, %21) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %23 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %24 = "llvm.mul"(%0, %23) : (i64, i64) -> i64
  %25 = "llvm.getelementptr"(%22, %24) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %26 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %18 = "llvm.getelementptr"(%25, %26) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %27 = "llvm.load"(%18) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> f32
  "llvm.cond_br"(%16)[^bb4, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb3():
  %28 = "llvm.trunc"(%0) <{isotope.promises}> : (i64) -> i32
  "llvm.call"(%3, %28, %27) <{callee = @"writes"}> : (!llvm.ptr, i32, f32) -> ()
  "llvm.br"()[^bb5] : () -> ()
^bb4():
  %30 = "llvm.mlir.constant"() <{value = 1065353216 : i32}> : () -> i32
  %31 = "llvm.bitcast"(%30) : (i32) -> f32
  %29 = "llvm.fadd"(%27, %31) : (f32, f32) -> f32
  %33 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %34 = "llvm.mlir.constant"() <{value = 256 : i64}> : () -> i64
  %35 = "llvm.mul"(%33, %34) : (i64, i64) -> i64
  %36 = "llvm.getelementptr"(%3, %35) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %37 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %38 = "llvm.mul"(%0, %37) : (i64, i64) -> i64
  %39 = "llvm.getelementptr"(%36, %38) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %40 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %32 = "llvm.getelementptr"(%39, %40) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.store"(%29, %32) <{isotope.promises, alignment = 4 : i64}> : (f32, !llvm.ptr) -> ()
  "llvm.br"()[^bb5] : () -> ()
^bb5():
  %42 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %41 = "llvm.add"(%0, %42) <{isotope.promises}> : (i64, i64) -> i64
  "llvm.br"()[^bb1] : () -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: i64, %1: !llvm.ptr, %2: !llvm.ptr, %3: !llvm.ptr):
  "llvm.br"()[^bb2] : () -> ()
^bb1():
  "llvm.return"() : () -> ()
^bb2():
  %5 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %6 = "llvm.mlir.constant"() <{value = 320 : i64}> : () -> i64
  %7 = "llvm.mul"(%5, %6) : (i64, i64) -> i64
  %8 = "llvm.getelementptr"(%1, %7) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %9 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %10 = "llvm.mul"(%0, %9) : (i64, i64) -> i64
  %11 = "llvm.getelementptr"(%8, %10) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %12 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %4 = "llvm.getelementptr"(%11, %12) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %13 = "llvm.load"(%4) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %15 = "llvm.mlir.constant"() <{value = 4 : i32}> : () -> i32
  %14 = "llvm.and"(%13, %15) : (i32, i32) -> i32
  %17 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %16 = "llvm.icmp"(%14, %17) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %19 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %20 = "llvm.mlir.constant"() <{value = 320 : i64}> : () -> i64
  %21 = "llvm.mul"(%19, %20) : (i64, i64) -> i64
  %22 = "llvm.getelementptr"(%2, %21) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %23 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %24 = "llvm.mul"(%0, %23) : (i64, i64) -> i64
  %25 = "llvm.getelementptr"(%22, %24) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %26 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %18 = "llvm.getelementptr"(%25, %26) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %27 = "llvm.load"(%18) <{alignment = 4 : i64}> : (!llvm.ptr) -> f32
  %28 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%16, %28)[^bb3, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i1) -> ()
^bb3():
  %29 = "llvm.trunc"(%0) : (i64) -> i32
  "llvm.call"(%3, %29, %27) <{callee = @"writes"}> : (!llvm.ptr, i32, f32) -> ()
  %30 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.br"(%30)[^bb4] : (i1) -> ()
^bb4(%31: i1):
  "llvm.cond_br"(%31)[^bb5, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb5():
  %33 = "llvm.mlir.constant"() <{value = 1065353216 : i32}> : () -> i32
  %34 = "llvm.bitcast"(%33) : (i32) -> f32
  %32 = "llvm.fadd"(%27, %34) : (f32, f32) -> f32
  %36 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %37 = "llvm.mlir.constant"() <{value = 256 : i64}> : () -> i64
  %38 = "llvm.mul"(%36, %37) : (i64, i64) -> i64
  %39 = "llvm.getelementptr"(%3, %38) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %40 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %41 = "llvm.mul"(%0, %40) : (i64, i64) -> i64
  %42 = "llvm.getelementptr"(%39, %41) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %43 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %35 = "llvm.getelementptr"(%42, %43) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.store"(%32, %35) <{alignment = 4 : i64}> : (f32, !llvm.ptr) -> ()
  "llvm.br"()[^bb6] : () -> ()
^bb6():
  %45 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %44 = "llvm.add"(%0, %45) : (i64, i64) -> i64
  "llvm.br"()[^bb1] : () -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: i64, %1: !llvm.ptr, %2: !llvm.ptr, %3: !llvm.ptr, %4: vector<8xi1>):
  %5 = "llvm.intr.vector.reduce.or"(%4) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%5)[^bb1, ^bb8] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1():
  "llvm.br"()[^bb2] : () -> ()
^bb2():
  %7 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %8 = "llvm.mlir.constant"() <{value = 320 : i64}> : () -> i64
  %9 = "llvm.mul"(%7, %8) : (i64, i64) -> i64
  %10 = "llvm.getelementptr"(%1, %9) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %11 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %12 = "llvm.mul"(%0, %11) : (i64, i64) -> i64
  %13 = "llvm.getelementptr"(%10, %12) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %14 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %6 = "llvm.getelementptr"(%13, %14) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %16 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %15 = "llvm.intr.masked.load"(%6, %4, %16) <{alignment = 4 : i64}> : (!llvm.ptr, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  %18 = "llvm.mlir.constant"() <{value = dense<[4, 4, 4, 4, 4, 4, 4, 4]> : vector<8xi32>}> : () -> vector<8xi32>
  %17 = "llvm.and"(%15, %18) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %20 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %19 = "llvm.icmp"(%17, %20) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %22 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %23 = "llvm.mlir.constant"() <{value = 320 : i64}> : () -> i64
  %24 = "llvm.mul"(%22, %23) : (i64, i64) -> i64
  %25 = "llvm.getelementptr"(%2, %24) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %26 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %27 = "llvm.mul"(%0, %26) : (i64, i64) -> i64
  %28 = "llvm.getelementptr"(%25, %27) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %29 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %21 = "llvm.getelementptr"(%28, %29) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %31 = "llvm.mlir.poison"() : () -> vector<8xf32>
  %30 = "llvm.intr.masked.load"(%21, %4, %31) <{alignment = 4 : i64}> : (!llvm.ptr, vector<8xi1>, vector<8xf32>) -> vector<8xf32>
  %33 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %32 = "llvm.select"(%4, %19, %33) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %34 = "llvm.intr.vector.reduce.or"(%32) : (vector<8xi1>) -> i1
  %35 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%34, %35)[^bb3, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xi1>) -> ()
^bb3():
  %36 = "llvm.trunc"(%0) : (i64) -> i32
  "llvm.call"(%3, %36, %30, %32) <{callee = @"writes", isotope.lanes = "M8ulv"}> : (!llvm.ptr, i32, vector<8xf32>, vector<8xi1>) -> ()
  %38 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %39 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %37 = "llvm.select"(%32, %38, %39) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%37)[^bb4] : (vector<8xi1>) -> ()
^bb4(%40: vector<8xi1>):
  %42 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %41 = "llvm.select"(%4, %40, %42) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %43 = "llvm.intr.vector.reduce.or"(%41) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%43)[^bb5, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb5():
  %45 = "llvm.mlir.constant"() <{value = dense<[1065353216, 1065353216, 1065353216, 1065353216, 1065353216, 1065353216, 1065353216, 1065353216]> : vector<8xi32>}> : () -> vector<8xi32>
  %46 = "llvm.bitcast"(%45) : (vector<8xi32>) -> vector<8xf32>
  %44 = "llvm.fadd"(%30, %46) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %48 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %49 = "llvm.mlir.constant"() <{value = 256 : i64}> : () -> i64
  %50 = "llvm.mul"(%48, %49) : (i64, i64) -> i64
  %51 = "llvm.getelementptr"(%3, %50) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %52 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %53 = "llvm.mul"(%0, %52) : (i64, i64) -> i64
  %54 = "llvm.getelementptr"(%51, %53) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %55 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %47 = "llvm.getelementptr"(%54, %55) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.intr.masked.store"(%44, %47, %41) <{alignment = 4 : i64}> : (vector<8xf32>, !llvm.ptr, vector<8xi1>) -> ()
  "llvm.br"()[^bb6] : () -> ()
^bb6():
  %57 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %56 = "llvm.add"(%0, %57) : (i64, i64) -> i64
  "llvm.br"()[^bb7] : () -> ()
^bb7():
  "llvm.return"() : () -> ()
^bb8():
  "llvm.return"() : () -> ()
}) : () -> ()
}) : () -> ()
