"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: i32, %1: i32):
  %2 = "llvm.alloca"() <{isotope.bytes = 8 : i64, alignment = 4 : i64, isotope.element = 0 : i64}> : () -> !llvm.ptr
  %3 = "llvm.alloca"() <{isotope.bytes = 8 : i64, alignment = 4 : i64, isotope.element = 0 : i64}> : () -> !llvm.ptr
  "llvm.store"(%0, %2) <{isotope.promises, alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %5 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %6 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %7 = "llvm.mul"(%5, %6) : (i64, i64) -> i64
  %8 = "llvm.getelementptr"(%2, %7) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %9 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %4 = "llvm.getelementptr"(%8, %9) <{elem_type = i8, isotope.promises}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.store"(%1, %4) <{isotope.promises, alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  "llvm.store"(%1, %3) <{isotope.promises, alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %11 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %12 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %13 = "llvm.mul"(%11, %12) : (i64, i64) -> i64
  %14 = "llvm.getelementptr"(%3, %13) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %15 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %10 = "llvm.getelementptr"(%14, %15) <{elem_type = i8, isotope.promises}> : (!llvm.ptr, i64) -> !llvm.ptr
  %16 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  "llvm.store"(%16, %10) <{isotope.promises, alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %18 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %17 = "llvm.and"(%1, %18) : (i32, i32) -> i32
  %19 = "llvm.zext"(%17) <{isotope.promises}> : (i32) -> i64
  %21 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %22 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %23 = "llvm.mul"(%21, %22) : (i64, i64) -> i64
  %24 = "llvm.getelementptr"(%2, %23) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %25 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %26 = "llvm.mul"(%19, %25) : (i64, i64) -> i64
  %27 = "llvm.getelementptr"(%24, %26) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %28 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %20 = "llvm.getelementptr"(%27, %28) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %29 = "llvm.load"(%20) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %31 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %30 = "llvm.and"(%0, %31) : (i32, i32) -> i32
  %32 = "llvm.zext"(%30) <{isotope.promises}> : (i32) -> i64
  %34 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %35 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %36 = "llvm.mul"(%34, %35) : (i64, i64) -> i64
  %37 = "llvm.getelementptr"(%3, %36) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %38 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %39 = "llvm.mul"(%32, %38) : (i64, i64) -> i64
  %40 = "llvm.getelementptr"(%37, %39) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %41 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %33 = "llvm.getelementptr"(%40, %41) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %42 = "llvm.load"(%33) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %43 = "llvm.add"(%42, %29) : (i32, i32) -> i32
  "llvm.store"(%43, %33) <{isotope.promises, alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %45 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %46 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %47 = "llvm.mul"(%45, %46) : (i64, i64) -> i64
  %48 = "llvm.getelementptr"(%3, %47) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %49 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %50 = "llvm.mul"(%19, %49) : (i64, i64) -> i64
  %51 = "llvm.getelementptr"(%48, %50) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %52 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %44 = "llvm.getelementptr"(%51, %52) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %53 = "llvm.load"(%44) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %55 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %56 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %57 = "llvm.mul"(%55, %56) : (i64, i64) -> i64
  %58 = "llvm.getelementptr"(%2, %57) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %59 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %60 = "llvm.mul"(%32, %59) : (i64, i64) -> i64
  %61 = "llvm.getelementptr"(%58, %60) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %62 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %54 = "llvm.getelementptr"(%61, %62) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %63 = "llvm.load"(%54) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %64 = "llvm.xor"(%63, %53) : (i32, i32) -> i32
  "llvm.return"(%64) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: i32, %1: i32):
  %2 = "llvm.alloca"() <{isotope.bytes = 8 : i64, alignment = 4 : i64, isotope.element = 0 : i64}> : () -> !llvm.ptr
  %3 = "llvm.alloca"() <{isotope.bytes = 8 : i64, alignment = 4 : i64, isotope.element = 0 : i64}> : () -> !llvm.ptr
  "llvm.store"(%0, %2) <{alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %5 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %6 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %7 = "llvm.mul"(%5, %6) : (i64, i64) -> i64
  %8 = "llvm.getelementptr"(%2, %7) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %9 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %4 = "llvm.getelementptr"(%8, %9) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.store"(%1, %4) <{alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  "llvm.store"(%1, %3) <{alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %11 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %12 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %13 = "llvm.mul"(%11, %12) : (i64, i64) -> i64
  %14 = "llvm.getelementptr"(%3, %13) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %15 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %10 = "llvm.getelementptr"(%14, %15) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %16 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  "llvm.store"(%16, %10) <{alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %18 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %17 = "llvm.and"(%1, %18) : (i32, i32) -> i32
  %19 = "llvm.zext"(%17) : (i32) -> i64
  %21 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %22 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %23 = "llvm.mul"(%21, %22) : (i64, i64) -> i64
  %24 = "llvm.getelementptr"(%2, %23) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %25 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %26 = "llvm.mul"(%19, %25) : (i64, i64) -> i64
  %27 = "llvm.getelementptr"(%24, %26) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %28 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %20 = "llvm.getelementptr"(%27, %28) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %29 = "llvm.load"(%20) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %31 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %30 = "llvm.and"(%0, %31) : (i32, i32) -> i32
  %32 = "llvm.zext"(%30) : (i32) -> i64
  %34 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %35 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %36 = "llvm.mul"(%34, %35) : (i64, i64) -> i64
  %37 = "llvm.getelementptr"(%3, %36) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %38 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %39 = "llvm.mul"(%32, %38) : (i64, i64) -> i64
  %40 = "llvm.getelementptr"(%37, %39) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %41 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %33 = "llvm.getelementptr"(%40, %41) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %42 = "llvm.load"(%33) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %43 = "llvm.add"(%42, %29) : (i32, i32) -> i32
  "llvm.store"(%43, %33) <{alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %45 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %46 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %47 = "llvm.mul"(%45, %46) : (i64, i64) -> i64
  %48 = "llvm.getelementptr"(%3, %47) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %49 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %50 = "llvm.mul"(%19, %49) : (i64, i64) -> i64
  %51 = "llvm.getelementptr"(%48, %50) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %52 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %44 = "llvm.getelementptr"(%51, %52) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %53 = "llvm.load"(%44) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %55 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %56 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %57 = "llvm.mul"(%55, %56) : (i64, i64) -> i64
  %58 = "llvm.getelementptr"(%2, %57) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %59 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %60 = "llvm.mul"(%32, %59) : (i64, i64) -> i64
  %61 = "llvm.getelementptr"(%58, %60) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %62 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %54 = "llvm.getelementptr"(%61, %62) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %63 = "llvm.load"(%54) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %64 = "llvm.xor"(%63, %53) : (i32, i32) -> i32
  "llvm.return"(%64) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: vector<8xi32>, %1: vector<8xi32>, %2: vector<8xi1>):
  %3 = "llvm.alloca"() <{isotope.bytes = 64 : i64, alignment = 32 : i64, isotope.element = 4 : i64}> : () -> !llvm.ptr
  %4 = "llvm.alloca"() <{isotope.bytes = 64 : i64, alignment = 32 : i64, isotope.element = 4 : i64}> : () -> !llvm.ptr
  %5 = "llvm.intr.vector.reduce.or"(%2) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%5)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1():
  "llvm.intr.masked.store"(%0, %3, %2) <{alignment = 4 : i64}> : (vector<8xi32>, !llvm.ptr, vector<8xi1>) -> ()
  %7 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %8 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %9 = "llvm.mul"(%7, %8) : (i64, i64) -> i64
  %10 = "llvm.getelementptr"(%3, %9) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %11 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %6 = "llvm.getelementptr"(%10, %11) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.intr.masked.store"(%1, %6, %2) <{alignment = 4 : i64}> : (vector<8xi32>, !llvm.ptr, vector<8xi1>) -> ()
  "llvm.intr.masked.store"(%1, %4, %2) <{alignment = 4 : i64}> : (vector<8xi32>, !llvm.ptr, vector<8xi1>) -> ()
  %13 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %14 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %15 = "llvm.mul"(%13, %14) : (i64, i64) -> i64
  %16 = "llvm.getelementptr"(%4, %15) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %17 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %12 = "llvm.getelementptr"(%16, %17) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %18 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  "llvm.intr.masked.store"(%18, %12, %2) <{alignment = 4 : i64}> : (vector<8xi32>, !llvm.ptr, vector<8xi1>) -> ()
  %20 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %19 = "llvm.and"(%1, %20) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %21 = "llvm.zext"(%19) : (vector<8xi32>) -> vector<8xi64>
  %23 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %24 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %22 = "llvm.insertelement"(%23, %3, %24) : (vector<8x!llvm.ptr>, !llvm.ptr, i64) -> vector<8x!llvm.ptr>
  %26 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %25 = "llvm.shufflevector"(%22, %26) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8x!llvm.ptr>, vector<8x!llvm.ptr>) -> vector<8x!llvm.ptr>
  %28 = "llvm.mlir.constant"() <{value = dense<[0, 4, 8, 12, 16, 20, 24, 28]> : vector<8xi64>}> : () -> vector<8xi64>
  %29 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %30 = "llvm.mul"(%28, %29) : (vector<8xi64>, i64) -> vector<8xi64>
  %31 = "llvm.getelementptr"(%25, %30) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %32 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %27 = "llvm.getelementptr"(%31, %32) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %34 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %35 = "llvm.mlir.constant"() <{value = 64 : i64}> : () -> i64
  %36 = "llvm.mul"(%34, %35) : (i64, i64) -> i64
  %37 = "llvm.getelementptr"(%27, %36) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %38 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %33 = "llvm.getelementptr"(%37, %38) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %40 = "llvm.mlir.constant"() <{value = 32 : i64}> : () -> i64
  %41 = "llvm.mul"(%21, %40) : (vector<8xi64>, i64) -> vector<8xi64>
  %42 = "llvm.getelementptr"(%33, %41) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %43 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %39 = "llvm.getelementptr"(%42, %43) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %45 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %44 = "llvm.intr.masked.gather"(%39, %2, %45) <{alignment = 4 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  %47 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %46 = "llvm.and"(%0, %47) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %48 = "llvm.zext"(%46) : (vector<8xi32>) -> vector<8xi64>
  %50 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %51 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %49 = "llvm.insertelement"(%50, %4, %51) : (vector<8x!llvm.ptr>, !llvm.ptr, i64) -> vector<8x!llvm.ptr>
  %53 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %52 = "llvm.shufflevector"(%49, %53) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8x!llvm.ptr>, vector<8x!llvm.ptr>) -> vector<8x!llvm.ptr>
  %55 = "llvm.mlir.constant"() <{value = dense<[0, 4, 8, 12, 16, 20, 24, 28]> : vector<8xi64>}> : () -> vector<8xi64>
  %56 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %57 = "llvm.mul"(%55, %56) : (vector<8xi64>, i64) -> vector<8xi64>
  %58 = "llvm.getelementptr"(%52, %57) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %59 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %54 = "llvm.getelementptr"(%58, %59) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %61 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %62 = "llvm.mlir.constant"() <{value = 64 : i64}> : () -> i64
  %63 = "llvm.mul"(%61, %62) : (i64, i64) -> i64
  %64 = "llvm.getelementptr"(%54, %63) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %65 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %60 = "llvm.getelementptr"(%64, %65) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %67 = "llvm.mlir.constant"() <{value = 32 : i64}> : () -> i64
  %68 = "llvm.mul"(%48, %67) : (vector<8xi64>, i64) -> vector<8xi64>
  %69 = "llvm.getelementptr"(%60, %68) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %70 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %66 = "llvm.getelementptr"(%69, %70) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %72 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %71 = "llvm.intr.masked.gather"(%66, %2, %72) <{alignment = 4 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  %73 = "llvm.add"(%71, %44) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.intr.masked.scatter"(%73, %66, %2) <{alignment = 4 : i64}> : (vector<8xi32>, vector<8x!llvm.ptr>, vector<8xi1>) -> ()
  %75 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %76 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %74 = "llvm.insertelement"(%75, %4, %76) : (vector<8x!llvm.ptr>, !llvm.ptr, i64) -> vector<8x!llvm.ptr>
  %78 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %77 = "llvm.shufflevector"(%74, %78) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8x!llvm.ptr>, vector<8x!llvm.ptr>) -> vector<8x!llvm.ptr>
  %80 = "llvm.mlir.constant"() <{value = dense<[0, 4, 8, 12, 16, 20, 24, 28]> : vector<8xi64>}> : () -> vector<8xi64>
  %81 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %82 = "llvm.mul"(%80, %81) : (vector<8xi64>, i64) -> vector<8xi64>
  %83 = "llvm.getelementptr"(%77, %82) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %84 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %79 = "llvm.getelementptr"(%83, %84) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %86 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %87 = "llvm.mlir.constant"() <{value = 64 : i64}> : () -> i64
  %88 = "llvm.mul"(%86, %87) : (i64, i64) -> i64
  %89 = "llvm.getelementptr"(%79, %88) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %90 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %85 = "llvm.getelementptr"(%89, %90) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %92 = "llvm.mlir.constant"() <{value = 32 : i64}> : () -> i64
  %93 = "llvm.mul"(%21, %92) : (vector<8xi64>, i64) -> vector<8xi64>
  %94 = "llvm.getelementptr"(%85, %93) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %95 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %91 = "llvm.getelementptr"(%94, %95) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %97 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %96 = "llvm.intr.masked.gather"(%91, %2, %97) <{alignment = 4 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  %99 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %100 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %98 = "llvm.insertelement"(%99, %3, %100) : (vector<8x!llvm.ptr>, !llvm.ptr, i64) -> vector<8x!llvm.ptr>
  %102 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %101 = "llvm.shufflevector"(%98, %102) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8x!llvm.ptr>, vector<8x!llvm.ptr>) -> vector<8x!llvm.ptr>
  %104 = "llvm.mlir.constant"() <{value = dense<[0, 4, 8, 12, 16, 20, 24, 28]> : vector<8xi64>}> : () -> vector<8xi64>
  %105 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %106 = "llvm.mul"(%104, %105) : (vector<8xi64>, i64) -> vector<8xi64>
  %107 = "llvm.getelementptr"(%101, %106) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %108 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %103 = "llvm.getelementptr"(%107, %108) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %110 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %111 = "llvm.mlir.constant"() <{value = 64 : i64}> : () -> i64
  %112 = "llvm.mul"(%110, %111) : (i64, i64) -> i64
  %113 = "llvm.getelementptr"(%103, %112) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %114 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %109 = "llvm.getelementptr"(%113, %114) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %116 = "llvm.mlir.constant"() <{value = 32 : i64}> : () -> i64
  %117 = "llvm.mul"(%48, %116) : (vector<8xi64>, i64) -> vector<8xi64>
  %118 = "llvm.getelementptr"(%109, %117) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %119 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %115 = "llvm.getelementptr"(%118, %119) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %121 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %120 = "llvm.intr.masked.gather"(%115, %2, %121) <{alignment = 4 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  %122 = "llvm.xor"(%120, %96) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.return"(%122) : (vector<8xi32>) -> ()
^bb2():
  %123 = "llvm.mlir.poison"() : () -> vector<8xi32>
  "llvm.return"(%123) : (vector<8xi32>) -> ()
}) : () -> ()
}) : () -> ()
