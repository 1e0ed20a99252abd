"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: !llvm.ptr, %1: i32):
  %3 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %2 = "llvm.mul"(%1, %3) <{isotope.promises}> : (i32, i32) -> i32
  %4 = "llvm.sext"(%2) : (i32) -> i64
  %6 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %5 = "llvm.and"(%1, %6) : (i32, i32) -> i32
  %8 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %7 = "llvm.icmp"(%5, %8) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%7)[^bb2, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1():
  %10 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %11 = "llvm.mul"(%4, %10) : (i64, i64) -> i64
  %12 = "llvm.getelementptr"(%0, %11) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %13 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %9 = "llvm.getelementptr"(%12, %13) <{elem_type = i8, isotope.promises}> : (!llvm.ptr, i64) -> !llvm.ptr
  %14 = "llvm.load"(%9) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %15 = "llvm.add"(%14, %1) <{isotope.promises}> : (i32, i32) -> i32
  "llvm.store"(%15, %9) <{isotope.promises, alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  "llvm.br"()[^bb2] : () -> ()
^bb2():
  %17 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %16 = "llvm.and"(%1, %17) : (i32, i32) -> i32
  %19 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %18 = "llvm.icmp"(%16, %19) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%18)[^bb4, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb3():
  %21 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %20 = "llvm.add"(%1, %21) : (i32, i32) -> i32
  %23 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %24 = "llvm.mul"(%4, %23) : (i64, i64) -> i64
  %25 = "llvm.getelementptr"(%0, %24) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %26 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %22 = "llvm.getelementptr"(%25, %26) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %28 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %29 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %30 = "llvm.mul"(%28, %29) : (i64, i64) -> i64
  %31 = "llvm.getelementptr"(%22, %30) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %32 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %27 = "llvm.getelementptr"(%31, %32) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %33 = "llvm.load"(%27) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %34 = "llvm.add"(%20, %33) <{isotope.promises}> : (i32, i32) -> i32
  "llvm.store"(%34, %27) <{isotope.promises, alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  "llvm.br"()[^bb4] : () -> ()
^bb4():
  %36 = "llvm.mlir.constant"() <{value = 4 : i32}> : () -> i32
  %35 = "llvm.and"(%1, %36) : (i32, i32) -> i32
  %38 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %37 = "llvm.icmp"(%35, %38) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%37)[^bb6, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb5():
  %40 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %39 = "llvm.add"(%1, %40) : (i32, i32) -> i32
  %42 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %43 = "llvm.mul"(%4, %42) : (i64, i64) -> i64
  %44 = "llvm.getelementptr"(%0, %43) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %45 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %41 = "llvm.getelementptr"(%44, %45) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %47 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %48 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %49 = "llvm.mul"(%47, %48) : (i64, i64) -> i64
  %50 = "llvm.getelementptr"(%41, %49) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %51 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %46 = "llvm.getelementptr"(%50, %51) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %52 = "llvm.load"(%46) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %53 = "llvm.add"(%39, %52) <{isotope.promises}> : (i32, i32) -> i32
  "llvm.store"(%53, %46) <{isotope.promises, alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  "llvm.br"()[^bb6] : () -> ()
^bb6():
  "llvm.return"() : () -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: !llvm.ptr, %1: i32):
  %3 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %2 = "llvm.mul"(%1, %3) : (i32, i32) -> i32
  %4 = "llvm.sext"(%2) : (i32) -> i64
  %6 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %5 = "llvm.and"(%1, %6) : (i32, i32) -> i32
  %8 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %7 = "llvm.icmp"(%5, %8) <{predicate = 1 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%7)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1():
  %10 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %11 = "llvm.mul"(%4, %10) : (i64, i64) -> i64
  %12 = "llvm.getelementptr"(%0, %11) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %13 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %9 = "llvm.getelementptr"(%12, %13) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %14 = "llvm.load"(%9) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %15 = "llvm.add"(%14, %1) : (i32, i32) -> i32
  "llvm.store"(%15, %9) <{alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  "llvm.br"()[^bb2] : () -> ()
^bb2():
  %17 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %16 = "llvm.and"(%1, %17) : (i32, i32) -> i32
  %19 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %18 = "llvm.icmp"(%16, %19) <{predicate = 1 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%18)[^bb3, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb3():
  %21 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %20 = "llvm.add"(%1, %21) : (i32, i32) -> i32
  %23 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %24 = "llvm.mul"(%4, %23) : (i64, i64) -> i64
  %25 = "llvm.getelementptr"(%0, %24) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %26 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %22 = "llvm.getelementptr"(%25, %26) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %28 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %29 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %30 = "llvm.mul"(%28, %29) : (i64, i64) -> i64
  %31 = "llvm.getelementptr"(%22, %30) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %32 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %27 = "llvm.getelementptr"(%31, %32) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %33 = "llvm.load"(%27) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %34 = "llvm.add"(%20, %33) : (i32, i32) -> i32
  "llvm.store"(%34, %27) <{alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  "llvm.br"()[^bb4] : () -> ()
^bb4():
  %36 = "llvm.mlir.constant"() <{value = 4 : i32}> : () -> i32
  %35 = "llvm.and"(%1, %36) : (i32, i32) -> i32
  %38 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %37 = "llvm.icmp"(%35, %38) <{predicate = 1 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%37)[^bb5, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb5():
  %40 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %39 = "llvm.add"(%1, %40) : (i32, i32) -> i32
  %42 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %43 = "llvm.mul"(%4, %42) : (i64, i64) -> i64
  %44 = "llvm.getelementptr"(%0, %43) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %45 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %41 = "llvm.getelementptr"(%44, %45) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %47 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %48 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %49 = "llvm.mul"(%47, %48) : (i64, i64) -> i64
  %50 = "llvm.getelementptr"(%41, %49) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %51 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %46 = "llvm.getelementptr"(%50, %51) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %52 = "llvm.load"(%46) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %53 = "llvm.add"(%39, %52) : (i32, i32) -> i32
  "llvm.store"(%53, %46) <{alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  "llvm.br"()[^bb6] : () -> ()
^bb6():
  "llvm.return"() : () -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: !llvm.ptr, %1: vector<8xi32>, %2: vector<8xi1>):
  %3 = "llvm.intr.vector.reduce.or"(%2) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%3)[^bb1, ^bb8] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1():
  %5 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %4 = "llvm.mul"(%1, %5) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %6 = "llvm.sext"(%4) : (vector<8xi32>) -> vector<8xi64>
  %8 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %7 = "llvm.and"(%1, %8) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %10 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %9 = "llvm.icmp"(%7, %10) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %12 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %11 = "llvm.select"(%2, %9, %12) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %13 = "llvm.intr.vector.reduce.or"(%11) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%13)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb2():
  %15 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %16 = "llvm.mul"(%6, %15) : (vector<8xi64>, i64) -> vector<8xi64>
  %17 = "llvm.getelementptr"(%0, %16) <{elem_type = i8}> : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>
  %18 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %14 = "llvm.getelementptr"(%17, %18) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %20 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %19 = "llvm.intr.masked.gather"(%14, %11, %20) <{alignment = 4 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  %21 = "llvm.add"(%19, %1) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.intr.masked.scatter"(%21, %14, %11) <{alignment = 4 : i64}> : (vector<8xi32>, vector<8x!llvm.ptr>, vector<8xi1>) -> ()
  "llvm.br"()[^bb3] : () -> ()
^bb3():
  %23 = "llvm.mlir.constant"() <{value = dense<[2, 2, 2, 2, 2, 2, 2, 2]> : vector<8xi32>}> : () -> vector<8xi32>
  %22 = "llvm.and"(%1, %23) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %25 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %24 = "llvm.icmp"(%22, %25) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %27 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %26 = "llvm.select"(%2, %24, %27) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %28 = "llvm.intr.vector.reduce.or"(%26) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%28)[^bb4, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb4():
  %30 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %29 = "llvm.add"(%1, %30) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %32 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %33 = "llvm.mul"(%6, %32) : (vector<8xi64>, i64) -> vector<8xi64>
  %34 = "llvm.getelementptr"(%0, %33) <{elem_type = i8}> : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>
  %35 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %31 = "llvm.getelementptr"(%34, %35) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %37 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %38 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %39 = "llvm.mul"(%37, %38) : (i64, i64) -> i64
  %40 = "llvm.getelementptr"(%31, %39) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %41 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %36 = "llvm.getelementptr"(%40, %41) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %43 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %42 = "llvm.intr.masked.gather"(%36, %26, %43) <{alignment = 4 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  %44 = "llvm.add"(%29, %42) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.intr.masked.scatter"(%44, %36, %26) <{alignment = 4 : i64}> : (vector<8xi32>, vector<8x!llvm.ptr>, vector<8xi1>) -> ()
  "llvm.br"()[^bb5] : () -> ()
^bb5():
  %46 = "llvm.mlir.constant"() <{value = dense<[4, 4, 4, 4, 4, 4, 4, 4]> : vector<8xi32>}> : () -> vector<8xi32>
  %45 = "llvm.and"(%1, %46) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %48 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %47 = "llvm.icmp"(%45, %48) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %50 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %49 = "llvm.select"(%2, %47, %50) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %51 = "llvm.intr.vector.reduce.or"(%49) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%51)[^bb6, ^bb7] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb6():
  %53 = "llvm.mlir.constant"() <{value = dense<[2, 2, 2, 2, 2, 2, 2, 2]> : vector<8xi32>}> : () -> vector<8xi32>
  %52 = "llvm.add"(%1, %53) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %55 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %56 = "llvm.mul"(%6, %55) : (vector<8xi64>, i64) -> vector<8xi64>
  %57 = "llvm.getelementptr"(%0, %56) <{elem_type = i8}> : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>
  %58 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %54 = "llvm.getelementptr"(%57, %58) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %60 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %61 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %62 = "llvm.mul"(%60, %61) : (i64, i64) -> i64
  %63 = "llvm.getelementptr"(%54, %62) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %64 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %59 = "llvm.getelementptr"(%63, %64) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %66 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %65 = "llvm.intr.masked.gather"(%59, %49, %66) <{alignment = 4 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  %67 = "llvm.add"(%52, %65) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.intr.masked.scatter"(%67, %59, %49) <{alignment = 4 : i64}> : (vector<8xi32>, vector<8x!llvm.ptr>, vector<8xi1>) -> ()
  "llvm.br"()[^bb7] : () -> ()
^bb7():
  "llvm.return"() : () -> ()
^bb8():
  "llvm.return"() : () -> ()
}) : () -> ()
}) : () -> ()
