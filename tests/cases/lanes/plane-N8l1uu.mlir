"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: i32, %1: !llvm.ptr, %2: i64):
  "llvm.br"()[^bb2] : () -> ()
^bb1():
  "llvm.return"() : () -> ()
^bb2():
  %3 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  "llvm.br"(%3)[^bb3] : (i64) -> ()
^bb3(%4: i64):
  %5 = "llvm.trunc"(%4) <{isotope.promises}> : (i64) -> i32
  %6 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%6, %0)[^bb4] : (i32, i32) -> ()
^bb4(%7: i32, %8: i32):
  %10 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %9 = "llvm.mul"(%8, %10) : (i32, i32) -> i32
  %11 = "llvm.add"(%9, %5) : (i32, i32) -> i32
  %13 = "llvm.mlir.constant"() <{value = 200 : i32}> : () -> i32
  %12 = "llvm.icmp"(%11, %13) <{predicate = 2 : i64}> : (i32, i32) -> i1
  %15 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %14 = "llvm.add"(%7, %15) <{isotope.promises}> : (i32, i32) -> i32
  %17 = "llvm.mlir.constant"() <{value = 9 : i32}> : () -> i32
  %16 = "llvm.icmp"(%7, %17) <{predicate = 6 : i64}> : (i32, i32) -> i1
  %19 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %18 = "llvm.select"(%12, %16, %19) : (i1, i1, i1) -> i1
  "llvm.cond_br"(%18, %14, %11, %11)[^bb4, ^bb5] <{operandSegmentSizes = array<i32: 1, 2, 1>}> : (i1, i32, i32, i32) -> ()
^bb5(%20: i32):
  %22 = "llvm.mlir.constant"() <{value = 4 : i32}> : () -> i32
  %21 = "llvm.shl"(%5, %22) : (i32, i32) -> i32
  %23 = "llvm.add"(%21, %0) : (i32, i32) -> i32
  %24 = "llvm.sext"(%23) : (i32) -> i64
  %26 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %27 = "llvm.mul"(%24, %26) : (i64, i64) -> i64
  %28 = "llvm.getelementptr"(%1, %27) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %29 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %25 = "llvm.getelementptr"(%28, %29) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.store"(%20, %25) <{isotope.promises, alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %31 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %30 = "llvm.add"(%4, %31) <{isotope.promises}> : (i64, i64) -> i64
  %32 = "llvm.icmp"(%30, %2) <{predicate = 0 : i64}> : (i64, i64) -> i1
  "llvm.cond_br"(%32, %30)[^bb6, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i64) -> ()
^bb6():
  %34 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %33 = "llvm.add"(%0, %34) <{isotope.promises}> : (i32, i32) -> i32
  "llvm.br"()[^bb1] : () -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: i32, %1: !llvm.ptr, %2: i64):
  "llvm.br"()[^bb2] : () -> ()
^bb1():
  "llvm.return"() : () -> ()
^bb2():
  %3 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  "llvm.br"(%3)[^bb3] : (i64) -> ()
^bb3(%4: i64):
  %5 = "llvm.trunc"(%4) : (i64) -> i32
  %6 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%6, %0)[^bb4] : (i32, i32) -> ()
^bb4(%7: i32, %8: i32):
  %10 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %9 = "llvm.mul"(%8, %10) : (i32, i32) -> i32
  %11 = "llvm.add"(%9, %5) : (i32, i32) -> i32
  %13 = "llvm.mlir.constant"() <{value = 200 : i32}> : () -> i32
  %12 = "llvm.icmp"(%11, %13) <{predicate = 2 : i64}> : (i32, i32) -> i1
  %15 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %14 = "llvm.add"(%7, %15) : (i32, i32) -> i32
  %17 = "llvm.mlir.constant"() <{value = 9 : i32}> : () -> i32
  %16 = "llvm.icmp"(%7, %17) <{predicate = 6 : i64}> : (i32, i32) -> i1
  %19 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %18 = "llvm.select"(%12, %16, %19) : (i1, i1, i1) -> i1
  %21 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  %20 = "llvm.xor"(%18, %21) : (i1, i1) -> i1
  "llvm.cond_br"(%20, %11, %14, %11)[^bb5, ^bb4] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
^bb5(%22: i32):
  %24 = "llvm.mlir.constant"() <{value = 4 : i32}> : () -> i32
  %23 = "llvm.shl"(%5, %24) : (i32, i32) -> i32
  %25 = "llvm.add"(%23, %0) : (i32, i32) -> i32
  %26 = "llvm.sext"(%25) : (i32) -> i64
  %28 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %29 = "llvm.mul"(%26, %28) : (i64, i64) -> i64
  %30 = "llvm.getelementptr"(%1, %29) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %31 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %27 = "llvm.getelementptr"(%30, %31) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.store"(%22, %27) <{alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %33 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %32 = "llvm.add"(%4, %33) : (i64, i64) -> i64
  %34 = "llvm.icmp"(%32, %2) <{predicate = 0 : i64}> : (i64, i64) -> i1
  "llvm.cond_br"(%34, %32)[^bb6, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i64) -> ()
^bb6():
  %36 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %35 = "llvm.add"(%0, %36) : (i32, i32) -> i32
  "llvm.br"()[^bb1] : () -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: i32, %1: !llvm.ptr, %2: i64):
  "llvm.br"()[^bb1] : () -> ()
^bb1():
  "llvm.br"()[^bb2] : () -> ()
^bb2():
  %3 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  "llvm.br"(%3)[^bb3] : (i64) -> ()
^bb3(%4: i64):
  %5 = "llvm.trunc"(%4) : (i64) -> i32
  %7 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %8 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %6 = "llvm.insertelement"(%7, %0, %8) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %10 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %9 = "llvm.shufflevector"(%6, %10) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %12 = "llvm.mlir.constant"() <{value = dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>}> : () -> vector<8xi32>
  %11 = "llvm.add"(%9, %12) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %13 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %14 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %15 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%13, %14, %15, %11)[^bb4] : (vector<8xi32>, vector<8xi1>, i32, vector<8xi32>) -> ()
^bb4(%16: vector<8xi32>, %17: vector<8xi1>, %18: i32, %19: vector<8xi32>):
  %21 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %20 = "llvm.mul"(%19, %21) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %23 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %24 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %22 = "llvm.insertelement"(%23, %5, %24) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %26 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %25 = "llvm.shufflevector"(%22, %26) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %27 = "llvm.add"(%20, %25) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %29 = "llvm.mlir.constant"() <{value = dense<[200, 200, 200, 200, 200, 200, 200, 200]> : vector<8xi32>}> : () -> vector<8xi32>
  %28 = "llvm.icmp"(%27, %29) <{predicate = 2 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %31 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %30 = "llvm.add"(%18, %31) : (i32, i32) -> i32
  %33 = "llvm.mlir.constant"() <{value = 9 : i32}> : () -> i32
  %32 = "llvm.icmp"(%18, %33) <{predicate = 6 : i64}> : (i32, i32) -> i1
  %35 = "llvm.mlir.poison"() : () -> vector<8xi1>
  %36 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %34 = "llvm.insertelement"(%35, %32, %36) : (vector<8xi1>, i1, i64) -> vector<8xi1>
  %38 = "llvm.mlir.poison"() : () -> vector<8xi1>
  %37 = "llvm.shufflevector"(%34, %38) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %40 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %39 = "llvm.select"(%28, %37, %40) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %42 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %41 = "llvm.xor"(%39, %42) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %44 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %43 = "llvm.select"(%17, %28, %44) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %45 = "llvm.intr.vector.reduce.or"(%43) : (vector<8xi1>) -> i1
  %46 = "llvm.freeze"(%45) : (i1) -> i1
  %48 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %47 = "llvm.select"(%46, %32, %48) : (i1, i1, i1) -> i1
  %49 = "llvm.select"(%17, %27, %16) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.cond_br"(%47, %49, %43, %30, %27)[^bb4, ^bb5] <{operandSegmentSizes = array<i32: 1, 4, 0>}> : (i1, vector<8xi32>, vector<8xi1>, i32, vector<8xi32>) -> ()
^bb5():
  %51 = "llvm.mlir.constant"() <{value = 4 : i32}> : () -> i32
  %50 = "llvm.shl"(%5, %51) : (i32, i32) -> i32
  %53 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %54 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %52 = "llvm.insertelement"(%53, %50, %54) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %56 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %55 = "llvm.shufflevector"(%52, %56) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %58 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %59 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %57 = "llvm.insertelement"(%58, %0, %59) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %61 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %60 = "llvm.shufflevector"(%57, %61) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %63 = "llvm.mlir.constant"() <{value = dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>}> : () -> vector<8xi32>
  %62 = "llvm.add"(%60, %63) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %64 = "llvm.add"(%55, %62) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %65 = "llvm.sext"(%64) : (vector<8xi32>) -> vector<8xi64>
  %67 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %68 = "llvm.mul"(%65, %67) : (vector<8xi64>, i64) -> vector<8xi64>
  %69 = "llvm.getelementptr"(%1, %68) <{elem_type = i8}> : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>
  %70 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %66 = "llvm.getelementptr"(%69, %70) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %71 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.intr.masked.scatter"(%49, %66, %71) <{alignment = 4 : i64}> : (vector<8xi32>, vector<8x!llvm.ptr>, vector<8xi1>) -> ()
  %73 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %72 = "llvm.add"(%4, %73) : (i64, i64) -> i64
  %74 = "llvm.icmp"(%72, %2) <{predicate = 0 : i64}> : (i64, i64) -> i1
  "llvm.cond_br"(%74, %72)[^bb6, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i64) -> ()
^bb6():
  %76 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %77 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %75 = "llvm.insertelement"(%76, %0, %77) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %79 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %78 = "llvm.shufflevector"(%75, %79) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %81 = "llvm.mlir.constant"() <{value = dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>}> : () -> vector<8xi32>
  %80 = "llvm.add"(%78, %81) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %83 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %82 = "llvm.add"(%80, %83) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"()[^bb7] : () -> ()
^bb7():
  "llvm.return"() : () -> ()
}) : () -> ()
}) : () -> ()
