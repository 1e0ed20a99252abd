"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: !llvm.ptr, %1: i32, %2: i32, %3: i32):
  %5 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %4 = "llvm.icmp"(%1, %5) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %7 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %6 = "llvm.and"(%1, %7) : (i32, i32) -> i32
  %8 = "llvm.add"(%6, %3) : (i32, i32) -> i32
  %9 = "llvm.sext"(%8) : (i32) -> i64
  %11 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %12 = "llvm.mul"(%9, %11) : (i64, i64) -> i64
  %13 = "llvm.getelementptr"(%0, %12) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %14 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %10 = "llvm.getelementptr"(%13, %14) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %16 = "llvm.mlir.constant"() <{value = -7 : i32}> : () -> i32
  %15 = "llvm.sdiv"(%1, %16) : (i32, i32) -> i32
  %17 = "llvm.add"(%15, %1) : (i32, i32) -> i32
  "llvm.cond_br"(%4)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1():
  %19 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %18 = "llvm.udiv"(%19, %1) : (i32, i32) -> i32
  %20 = "llvm.icmp"(%18, %2) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %21 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  "llvm.cond_br"(%20, %21)[^bb4, ^bb3] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
^bb2():
  %23 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %22 = "llvm.icmp"(%2, %23) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %24 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  "llvm.cond_br"(%22, %24)[^bb4, ^bb3] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
^bb3():
  "llvm.store"(%1, %10) <{isotope.promises, alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  "llvm.br"(%17)[^bb4] : (i32) -> ()
^bb4(%25: i32):
  %27 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
  %26 = "llvm.and"(%25, %27) : (i32, i32) -> i32
  %28 = "llvm.add"(%26, %3) : (i32, i32) -> i32
  %29 = "llvm.sext"(%28) : (i32) -> i64
  %31 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %32 = "llvm.mul"(%29, %31) : (i64, i64) -> i64
  %33 = "llvm.getelementptr"(%0, %32) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %34 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %30 = "llvm.getelementptr"(%33, %34) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %35 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  "llvm.store"(%35, %30) <{isotope.promises, alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %37 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %36 = "llvm.mul"(%2, %37) : (i32, i32) -> i32
  %38 = "llvm.xor"(%36, %1) : (i32, i32) -> i32
  %39 = "llvm.xor"(%38, %25) : (i32, i32) -> i32
  "llvm.return"(%39) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: !llvm.ptr, %1: i32, %2: i32, %3: i32):
  %5 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %4 = "llvm.icmp"(%1, %5) <{predicate = 3 : i64}> : (i32, i32) -> i1
  %7 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %6 = "llvm.and"(%1, %7) : (i32, i32) -> i32
  %8 = "llvm.add"(%6, %3) : (i32, i32) -> i32
  %9 = "llvm.sext"(%8) : (i32) -> i64
  %11 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %12 = "llvm.mul"(%9, %11) : (i64, i64) -> i64
  %13 = "llvm.getelementptr"(%0, %12) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %14 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %10 = "llvm.getelementptr"(%13, %14) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %16 = "llvm.mlir.constant"() <{value = -7 : i32}> : () -> i32
  %15 = "llvm.sdiv"(%1, %16) : (i32, i32) -> i32
  %17 = "llvm.add"(%15, %1) : (i32, i32) -> i32
  %18 = "llvm.mlir.poison"() : () -> i32
  %19 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %20 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%4, %18, %19, %20)[^bb3, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, i32, i1, i1) -> ()
^bb1(%21: i32, %22: i1, %23: i1):
  "llvm.cond_br"(%23, %21, %22)[^bb2, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, i32, i1) -> ()
^bb2():
  %25 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %24 = "llvm.udiv"(%25, %1) : (i32, i32) -> i32
  %26 = "llvm.icmp"(%24, %2) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %27 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  "llvm.br"(%27, %26)[^bb4] : (i32, i1) -> ()
^bb3():
  %29 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %28 = "llvm.icmp"(%2, %29) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %30 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %31 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.br"(%30, %28, %31)[^bb1] : (i32, i1, i1) -> ()
^bb4(%32: i32, %33: i1):
  "llvm.cond_br"(%33, %32)[^bb5, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb5():
  "llvm.store"(%1, %10) <{alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  "llvm.br"(%17)[^bb6] : (i32) -> ()
^bb6(%34: i32):
  %36 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
  %35 = "llvm.and"(%34, %36) : (i32, i32) -> i32
  %37 = "llvm.add"(%35, %3) : (i32, i32) -> i32
  %38 = "llvm.sext"(%37) : (i32) -> i64
  %40 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %41 = "llvm.mul"(%38, %40) : (i64, i64) -> i64
  %42 = "llvm.getelementptr"(%0, %41) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %43 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %39 = "llvm.getelementptr"(%42, %43) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %44 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  "llvm.store"(%44, %39) <{alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %46 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %45 = "llvm.mul"(%2, %46) : (i32, i32) -> i32
  %47 = "llvm.xor"(%45, %1) : (i32, i32) -> i32
  %48 = "llvm.xor"(%47, %34) : (i32, i32) -> i32
  "llvm.return"(%48) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: !llvm.ptr, %1: vector<8xi32>, %2: vector<8xi32>, %3: vector<8xi32>):
  "llvm.br"()[^bb1] : () -> ()
^bb1():
  %5 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %4 = "llvm.icmp"(%1, %5) <{predicate = 3 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %7 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %6 = "llvm.and"(%1, %7) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %8 = "llvm.add"(%6, %3) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %9 = "llvm.sext"(%8) : (vector<8xi32>) -> vector<8xi64>
  %11 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %12 = "llvm.mul"(%9, %11) : (vector<8xi64>, i64) -> vector<8xi64>
  %13 = "llvm.getelementptr"(%0, %12) <{elem_type = i8}> : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>
  %14 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %10 = "llvm.getelementptr"(%13, %14) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %16 = "llvm.mlir.constant"() <{value = dense<[-7, -7, -7, -7, -7, -7, -7, -7]> : vector<8xi32>}> : () -> vector<8xi32>
  %15 = "llvm.sdiv"(%1, %16) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %17 = "llvm.add"(%15, %1) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"()[^bb2] : () -> ()
^bb2():
  %19 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %18 = "llvm.icmp"(%2, %19) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %21 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %20 = "llvm.select"(%4, %18, %21) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %23 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %24 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %22 = "llvm.select"(%4, %23, %24) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"()[^bb3] : () -> ()
^bb3():
  %25 = "llvm.intr.vector.reduce.or"(%22) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%25, %20)[^bb4, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xi1>) -> ()
^bb4():
  %27 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %26 = "llvm.select"(%22, %1, %27) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %29 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %28 = "llvm.udiv"(%29, %26) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %30 = "llvm.icmp"(%28, %2) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %31 = "llvm.select"(%22, %30, %20) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%31)[^bb5] : (vector<8xi1>) -> ()
^bb5(%32: vector<8xi1>):
  %33 = "llvm.intr.vector.reduce.or"(%32) : (vector<8xi1>) -> i1
  %34 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  "llvm.cond_br"(%33, %34)[^bb6, ^bb7] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xi32>) -> ()
^bb6():
  "llvm.intr.masked.scatter"(%1, %10, %32) <{alignment = 4 : i64}> : (vector<8xi32>, vector<8x!llvm.ptr>, vector<8xi1>) -> ()
  %36 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %35 = "llvm.select"(%32, %17, %36) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%35)[^bb7] : (vector<8xi32>) -> ()
^bb7(%37: vector<8xi32>):
  %39 = "llvm.mlir.constant"() <{value = dense<[15, 15, 15, 15, 15, 15, 15, 15]> : vector<8xi32>}> : () -> vector<8xi32>
  %38 = "llvm.and"(%37, %39) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %40 = "llvm.add"(%38, %3) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %41 = "llvm.sext"(%40) : (vector<8xi32>) -> vector<8xi64>
  %43 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %44 = "llvm.mul"(%41, %43) : (vector<8xi64>, i64) -> vector<8xi64>
  %45 = "llvm.getelementptr"(%0, %44) <{elem_type = i8}> : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>
  %46 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %42 = "llvm.getelementptr"(%45, %46) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %47 = "llvm.mlir.constant"() <{value = dense<[2, 2, 2, 2, 2, 2, 2, 2]> : vector<8xi32>}> : () -> vector<8xi32>
  %48 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.intr.masked.scatter"(%47, %42, %48) <{alignment = 4 : i64}> : (vector<8xi32>, vector<8x!llvm.ptr>, vector<8xi1>) -> ()
  %50 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %49 = "llvm.mul"(%2, %50) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %51 = "llvm.xor"(%49, %1) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %52 = "llvm.xor"(%51, %37) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.return"(%52) : (vector<8xi32>) -> ()
}) : () -> ()
}) : () -> ()
