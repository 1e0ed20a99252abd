"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: i64, %1: !llvm.ptr, %2: !llvm.ptr):
  "llvm.br"()[^bb2] : () -> ()
^bb1():
  "llvm.return"() : () -> ()
^bb2():
  %4 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %5 = "llvm.mlir.constant"() <{value = 320 : i64}> : () -> i64
  %6 = "llvm.mul"(%4, %5) : (i64, i64) -> i64
  %7 = "llvm.getelementptr"(%1, %6) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %8 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %9 = "llvm.mul"(%0, %8) : (i64, i64) -> i64
  %10 = "llvm.getelementptr"(%7, %9) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %11 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %3 = "llvm.getelementptr"(%10, %11) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %12 = "llvm.load"(%3) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %14 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %13 = "llvm.and"(%12, %14) : (i32, i32) -> i32
  %16 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %15 = "llvm.icmp"(%13, %16) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%15)[^bb5, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb3():
  %17 = "llvm.trunc"(%0) <{isotope.promises}> : (i64) -> i32
  %19 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %18 = "llvm.shl"(%17, %19) : (i32, i32) -> i32
  %20 = "llvm.sext"(%18) : (i32) -> i64
  %21 = "llvm.zext"(%13) <{isotope.promises}> : (i32) -> i64
  %22 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  "llvm.br"(%22)[^bb4] : (i64) -> ()
^bb4(%23: i64):
  %24 = "llvm.load"(%3) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %25 = "llvm.trunc"(%23) <{isotope.promises}> : (i64) -> i32
  %26 = "llvm.add"(%24, %25) : (i32, i32) -> i32
  %27 = "llvm.add"(%23, %20) <{isotope.promises}> : (i64, i64) -> i64
  %29 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %30 = "llvm.mlir.constant"() <{value = 1024 : i64}> : () -> i64
  %31 = "llvm.mul"(%29, %30) : (i64, i64) -> i64
  %32 = "llvm.getelementptr"(%2, %31) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %33 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %34 = "llvm.mul"(%27, %33) : (i64, i64) -> i64
  %35 = "llvm.getelementptr"(%32, %34) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %36 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %28 = "llvm.getelementptr"(%35, %36) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.store"(%26, %28) <{isotope.promises, alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %38 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %37 = "llvm.add"(%23, %38) <{isotope.promises}> : (i64, i64) -> i64
  %39 = "llvm.icmp"(%37, %21) <{predicate = 0 : i64}> : (i64, i64) -> i1
  "llvm.cond_br"(%39, %37)[^bb6, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i64) -> ()
^bb5():
  %41 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %40 = "llvm.add"(%0, %41) <{isotope.promises}> : (i64, i64) -> i64
  "llvm.br"()[^bb1] : () -> ()
^bb6():
  "llvm.br"()[^bb5] : () -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: i64, %1: !llvm.ptr, %2: !llvm.ptr):
  "llvm.br"()[^bb2] : () -> ()
^bb1():
  "llvm.return"() : () -> ()
^bb2():
  %4 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %5 = "llvm.mlir.constant"() <{value = 320 : i64}> : () -> i64
  %6 = "llvm.mul"(%4, %5) : (i64, i64) -> i64
  %7 = "llvm.getelementptr"(%1, %6) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %8 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %9 = "llvm.mul"(%0, %8) : (i64, i64) -> i64
  %10 = "llvm.getelementptr"(%7, %9) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %11 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %3 = "llvm.getelementptr"(%10, %11) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %12 = "llvm.load"(%3) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %14 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %13 = "llvm.and"(%12, %14) : (i32, i32) -> i32
  %16 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %15 = "llvm.icmp"(%13, %16) <{predicate = 1 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%15)[^bb3, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb3():
  %17 = "llvm.trunc"(%0) : (i64) -> i32
  %19 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %18 = "llvm.shl"(%17, %19) : (i32, i32) -> i32
  %20 = "llvm.sext"(%18) : (i32) -> i64
  %21 = "llvm.zext"(%13) : (i32) -> i64
  %22 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  "llvm.br"(%22)[^bb5] : (i64) -> ()
^bb4():
  "llvm.br"()[^bb6] : () -> ()
^bb5(%23: i64):
  %24 = "llvm.load"(%3) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %25 = "llvm.trunc"(%23) : (i64) -> i32
  %26 = "llvm.add"(%24, %25) : (i32, i32) -> i32
  %27 = "llvm.add"(%23, %20) : (i64, i64) -> i64
  %29 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %30 = "llvm.mlir.constant"() <{value = 1024 : i64}> : () -> i64
  %31 = "llvm.mul"(%29, %30) : (i64, i64) -> i64
  %32 = "llvm.getelementptr"(%2, %31) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %33 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %34 = "llvm.mul"(%27, %33) : (i64, i64) -> i64
  %35 = "llvm.getelementptr"(%32, %34) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %36 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %28 = "llvm.getelementptr"(%35, %36) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.store"(%26, %28) <{alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %38 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %37 = "llvm.add"(%23, %38) : (i64, i64) -> i64
  %39 = "llvm.icmp"(%37, %21) <{predicate = 0 : i64}> : (i64, i64) -> i1
  "llvm.cond_br"(%39, %37)[^bb7, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i64) -> ()
^bb6():
  %41 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %40 = "llvm.add"(%0, %41) : (i64, i64) -> i64
  "llvm.br"()[^bb1] : () -> ()
^bb7():
  "llvm.br"()[^bb4] : () -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: i64, %1: !llvm.ptr, %2: !llvm.ptr):
  "llvm.br"()[^bb1] : () -> ()
^bb1():
  "llvm.br"()[^bb2] : () -> ()
^bb2():
  %4 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %5 = "llvm.mlir.constant"() <{value = 320 : i64}> : () -> i64
  %6 = "llvm.mul"(%4, %5) : (i64, i64) -> i64
  %7 = "llvm.getelementptr"(%1, %6) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %8 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %9 = "llvm.mul"(%0, %8) : (i64, i64) -> i64
  %10 = "llvm.getelementptr"(%7, %9) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %11 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %3 = "llvm.getelementptr"(%10, %11) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %12 = "llvm.load"(%3) <{alignment = 4 : i64}> : (!llvm.ptr) -> vector<8xi32>
  %14 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %13 = "llvm.and"(%12, %14) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %16 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %15 = "llvm.icmp"(%13, %16) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %17 = "llvm.intr.vector.reduce.or"(%15) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%17)[^bb3, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb3():
  %18 = "llvm.trunc"(%0) : (i64) -> i32
  %20 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %21 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %19 = "llvm.insertelement"(%20, %18, %21) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %23 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %22 = "llvm.shufflevector"(%19, %23) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %25 = "llvm.mlir.constant"() <{value = dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>}> : () -> vector<8xi32>
  %24 = "llvm.add"(%22, %25) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %27 = "llvm.mlir.constant"() <{value = dense<[2, 2, 2, 2, 2, 2, 2, 2]> : vector<8xi32>}> : () -> vector<8xi32>
  %26 = "llvm.shl"(%24, %27) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %28 = "llvm.sext"(%26) : (vector<8xi32>) -> vector<8xi64>
  %29 = "llvm.zext"(%13) : (vector<8xi32>) -> vector<8xi64>
  %30 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  "llvm.br"(%15, %30)[^bb4] : (vector<8xi1>, i64) -> ()
^bb4(%31: vector<8xi1>, %32: i64):
  %34 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %33 = "llvm.intr.masked.load"(%3, %31, %34) <{alignment = 4 : i64}> : (!llvm.ptr, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  %35 = "llvm.trunc"(%32) : (i64) -> i32
  %37 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %38 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %36 = "llvm.insertelement"(%37, %35, %38) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %40 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %39 = "llvm.shufflevector"(%36, %40) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %41 = "llvm.add"(%33, %39) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %43 = "llvm.mlir.poison"() : () -> vector<8xi64>
  %44 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %42 = "llvm.insertelement"(%43, %32, %44) : (vector<8xi64>, i64, i64) -> vector<8xi64>
  %46 = "llvm.mlir.poison"() : () -> vector<8xi64>
  %45 = "llvm.shufflevector"(%42, %46) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi64>, vector<8xi64>) -> vector<8xi64>
  %47 = "llvm.add"(%45, %28) : (vector<8xi64>, vector<8xi64>) -> vector<8xi64>
  %49 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %50 = "llvm.mlir.constant"() <{value = 1024 : i64}> : () -> i64
  %51 = "llvm.mul"(%49, %50) : (i64, i64) -> i64
  %52 = "llvm.getelementptr"(%2, %51) <{elem_type = i8}> : (!llvm.ptr, i64) -> vector<8x!llvm.ptr>
  %53 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %54 = "llvm.mul"(%47, %53) : (vector<8xi64>, i64) -> vector<8xi64>
  %55 = "llvm.getelementptr"(%52, %54) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %56 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %48 = "llvm.getelementptr"(%55, %56) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  "llvm.intr.masked.scatter"(%41, %48, %31) <{alignment = 4 : i64}> : (vector<8xi32>, vector<8x!llvm.ptr>, vector<8xi1>) -> ()
  %58 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %57 = "llvm.add"(%32, %58) : (i64, i64) -> i64
  %60 = "llvm.mlir.poison"() : () -> vector<8xi64>
  %61 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %59 = "llvm.insertelement"(%60, %57, %61) : (vector<8xi64>, i64, i64) -> vector<8xi64>
  %63 = "llvm.mlir.poison"() : () -> vector<8xi64>
  %62 = "llvm.shufflevector"(%59, %63) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi64>, vector<8xi64>) -> vector<8xi64>
  %64 = "llvm.icmp"(%62, %29) <{predicate = 0 : i64}> : (vector<8xi64>, vector<8xi64>) -> vector<8xi1>
  %66 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %65 = "llvm.xor"(%64, %66) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %68 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %67 = "llvm.select"(%31, %65, %68) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %69 = "llvm.intr.vector.reduce.or"(%67) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%69, %67, %57)[^bb4, ^bb5] <{operandSegmentSizes = array<i32: 1, 2, 0>}> : (i1, vector<8xi1>, i64) -> ()
^bb5():
  "llvm.br"()[^bb6] : () -> ()
^bb6():
  "llvm.br"()[^bb7] : () -> ()
^bb7():
  %71 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %70 = "llvm.add"(%0, %71) : (i64, i64) -> i64
  "llvm.br"()[^bb8] : () -> ()
^bb8():
  "llvm.return"() : () -> ()
}) : () -> ()
}) : () -> ()
