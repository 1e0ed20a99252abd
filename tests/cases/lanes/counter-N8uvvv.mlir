"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: !llvm.ptr, %1: i32, %2: i32, %3: i32):
  %5 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
  %4 = "llvm.sdiv"(%1, %5) : (i32, i32) -> i32
  %7 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  %6 = "llvm.and"(%4, %7) : (i32, i32) -> i32
  %8 = "llvm.mlir.constant"() <{value = 30 : i32}> : () -> i32
  "llvm.br"(%2, %8)[^bb1] : (i32, i32) -> ()
^bb1(%9: i32, %10: i32):
  %12 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %11 = "llvm.call_intrinsic"(%9, %12) <{intrin = "llvm.smax"}> : (i32, i32) -> i32
  %13 = "llvm.lshr"(%11, %6) : (i32, i32) -> i32
  %15 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %14 = "llvm.icmp"(%10, %15) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%14)[^bb3, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb2():
  %17 = "llvm.mlir.constant"() <{value = -1 : i32}> : () -> i32
  %16 = "llvm.add"(%10, %17) <{isotope.promises}> : (i32, i32) -> i32
  %19 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
  %18 = "llvm.and"(%13, %19) : (i32, i32) -> i32
  %20 = "llvm.add"(%18, %3) : (i32, i32) -> i32
  %21 = "llvm.sext"(%20) : (i32) -> i64
  %23 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %24 = "llvm.mul"(%21, %23) : (i64, i64) -> i64
  %25 = "llvm.getelementptr"(%0, %24) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %26 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %22 = "llvm.getelementptr"(%25, %26) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %27 = "llvm.load"(%22) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %29 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %28 = "llvm.icmp"(%27, %29) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%28, %13, %16)[^bb1, ^bb3] <{operandSegmentSizes = array<i32: 1, 2, 0>}> : (i1, i32, i32) -> ()
^bb3():
  %31 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %30 = "llvm.sub"(%31, %13) <{isotope.promises}> : (i32, i32) -> i32
  %33 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %32 = "llvm.icmp"(%13, %33) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %35 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %34 = "llvm.mul"(%13, %35) : (i32, i32) -> i32
  %36 = "llvm.xor"(%34, %30) : (i32, i32) -> i32
  %38 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %37 = "llvm.xor"(%36, %38) : (i32, i32) -> i32
  %40 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %39 = "llvm.select"(%32, %40, %37) : (i1, i32, i32) -> i32
  "llvm.return"(%39) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: !llvm.ptr, %1: i32, %2: i32, %3: i32):
  %5 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
  %4 = "llvm.sdiv"(%1, %5) : (i32, i32) -> i32
  %7 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  %6 = "llvm.and"(%4, %7) : (i32, i32) -> i32
  %8 = "llvm.mlir.constant"() <{value = 30 : i32}> : () -> i32
  "llvm.br"(%2, %8)[^bb1] : (i32, i32) -> ()
^bb1(%9: i32, %10: i32):
  %12 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %11 = "llvm.call_intrinsic"(%9, %12) <{intrin = "llvm.smax"}> : (i32, i32) -> i32
  %13 = "llvm.lshr"(%11, %6) : (i32, i32) -> i32
  %15 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %14 = "llvm.icmp"(%10, %15) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %16 = "llvm.mlir.poison"() : () -> i32
  %17 = "llvm.mlir.poison"() : () -> i32
  %18 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%14, %16, %17, %18)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, i32, i32, i1) -> ()
^bb2():
  %20 = "llvm.mlir.constant"() <{value = -1 : i32}> : () -> i32
  %19 = "llvm.add"(%10, %20) : (i32, i32) -> i32
  %22 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
  %21 = "llvm.and"(%13, %22) : (i32, i32) -> i32
  %23 = "llvm.add"(%21, %3) : (i32, i32) -> i32
  %24 = "llvm.sext"(%23) : (i32) -> i64
  %26 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %27 = "llvm.mul"(%24, %26) : (i64, i64) -> i64
  %28 = "llvm.getelementptr"(%0, %27) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %29 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %25 = "llvm.getelementptr"(%28, %29) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %30 = "llvm.load"(%25) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %32 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %31 = "llvm.icmp"(%30, %32) <{predicate = 1 : i64}> : (i32, i32) -> i1
  "llvm.br"(%19, %13, %31)[^bb3] : (i32, i32, i1) -> ()
^bb3(%33: i32, %34: i32, %35: i1):
  "llvm.cond_br"(%35, %13, %34, %33)[^bb4, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
^bb4(%36: i32):
  %38 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %37 = "llvm.sub"(%38, %36) : (i32, i32) -> i32
  %40 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %39 = "llvm.icmp"(%36, %40) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %42 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %41 = "llvm.mul"(%36, %42) : (i32, i32) -> i32
  %43 = "llvm.xor"(%41, %37) : (i32, i32) -> i32
  %45 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %44 = "llvm.xor"(%43, %45) : (i32, i32) -> i32
  %47 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %46 = "llvm.select"(%39, %47, %44) : (i1, i32, i32) -> i32
  "llvm.return"(%46) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: !llvm.ptr, %1: vector<8xi32>, %2: vector<8xi32>, %3: vector<8xi32>):
  "llvm.br"()[^bb1] : () -> ()
^bb1():
  %5 = "llvm.mlir.constant"() <{value = dense<[8, 8, 8, 8, 8, 8, 8, 8]> : vector<8xi32>}> : () -> vector<8xi32>
  %4 = "llvm.sdiv"(%1, %5) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %7 = "llvm.mlir.constant"() <{value = dense<[7, 7, 7, 7, 7, 7, 7, 7]> : vector<8xi32>}> : () -> vector<8xi32>
  %6 = "llvm.and"(%4, %7) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %8 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %9 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %10 = "llvm.mlir.constant"() <{value = 30 : i32}> : () -> i32
  "llvm.br"(%8, %9, %2, %10)[^bb2] : (vector<8xi32>, vector<8xi1>, vector<8xi32>, i32) -> ()
^bb2(%11: vector<8xi32>, %12: vector<8xi1>, %13: vector<8xi32>, %14: i32):
  %16 = "llvm.mlir.constant"() <{value = dense<[2, 2, 2, 2, 2, 2, 2, 2]> : vector<8xi32>}> : () -> vector<8xi32>
  %15 = "llvm.call_intrinsic"(%13, %16) <{intrin = "llvm.smax"}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %17 = "llvm.lshr"(%15, %6) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %19 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %18 = "llvm.icmp"(%14, %19) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %20 = "llvm.mlir.poison"() : () -> i32
  %21 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %22 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%18, %20, %21, %22)[^bb3, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, i32, vector<8xi32>, vector<8xi1>) -> ()
^bb3():
  %24 = "llvm.mlir.constant"() <{value = -1 : i32}> : () -> i32
  %23 = "llvm.add"(%14, %24) : (i32, i32) -> i32
  %26 = "llvm.mlir.constant"() <{value = dense<[15, 15, 15, 15, 15, 15, 15, 15]> : vector<8xi32>}> : () -> vector<8xi32>
  %25 = "llvm.and"(%17, %26) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %27 = "llvm.add"(%25, %3) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %28 = "llvm.sext"(%27) : (vector<8xi32>) -> vector<8xi64>
  %30 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %31 = "llvm.mul"(%28, %30) : (vector<8xi64>, i64) -> vector<8xi64>
  %32 = "llvm.getelementptr"(%0, %31) <{elem_type = i8}> : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>
  %33 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %29 = "llvm.getelementptr"(%32, %33) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %35 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %34 = "llvm.intr.masked.gather"(%29, %12, %35) <{alignment = 4 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  %37 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %36 = "llvm.icmp"(%34, %37) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  "llvm.br"(%23, %17, %36)[^bb4] : (i32, vector<8xi32>, vector<8xi1>) -> ()
^bb4(%38: i32, %39: vector<8xi32>, %40: vector<8xi1>):
  %42 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %41 = "llvm.xor"(%40, %42) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %44 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %43 = "llvm.select"(%12, %41, %44) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %45 = "llvm.intr.vector.reduce.or"(%43) : (vector<8xi1>) -> i1
  %46 = "llvm.select"(%12, %17, %11) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.cond_br"(%45, %46, %43, %39, %38)[^bb2, ^bb5] <{operandSegmentSizes = array<i32: 1, 4, 0>}> : (i1, vector<8xi32>, vector<8xi1>, vector<8xi32>, i32) -> ()
^bb5():
  %48 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %47 = "llvm.sub"(%48, %46) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %50 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %49 = "llvm.icmp"(%46, %50) <{predicate = 0 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %52 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %51 = "llvm.mul"(%46, %52) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %53 = "llvm.xor"(%51, %47) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %55 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %54 = "llvm.xor"(%53, %55) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %57 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %56 = "llvm.select"(%49, %57, %54) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.return"(%56) : (vector<8xi32>) -> ()
}) : () -> ()
}) : () -> ()
