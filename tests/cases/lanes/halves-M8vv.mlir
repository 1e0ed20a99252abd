"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: i32, %1: i32):
  %2 = "llvm.alloca"() <{isotope.bytes = 16 : i64, alignment = 4 : i64, isotope.element = 0 : i64}> : () -> !llvm.ptr
  "llvm.store"(%1, %2) <{isotope.promises, alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %3 = "llvm.add"(%0, %1) : (i32, i32) -> i32
  %5 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %6 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %7 = "llvm.mul"(%5, %6) : (i64, i64) -> i64
  %8 = "llvm.getelementptr"(%2, %7) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %9 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %4 = "llvm.getelementptr"(%8, %9) <{elem_type = i8, isotope.promises}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.store"(%3, %4) <{isotope.promises, alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %11 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %10 = "llvm.shl"(%0, %11) : (i32, i32) -> i32
  %12 = "llvm.add"(%10, %1) : (i32, i32) -> i32
  %14 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %15 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %16 = "llvm.mul"(%14, %15) : (i64, i64) -> i64
  %17 = "llvm.getelementptr"(%2, %16) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %18 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %13 = "llvm.getelementptr"(%17, %18) <{elem_type = i8, isotope.promises}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.store"(%12, %13) <{isotope.promises, alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %20 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %19 = "llvm.mul"(%0, %20) : (i32, i32) -> i32
  %21 = "llvm.add"(%19, %1) : (i32, i32) -> i32
  %23 = "llvm.mlir.constant"() <{value = 12 : i64}> : () -> i64
  %24 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %25 = "llvm.mul"(%23, %24) : (i64, i64) -> i64
  %26 = "llvm.getelementptr"(%2, %25) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %27 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %22 = "llvm.getelementptr"(%26, %27) <{elem_type = i8, isotope.promises}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.store"(%21, %22) <{isotope.promises, alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %29 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
  %28 = "llvm.and"(%0, %29) : (i32, i32) -> i32
  %31 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %30 = "llvm.icmp"(%28, %31) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %32 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %33 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %34 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.cond_br"(%30, %32, %33, %34)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
^bb1(%35: i32):
  "llvm.return"(%35) : (i32) -> ()
^bb2(%36: i32, %37: i32):
  %38 = "llvm.add"(%36, %1) : (i32, i32) -> i32
  %40 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  %39 = "llvm.and"(%38, %40) : (i32, i32) -> i32
  %41 = "llvm.zext"(%39) <{isotope.promises}> : (i32) -> i64
  %43 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %44 = "llvm.mlir.constant"() <{value = 16 : i64}> : () -> i64
  %45 = "llvm.mul"(%43, %44) : (i64, i64) -> i64
  %46 = "llvm.getelementptr"(%2, %45) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %47 = "llvm.mlir.constant"() <{value = 2 : i64}> : () -> i64
  %48 = "llvm.mul"(%41, %47) : (i64, i64) -> i64
  %49 = "llvm.getelementptr"(%46, %48) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %50 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %42 = "llvm.getelementptr"(%49, %50) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %51 = "llvm.load"(%42) <{isotope.promises, alignment = 2 : i64}> : (!llvm.ptr) -> i16
  %52 = "llvm.sext"(%51) : (i16) -> i32
  %53 = "llvm.add"(%37, %52) : (i32, i32) -> i32
  %54 = "llvm.xor"(%36, %0) : (i32, i32) -> i32
  %56 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  %55 = "llvm.and"(%54, %56) : (i32, i32) -> i32
  %57 = "llvm.zext"(%55) <{isotope.promises}> : (i32) -> i64
  %59 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %60 = "llvm.mlir.constant"() <{value = 16 : i64}> : () -> i64
  %61 = "llvm.mul"(%59, %60) : (i64, i64) -> i64
  %62 = "llvm.getelementptr"(%2, %61) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %63 = "llvm.mlir.constant"() <{value = 2 : i64}> : () -> i64
  %64 = "llvm.mul"(%57, %63) : (i64, i64) -> i64
  %65 = "llvm.getelementptr"(%62, %64) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %66 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %58 = "llvm.getelementptr"(%65, %66) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %67 = "llvm.load"(%58) <{isotope.promises, alignment = 2 : i64}> : (!llvm.ptr) -> i16
  %68 = "llvm.trunc"(%53) : (i32) -> i16
  %69 = "llvm.xor"(%67, %68) : (i16, i16) -> i16
  "llvm.store"(%69, %58) <{isotope.promises, alignment = 2 : i64}> : (i16, !llvm.ptr) -> ()
  %71 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %70 = "llvm.add"(%36, %71) <{isotope.promises}> : (i32, i32) -> i32
  %72 = "llvm.icmp"(%70, %28) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%72, %53, %70, %53)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: i32, %1: i32):
  %2 = "llvm.alloca"() <{isotope.bytes = 16 : i64, alignment = 4 : i64, isotope.element = 0 : i64}> : () -> !llvm.ptr
  "llvm.store"(%1, %2) <{alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %3 = "llvm.add"(%0, %1) : (i32, i32) -> i32
  %5 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %6 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %7 = "llvm.mul"(%5, %6) : (i64, i64) -> i64
  %8 = "llvm.getelementptr"(%2, %7) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %9 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %4 = "llvm.getelementptr"(%8, %9) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.store"(%3, %4) <{alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %11 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %10 = "llvm.shl"(%0, %11) : (i32, i32) -> i32
  %12 = "llvm.add"(%10, %1) : (i32, i32) -> i32
  %14 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %15 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %16 = "llvm.mul"(%14, %15) : (i64, i64) -> i64
  %17 = "llvm.getelementptr"(%2, %16) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %18 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %13 = "llvm.getelementptr"(%17, %18) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.store"(%12, %13) <{alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %20 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %19 = "llvm.mul"(%0, %20) : (i32, i32) -> i32
  %21 = "llvm.add"(%19, %1) : (i32, i32) -> i32
  %23 = "llvm.mlir.constant"() <{value = 12 : i64}> : () -> i64
  %24 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %25 = "llvm.mul"(%23, %24) : (i64, i64) -> i64
  %26 = "llvm.getelementptr"(%2, %25) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %27 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %22 = "llvm.getelementptr"(%26, %27) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.store"(%21, %22) <{alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %29 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
  %28 = "llvm.and"(%0, %29) : (i32, i32) -> i32
  %31 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %30 = "llvm.icmp"(%28, %31) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %32 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.cond_br"(%30, %32)[^bb1, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb1():
  %33 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %34 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%33, %34)[^bb5] : (i32, i32) -> ()
^bb2(%35: i32):
  "llvm.br"(%35)[^bb4] : (i32) -> ()
^bb3():
  "llvm.return"(%36) : (i32) -> ()
^bb4(%36: i32):
  "llvm.br"()[^bb3] : () -> ()
^bb5(%37: i32, %38: i32):
  %39 = "llvm.add"(%37, %1) : (i32, i32) -> i32
  %41 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  %40 = "llvm.and"(%39, %41) : (i32, i32) -> i32
  %42 = "llvm.zext"(%40) : (i32) -> i64
  %44 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %45 = "llvm.mlir.constant"() <{value = 16 : i64}> : () -> i64
  %46 = "llvm.mul"(%44, %45) : (i64, i64) -> i64
  %47 = "llvm.getelementptr"(%2, %46) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %48 = "llvm.mlir.constant"() <{value = 2 : i64}> : () -> i64
  %49 = "llvm.mul"(%42, %48) : (i64, i64) -> i64
  %50 = "llvm.getelementptr"(%47, %49) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %51 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %43 = "llvm.getelementptr"(%50, %51) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %52 = "llvm.load"(%43) <{alignment = 2 : i64}> : (!llvm.ptr) -> i16
  %53 = "llvm.sext"(%52) : (i16) -> i32
  %54 = "llvm.add"(%38, %53) : (i32, i32) -> i32
  %55 = "llvm.xor"(%37, %0) : (i32, i32) -> i32
  %57 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  %56 = "llvm.and"(%55, %57) : (i32, i32) -> i32
  %58 = "llvm.zext"(%56) : (i32) -> i64
  %60 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %61 = "llvm.mlir.constant"() <{value = 16 : i64}> : () -> i64
  %62 = "llvm.mul"(%60, %61) : (i64, i64) -> i64
  %63 = "llvm.getelementptr"(%2, %62) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %64 = "llvm.mlir.constant"() <{value = 2 : i64}> : () -> i64
  %65 = "llvm.mul"(%58, %64) : (i64, i64) -> i64
  %66 = "llvm.getelementptr"(%63, %65) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %67 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %59 = "llvm.getelementptr"(%66, %67) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %68 = "llvm.load"(%59) <{alignment = 2 : i64}> : (!llvm.ptr) -> i16
  %69 = "llvm.trunc"(%54) : (i32) -> i16
  %70 = "llvm.xor"(%68, %69) : (i16, i16) -> i16
  "llvm.store"(%70, %59) <{alignment = 2 : i64}> : (i16, !llvm.ptr) -> ()
  %72 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %71 = "llvm.add"(%37, %72) : (i32, i32) -> i32
  %73 = "llvm.icmp"(%71, %28) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%73, %54, %71, %54)[^bb2, ^bb5] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: vector<8xi32>, %1: vector<8xi32>, %2: vector<8xi1>):
  %3 = "llvm.alloca"() <{isotope.bytes = 128 : i64, alignment = 4 : i64, isotope.element = 0 : i64}> : () -> !llvm.ptr
  %4 = "llvm.intr.vector.reduce.or"(%2) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%4)[^bb1, ^bb7] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1():
  %6 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %7 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %5 = "llvm.insertelement"(%6, %3, %7) : (vector<8x!llvm.ptr>, !llvm.ptr, i64) -> vector<8x!llvm.ptr>
  %9 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %8 = "llvm.shufflevector"(%5, %9) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8x!llvm.ptr>, vector<8x!llvm.ptr>) -> vector<8x!llvm.ptr>
  %11 = "llvm.mlir.constant"() <{value = dense<[0, 16, 32, 48, 64, 80, 96, 112]> : vector<8xi64>}> : () -> vector<8xi64>
  %12 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %13 = "llvm.mul"(%11, %12) : (vector<8xi64>, i64) -> vector<8xi64>
  %14 = "llvm.getelementptr"(%8, %13) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %15 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %10 = "llvm.getelementptr"(%14, %15) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  "llvm.intr.masked.scatter"(%1, %10, %2) <{alignment = 4 : i64}> : (vector<8xi32>, vector<8x!llvm.ptr>, vector<8xi1>) -> ()
  %16 = "llvm.add"(%0, %1) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %18 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %19 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %20 = "llvm.mul"(%18, %19) : (i64, i64) -> i64
  %21 = "llvm.getelementptr"(%3, %20) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %22 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %17 = "llvm.getelementptr"(%21, %22) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %24 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %25 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %23 = "llvm.insertelement"(%24, %17, %25) : (vector<8x!llvm.ptr>, !llvm.ptr, i64) -> vector<8x!llvm.ptr>
  %27 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %26 = "llvm.shufflevector"(%23, %27) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8x!llvm.ptr>, vector<8x!llvm.ptr>) -> vector<8x!llvm.ptr>
  %29 = "llvm.mlir.constant"() <{value = dense<[0, 16, 32, 48, 64, 80, 96, 112]> : vector<8xi64>}> : () -> vector<8xi64>
  %30 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %31 = "llvm.mul"(%29, %30) : (vector<8xi64>, i64) -> vector<8xi64>
  %32 = "llvm.getelementptr"(%26, %31) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %33 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %28 = "llvm.getelementptr"(%32, %33) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  "llvm.intr.masked.scatter"(%16, %28, %2) <{alignment = 4 : i64}> : (vector<8xi32>, vector<8x!llvm.ptr>, vector<8xi1>) -> ()
  %35 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %34 = "llvm.shl"(%0, %35) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %36 = "llvm.add"(%34, %1) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %38 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %39 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %40 = "llvm.mul"(%38, %39) : (i64, i64) -> i64
  %41 = "llvm.getelementptr"(%3, %40) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %42 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %37 = "llvm.getelementptr"(%41, %42) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %44 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %45 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %43 = "llvm.insertelement"(%44, %37, %45) : (vector<8x!llvm.ptr>, !llvm.ptr, i64) -> vector<8x!llvm.ptr>
  %47 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %46 = "llvm.shufflevector"(%43, %47) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8x!llvm.ptr>, vector<8x!llvm.ptr>) -> vector<8x!llvm.ptr>
  %49 = "llvm.mlir.constant"() <{value = dense<[0, 16, 32, 48, 64, 80, 96, 112]> : vector<8xi64>}> : () -> vector<8xi64>
  %50 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %51 = "llvm.mul"(%49, %50) : (vector<8xi64>, i64) -> vector<8xi64>
  %52 = "llvm.getelementptr"(%46, %51) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %53 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %48 = "llvm.getelementptr"(%52, %53) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  "llvm.intr.masked.scatter"(%36, %48, %2) <{alignment = 4 : i64}> : (vector<8xi32>, vector<8x!llvm.ptr>, vector<8xi1>) -> ()
  %55 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %54 = "llvm.mul"(%0, %55) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %56 = "llvm.add"(%54, %1) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %58 = "llvm.mlir.constant"() <{value = 12 : i64}> : () -> i64
  %59 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %60 = "llvm.mul"(%58, %59) : (i64, i64) -> i64
  %61 = "llvm.getelementptr"(%3, %60) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %62 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %57 = "llvm.getelementptr"(%61, %62) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %64 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %65 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %63 = "llvm.insertelement"(%64, %57, %65) : (vector<8x!llvm.ptr>, !llvm.ptr, i64) -> vector<8x!llvm.ptr>
  %67 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %66 = "llvm.shufflevector"(%63, %67) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8x!llvm.ptr>, vector<8x!llvm.ptr>) -> vector<8x!llvm.ptr>
  %69 = "llvm.mlir.constant"() <{value = dense<[0, 16, 32, 48, 64, 80, 96, 112]> : vector<8xi64>}> : () -> vector<8xi64>
  %70 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %71 = "llvm.mul"(%69, %70) : (vector<8xi64>, i64) -> vector<8xi64>
  %72 = "llvm.getelementptr"(%66, %71) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %73 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %68 = "llvm.getelementptr"(%72, %73) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  "llvm.intr.masked.scatter"(%56, %68, %2) <{alignment = 4 : i64}> : (vector<8xi32>, vector<8x!llvm.ptr>, vector<8xi1>) -> ()
  %75 = "llvm.mlir.constant"() <{value = dense<[15, 15, 15, 15, 15, 15, 15, 15]> : vector<8xi32>}> : () -> vector<8xi32>
  %74 = "llvm.and"(%0, %75) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %77 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %76 = "llvm.icmp"(%74, %77) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %79 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %78 = "llvm.select"(%2, %76, %79) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %80 = "llvm.intr.vector.reduce.or"(%78) : (vector<8xi1>) -> i1
  %81 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  "llvm.cond_br"(%80, %81)[^bb2, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xi32>) -> ()
^bb2():
  %82 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %83 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %84 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  "llvm.br"(%82, %78, %83, %84)[^bb3] : (vector<8xi32>, vector<8xi1>, i32, vector<8xi32>) -> ()
^bb3(%85: vector<8xi32>, %86: vector<8xi1>, %87: i32, %88: vector<8xi32>):
  %90 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %91 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %89 = "llvm.insertelement"(%90, %87, %91) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %93 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %92 = "llvm.shufflevector"(%89, %93) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %94 = "llvm.add"(%92, %1) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %96 = "llvm.mlir.constant"() <{value = dense<[7, 7, 7, 7, 7, 7, 7, 7]> : vector<8xi32>}> : () -> vector<8xi32>
  %95 = "llvm.and"(%94, %96) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %97 = "llvm.zext"(%95) : (vector<8xi32>) -> vector<8xi64>
  %99 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %100 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %98 = "llvm.insertelement"(%99, %3, %100) : (vector<8x!llvm.ptr>, !llvm.ptr, i64) -> vector<8x!llvm.ptr>
  %102 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %101 = "llvm.shufflevector"(%98, %102) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8x!llvm.ptr>, vector<8x!llvm.ptr>) -> vector<8x!llvm.ptr>
  %104 = "llvm.mlir.constant"() <{value = dense<[0, 16, 32, 48, 64, 80, 96, 112]> : vector<8xi64>}> : () -> vector<8xi64>
  %105 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %106 = "llvm.mul"(%104, %105) : (vector<8xi64>, i64) -> vector<8xi64>
  %107 = "llvm.getelementptr"(%101, %106) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %108 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %103 = "llvm.getelementptr"(%107, %108) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %110 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %111 = "llvm.mlir.constant"() <{value = 16 : i64}> : () -> i64
  %112 = "llvm.mul"(%110, %111) : (i64, i64) -> i64
  %113 = "llvm.getelementptr"(%103, %112) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %114 = "llvm.mlir.constant"() <{value = 2 : i64}> : () -> i64
  %115 = "llvm.mul"(%97, %114) : (vector<8xi64>, i64) -> vector<8xi64>
  %116 = "llvm.getelementptr"(%113, %115) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %117 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %109 = "llvm.getelementptr"(%116, %117) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %119 = "llvm.mlir.poison"() : () -> vector<8xi16>
  %118 = "llvm.intr.masked.gather"(%109, %86, %119) <{alignment = 2 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi16>) -> vector<8xi16>
  %120 = "llvm.sext"(%118) : (vector<8xi16>) -> vector<8xi32>
  %121 = "llvm.add"(%88, %120) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %123 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %124 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %122 = "llvm.insertelement"(%123, %87, %124) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %126 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %125 = "llvm.shufflevector"(%122, %126) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %127 = "llvm.xor"(%125, %0) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %129 = "llvm.mlir.constant"() <{value = dense<[7, 7, 7, 7, 7, 7, 7, 7]> : vector<8xi32>}> : () -> vector<8xi32>
  %128 = "llvm.and"(%127, %129) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %130 = "llvm.zext"(%128) : (vector<8xi32>) -> vector<8xi64>
  %132 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %133 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %131 = "llvm.insertelement"(%132, %3, %133) : (vector<8x!llvm.ptr>, !llvm.ptr, i64) -> vector<8x!llvm.ptr>
  %135 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %134 = "llvm.shufflevector"(%131, %135) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8x!llvm.ptr>, vector<8x!llvm.ptr>) -> vector<8x!llvm.ptr>
  %137 = "llvm.mlir.constant"() <{value = dense<[0, 16, 32, 48, 64, 80, 96, 112]> : vector<8xi64>}> : () -> vector<8xi64>
  %138 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %139 = "llvm.mul"(%137, %138) : (vector<8xi64>, i64) -> vector<8xi64>
  %140 = "llvm.getelementptr"(%134, %139) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %141 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %136 = "llvm.getelementptr"(%140, %141) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %143 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %144 = "llvm.mlir.constant"() <{value = 16 : i64}> : () -> i64
  %145 = "llvm.mul"(%143, %144) : (i64, i64) -> i64
  %146 = "llvm.getelementptr"(%136, %145) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %147 = "llvm.mlir.constant"() <{value = 2 : i64}> : () -> i64
  %148 = "llvm.mul"(%130, %147) : (vector<8xi64>, i64) -> vector<8xi64>
  %149 = "llvm.getelementptr"(%146, %148) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %150 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %142 = "llvm.getelementptr"(%149, %150) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %152 = "llvm.mlir.poison"() : () -> vector<8xi16>
  %151 = "llvm.intr.masked.gather"(%142, %86, %152) <{alignment = 2 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi16>) -> vector<8xi16>
  %153 = "llvm.trunc"(%121) : (vector<8xi32>) -> vector<8xi16>
  %154 = "llvm.xor"(%151, %153) : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
  "llvm.intr.masked.scatter"(%154, %142, %86) <{alignment = 2 : i64}> : (vector<8xi16>, vector<8x!llvm.ptr>, vector<8xi1>) -> ()
  %156 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %155 = "llvm.add"(%87, %156) : (i32, i32) -> i32
  %158 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %159 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %157 = "llvm.insertelement"(%158, %155, %159) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %161 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %160 = "llvm.shufflevector"(%157, %161) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %162 = "llvm.icmp"(%160, %74) <{predicate = 0 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %164 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %163 = "llvm.xor"(%162, %164) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %166 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %165 = "llvm.select"(%86, %163, %166) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %167 = "llvm.intr.vector.reduce.or"(%165) : (vector<8xi1>) -> i1
  %168 = "llvm.select"(%86, %121, %85) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.cond_br"(%167, %168, %165, %155, %121)[^bb3, ^bb4] <{operandSegmentSizes = array<i32: 1, 4, 0>}> : (i1, vector<8xi32>, vector<8xi1>, i32, vector<8xi32>) -> ()
^bb4():
  %170 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %169 = "llvm.select"(%78, %168, %170) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%169)[^bb5] : (vector<8xi32>) -> ()
^bb5(%171: vector<8xi32>):
  "llvm.br"()[^bb6] : () -> ()
^bb6():
  "llvm.return"(%171) : (vector<8xi32>) -> ()
^bb7():
  %172 = "llvm.mlir.poison"() : () -> vector<8xi32>
  "llvm.return"(%172) : (vector<8xi32>) -> ()
}) : () -> ()
}) : () -> ()
