"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: !llvm.ptr, %1: i32, %2: i32, %3: i32):
  %5 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
  %4 = "llvm.and"(%1, %5) : (i32, i32) -> i32
  %6 = "llvm.add"(%4, %3) : (i32, i32) -> i32
  %7 = "llvm.sext"(%6) : (i32) -> i64
  %9 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %10 = "llvm.mul"(%7, %9) : (i64, i64) -> i64
  %11 = "llvm.getelementptr"(%0, %10) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %12 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %8 = "llvm.getelementptr"(%11, %12) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %13 = "llvm.load"(%8) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %15 = "llvm.mlir.constant"() <{value = 5 : i32}> : () -> i32
  %14 = "llvm.or"(%13, %15) : (i32, i32) -> i32
  %16 = "llvm.mul"(%2, %2) : (i32, i32) -> i32
  %18 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %17 = "llvm.icmp"(%16, %18) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %19 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  "llvm.cond_br"(%17, %14, %2, %19)[^bb1, ^bb12] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, i32, i32, i32) -> ()
^bb1():
  %20 = "llvm.add"(%14, %2) : (i32, i32) -> i32
  %22 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %21 = "llvm.and"(%20, %22) : (i32, i32) -> i32
  "llvm.br"()[^bb2] : () -> ()
^bb2():
  %24 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %23 = "llvm.icmp"(%21, %24) <{predicate = 2 : i64}> : (i32, i32) -> i1
  %25 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  "llvm.cond_br"(%23, %25)[^bb3, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb3():
  %27 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %26 = "llvm.icmp"(%21, %27) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%26, %14)[^bb5, ^bb4] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
^bb4():
  %29 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %28 = "llvm.or"(%2, %29) : (i32, i32) -> i32
  %30 = "llvm.add"(%14, %28) : (i32, i32) -> i32
  "llvm.br"(%30)[^bb5] : (i32) -> ()
^bb5(%31: i32):
  %33 = "llvm.mlir.constant"() <{value = -2 : i32}> : () -> i32
  %32 = "llvm.add"(%31, %33) : (i32, i32) -> i32
  "llvm.br"(%32)[^bb6] : (i32) -> ()
^bb6(%34: i32):
  %35 = "llvm.mul"(%34, %2) : (i32, i32) -> i32
  %37 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  %36 = "llvm.and"(%2, %37) : (i32, i32) -> i32
  %38 = "llvm.ashr"(%2, %36) : (i32, i32) -> i32
  %39 = "llvm.icmp"(%35, %38) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%39)[^bb7, ^bb8] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb7():
  %41 = "llvm.mlir.constant"() <{value = -1 : i32}> : () -> i32
  %40 = "llvm.xor"(%2, %41) : (i32, i32) -> i32
  %42 = "llvm.and"(%34, %40) : (i32, i32) -> i32
  "llvm.br"(%2, %2, %42)[^bb9] : (i32, i32, i32) -> ()
^bb8():
  %44 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
  %43 = "llvm.and"(%2, %44) : (i32, i32) -> i32
  %45 = "llvm.add"(%43, %3) : (i32, i32) -> i32
  %46 = "llvm.sext"(%45) : (i32) -> i64
  %48 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %49 = "llvm.mul"(%46, %48) : (i64, i64) -> i64
  %50 = "llvm.getelementptr"(%0, %49) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %51 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %47 = "llvm.getelementptr"(%50, %51) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %52 = "llvm.load"(%47) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %53 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
  "llvm.br"(%53, %52, %34)[^bb9] : (i32, i32, i32) -> ()
^bb9(%54: i32, %55: i32, %56: i32):
  %58 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
  %57 = "llvm.and"(%55, %58) : (i32, i32) -> i32
  %59 = "llvm.add"(%57, %3) : (i32, i32) -> i32
  %60 = "llvm.sext"(%59) : (i32) -> i64
  %62 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %63 = "llvm.mul"(%60, %62) : (i64, i64) -> i64
  %64 = "llvm.getelementptr"(%0, %63) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %65 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %61 = "llvm.getelementptr"(%64, %65) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %66 = "llvm.load"(%61) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %67 = "llvm.icmp"(%66, %56) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%67)[^bb11, ^bb10] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb10():
  %69 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %68 = "llvm.icmp"(%56, %69) <{predicate = 2 : i64}> : (i32, i32) -> i1
  %71 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %70 = "llvm.add"(%56, %71) : (i32, i32) -> i32
  %73 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %72 = "llvm.select"(%68, %73, %70) : (i1, i32, i32) -> i32
  %74 = "llvm.add"(%72, %54) : (i32, i32) -> i32
  "llvm.br"(%54, %74, %56)[^bb12] : (i32, i32, i32) -> ()
^bb11():
  %75 = "llvm.sub"(%56, %55) : (i32, i32) -> i32
  %77 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  %76 = "llvm.and"(%55, %77) : (i32, i32) -> i32
  %79 = "llvm.mlir.constant"() <{value = 6 : i32}> : () -> i32
  %78 = "llvm.lshr"(%79, %76) : (i32, i32) -> i32
  %80 = "llvm.or"(%78, %75) : (i32, i32) -> i32
  "llvm.br"(%80, %55, %56)[^bb12] : (i32, i32, i32) -> ()
^bb12(%81: i32, %82: i32, %83: i32):
  %85 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %84 = "llvm.mul"(%82, %85) : (i32, i32) -> i32
  %86 = "llvm.xor"(%84, %81) : (i32, i32) -> i32
  %87 = "llvm.xor"(%86, %83) : (i32, i32) -> i32
  "llvm.return"(%87) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: !llvm.ptr, %1: i32, %2: i32, %3: i32):
  %5 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
  %4 = "llvm.and"(%1, %5) : (i32, i32) -> i32
  %6 = "llvm.add"(%4, %3) : (i32, i32) -> i32
  %7 = "llvm.sext"(%6) : (i32) -> i64
  %9 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %10 = "llvm.mul"(%7, %9) : (i64, i64) -> i64
  %11 = "llvm.getelementptr"(%0, %10) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %12 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %8 = "llvm.getelementptr"(%11, %12) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %13 = "llvm.load"(%8) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %15 = "llvm.mlir.constant"() <{value = 5 : i32}> : () -> i32
  %14 = "llvm.or"(%13, %15) : (i32, i32) -> i32
  %16 = "llvm.mul"(%2, %2) : (i32, i32) -> i32
  %18 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %17 = "llvm.icmp"(%16, %18) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %19 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  "llvm.cond_br"(%17, %19, %2, %14)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, i32, i32, i32) -> ()
^bb1():
  %20 = "llvm.add"(%14, %2) : (i32, i32) -> i32
  %22 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %21 = "llvm.and"(%20, %22) : (i32, i32) -> i32
  "llvm.br"()[^bb3] : () -> ()
^bb2(%23: i32, %24: i32, %25: i32):
  "llvm.br"()[^bb17] : () -> ()
^bb3():
  %27 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %26 = "llvm.icmp"(%21, %27) <{predicate = 2 : i64}> : (i32, i32) -> i1
  %28 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  "llvm.cond_br"(%26, %28)[^bb4, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb4():
  %30 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %29 = "llvm.icmp"(%21, %30) <{predicate = 1 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%29, %14)[^bb5, ^bb7] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb5():
  %32 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %31 = "llvm.or"(%2, %32) : (i32, i32) -> i32
  %33 = "llvm.add"(%14, %31) : (i32, i32) -> i32
  "llvm.br"(%33)[^bb7] : (i32) -> ()
^bb6(%34: i32):
  "llvm.br"()[^bb8] : () -> ()
^bb7(%35: i32):
  %37 = "llvm.mlir.constant"() <{value = -2 : i32}> : () -> i32
  %36 = "llvm.add"(%35, %37) : (i32, i32) -> i32
  "llvm.br"(%36)[^bb6] : (i32) -> ()
^bb8():
  %38 = "llvm.mul"(%34, %2) : (i32, i32) -> i32
  %40 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  %39 = "llvm.and"(%2, %40) : (i32, i32) -> i32
  %41 = "llvm.ashr"(%2, %39) : (i32, i32) -> i32
  %42 = "llvm.icmp"(%38, %41) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %43 = "llvm.mlir.poison"() : () -> i32
  %44 = "llvm.mlir.poison"() : () -> i32
  %45 = "llvm.mlir.poison"() : () -> i32
  %46 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%42, %43, %44, %45, %46)[^bb11, ^bb9] <{operandSegmentSizes = array<i32: 1, 0, 4>}> : (i1, i32, i32, i32, i1) -> ()
^bb9(%47: i32, %48: i32, %49: i32, %50: i1):
  "llvm.cond_br"(%50, %49, %48, %47)[^bb10, ^bb12] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, i32, i32, i32) -> ()
^bb10():
  %52 = "llvm.mlir.constant"() <{value = -1 : i32}> : () -> i32
  %51 = "llvm.xor"(%2, %52) : (i32, i32) -> i32
  %53 = "llvm.and"(%34, %51) : (i32, i32) -> i32
  "llvm.br"(%2, %2, %53)[^bb12] : (i32, i32, i32) -> ()
^bb11():
  %55 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
  %54 = "llvm.and"(%2, %55) : (i32, i32) -> i32
  %56 = "llvm.add"(%54, %3) : (i32, i32) -> i32
  %57 = "llvm.sext"(%56) : (i32) -> i64
  %59 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %60 = "llvm.mul"(%57, %59) : (i64, i64) -> i64
  %61 = "llvm.getelementptr"(%0, %60) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %62 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %58 = "llvm.getelementptr"(%61, %62) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %63 = "llvm.load"(%58) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %64 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
  %65 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.br"(%34, %63, %64, %65)[^bb9] : (i32, i32, i32, i1) -> ()
^bb12(%66: i32, %67: i32, %68: i32):
  %70 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
  %69 = "llvm.and"(%67, %70) : (i32, i32) -> i32
  %71 = "llvm.add"(%69, %3) : (i32, i32) -> i32
  %72 = "llvm.sext"(%71) : (i32) -> i64
  %74 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %75 = "llvm.mul"(%72, %74) : (i64, i64) -> i64
  %76 = "llvm.getelementptr"(%0, %75) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %77 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %73 = "llvm.getelementptr"(%76, %77) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %78 = "llvm.load"(%73) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %79 = "llvm.icmp"(%78, %68) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %80 = "llvm.mlir.poison"() : () -> i32
  %81 = "llvm.mlir.poison"() : () -> i32
  %82 = "llvm.mlir.poison"() : () -> i32
  %83 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%79, %80, %81, %82, %83)[^bb13, ^bb14] <{operandSegmentSizes = array<i32: 1, 0, 4>}> : (i1, i32, i32, i32, i1) -> ()
^bb13():
  %85 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %84 = "llvm.icmp"(%68, %85) <{predicate = 2 : i64}> : (i32, i32) -> i1
  %87 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %86 = "llvm.add"(%68, %87) : (i32, i32) -> i32
  %89 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %88 = "llvm.select"(%84, %89, %86) : (i1, i32, i32) -> i32
  %90 = "llvm.add"(%88, %66) : (i32, i32) -> i32
  %91 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.br"(%68, %90, %66, %91)[^bb14] : (i32, i32, i32, i1) -> ()
^bb14(%92: i32, %93: i32, %94: i32, %95: i1):
  "llvm.cond_br"(%95, %92, %93, %94)[^bb15, ^bb16] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, i32, i32, i32) -> ()
^bb15():
  %96 = "llvm.sub"(%68, %67) : (i32, i32) -> i32
  %98 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  %97 = "llvm.and"(%67, %98) : (i32, i32) -> i32
  %100 = "llvm.mlir.constant"() <{value = 6 : i32}> : () -> i32
  %99 = "llvm.lshr"(%100, %97) : (i32, i32) -> i32
  %101 = "llvm.or"(%99, %96) : (i32, i32) -> i32
  "llvm.br"(%68, %67, %101)[^bb16] : (i32, i32, i32) -> ()
^bb16(%102: i32, %103: i32, %104: i32):
  "llvm.br"(%102, %103, %104)[^bb2] : (i32, i32, i32) -> ()
^bb17():
  %106 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %105 = "llvm.mul"(%24, %106) : (i32, i32) -> i32
  %107 = "llvm.xor"(%105, %25) : (i32, i32) -> i32
  %108 = "llvm.xor"(%107, %23) : (i32, i32) -> i32
  "llvm.return"(%108) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: !llvm.ptr, %1: vector<8xi32>, %2: vector<8xi32>, %3: vector<8xi32>):
  "llvm.br"()[^bb1] : () -> ()
^bb1():
  %5 = "llvm.mlir.constant"() <{value = dense<[15, 15, 15, 15, 15, 15, 15, 15]> : vector<8xi32>}> : () -> vector<8xi32>
  %4 = "llvm.and"(%1, %5) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %6 = "llvm.add"(%4, %3) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %7 = "llvm.sext"(%6) : (vector<8xi32>) -> vector<8xi64>
  %9 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %10 = "llvm.mul"(%7, %9) : (vector<8xi64>, i64) -> vector<8xi64>
  %11 = "llvm.getelementptr"(%0, %10) <{elem_type = i8}> : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>
  %12 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %8 = "llvm.getelementptr"(%11, %12) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %14 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %15 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %13 = "llvm.intr.masked.gather"(%8, %14, %15) <{alignment = 4 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  %17 = "llvm.mlir.constant"() <{value = dense<[5, 5, 5, 5, 5, 5, 5, 5]> : vector<8xi32>}> : () -> vector<8xi32>
  %16 = "llvm.or"(%13, %17) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %18 = "llvm.mul"(%2, %2) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %20 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %19 = "llvm.icmp"(%18, %20) <{predicate = 4 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %21 = "llvm.intr.vector.reduce.or"(%19) : (vector<8xi1>) -> i1
  %22 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  "llvm.cond_br"(%21, %22, %2, %16)[^bb2, ^bb17] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, vector<8xi32>, vector<8xi32>, vector<8xi32>) -> ()
^bb2():
  %23 = "llvm.add"(%16, %2) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %25 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %24 = "llvm.and"(%23, %25) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"()[^bb3] : () -> ()
^bb3():
  %27 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %26 = "llvm.icmp"(%24, %27) <{predicate = 2 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %29 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %28 = "llvm.select"(%19, %26, %29) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"()[^bb4] : () -> ()
^bb4():
  %31 = "llvm.mlir.constant"() <{value = dense<[2, 2, 2, 2, 2, 2, 2, 2]> : vector<8xi32>}> : () -> vector<8xi32>
  %30 = "llvm.icmp"(%24, %31) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %33 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %32 = "llvm.select"(%28, %30, %33) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"()[^bb5] : () -> ()
^bb5():
  %35 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %34 = "llvm.or"(%2, %35) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %36 = "llvm.add"(%16, %34) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %37 = "llvm.select"(%32, %36, %16) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"()[^bb6] : () -> ()
^bb6():
  %39 = "llvm.mlir.constant"() <{value = dense<[-2, -2, -2, -2, -2, -2, -2, -2]> : vector<8xi32>}> : () -> vector<8xi32>
  %38 = "llvm.add"(%37, %39) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %41 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %40 = "llvm.select"(%28, %38, %41) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"()[^bb7] : () -> ()
^bb7():
  "llvm.br"()[^bb8] : () -> ()
^bb8():
  %42 = "llvm.mul"(%40, %2) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %44 = "llvm.mlir.constant"() <{value = dense<[7, 7, 7, 7, 7, 7, 7, 7]> : vector<8xi32>}> : () -> vector<8xi32>
  %43 = "llvm.and"(%2, %44) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %45 = "llvm.ashr"(%2, %43) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %46 = "llvm.icmp"(%42, %45) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %48 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %47 = "llvm.select"(%19, %46, %48) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %49 = "llvm.intr.vector.reduce.or"(%47) : (vector<8xi1>) -> i1
  %50 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %51 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %52 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%49, %50, %51, %52)[^bb9, ^bb10] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, vector<8xi32>, vector<8xi32>, vector<8xi1>) -> ()
^bb9():
  %54 = "llvm.mlir.constant"() <{value = dense<[15, 15, 15, 15, 15, 15, 15, 15]> : vector<8xi32>}> : () -> vector<8xi32>
  %53 = "llvm.and"(%2, %54) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %55 = "llvm.add"(%53, %3) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %56 = "llvm.sext"(%55) : (vector<8xi32>) -> vector<8xi64>
  %58 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %59 = "llvm.mul"(%56, %58) : (vector<8xi64>, i64) -> vector<8xi64>
  %60 = "llvm.getelementptr"(%0, %59) <{elem_type = i8}> : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>
  %61 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %57 = "llvm.getelementptr"(%60, %61) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %63 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %62 = "llvm.intr.masked.gather"(%57, %47, %63) <{alignment = 4 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  %65 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %66 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %64 = "llvm.select"(%47, %65, %66) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%40, %62, %64)[^bb10] : (vector<8xi32>, vector<8xi32>, vector<8xi1>) -> ()
^bb10(%67: vector<8xi32>, %68: vector<8xi32>, %69: vector<8xi1>):
  %71 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %70 = "llvm.select"(%19, %69, %71) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"()[^bb11] : () -> ()
^bb11():
  %73 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi32>}> : () -> vector<8xi32>
  %72 = "llvm.xor"(%2, %73) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %74 = "llvm.and"(%40, %72) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %76 = "llvm.mlir.constant"() <{value = dense<[8, 8, 8, 8, 8, 8, 8, 8]> : vector<8xi32>}> : () -> vector<8xi32>
  %75 = "llvm.select"(%70, %2, %76) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %77 = "llvm.select"(%70, %2, %68) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %78 = "llvm.select"(%70, %74, %67) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"()[^bb12] : () -> ()
^bb12():
  %80 = "llvm.mlir.constant"() <{value = dense<[15, 15, 15, 15, 15, 15, 15, 15]> : vector<8xi32>}> : () -> vector<8xi32>
  %79 = "llvm.and"(%77, %80) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %81 = "llvm.add"(%79, %3) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %82 = "llvm.sext"(%81) : (vector<8xi32>) -> vector<8xi64>
  %84 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %85 = "llvm.mul"(%82, %84) : (vector<8xi64>, i64) -> vector<8xi64>
  %86 = "llvm.getelementptr"(%0, %85) <{elem_type = i8}> : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>
  %87 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %83 = "llvm.getelementptr"(%86, %87) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %89 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %88 = "llvm.intr.masked.gather"(%83, %19, %89) <{alignment = 4 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  %90 = "llvm.icmp"(%88, %78) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %92 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %91 = "llvm.select"(%19, %90, %92) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"()[^bb13] : () -> ()
^bb13():
  %94 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %93 = "llvm.icmp"(%78, %94) <{predicate = 2 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %96 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %95 = "llvm.add"(%78, %96) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %98 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %97 = "llvm.select"(%93, %98, %95) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %99 = "llvm.add"(%97, %75) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %101 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %102 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %100 = "llvm.select"(%91, %101, %102) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"()[^bb14] : () -> ()
^bb14():
  %104 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %103 = "llvm.select"(%19, %100, %104) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"()[^bb15] : () -> ()
^bb15():
  %105 = "llvm.sub"(%78, %77) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %107 = "llvm.mlir.constant"() <{value = dense<[7, 7, 7, 7, 7, 7, 7, 7]> : vector<8xi32>}> : () -> vector<8xi32>
  %106 = "llvm.and"(%77, %107) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %109 = "llvm.mlir.constant"() <{value = dense<[6, 6, 6, 6, 6, 6, 6, 6]> : vector<8xi32>}> : () -> vector<8xi32>
  %108 = "llvm.lshr"(%109, %106) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %110 = "llvm.or"(%108, %105) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %111 = "llvm.select"(%103, %77, %99) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %112 = "llvm.select"(%103, %110, %75) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"()[^bb16] : () -> ()
^bb16():
  %114 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %113 = "llvm.select"(%19, %78, %114) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %115 = "llvm.select"(%19, %111, %2) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %116 = "llvm.select"(%19, %112, %16) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%113, %115, %116)[^bb17] : (vector<8xi32>, vector<8xi32>, vector<8xi32>) -> ()
^bb17(%117: vector<8xi32>, %118: vector<8xi32>, %119: vector<8xi32>):
  "llvm.br"()[^bb18] : () -> ()
^bb18():
  %121 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %120 = "llvm.mul"(%118, %121) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %122 = "llvm.xor"(%120, %119) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %123 = "llvm.xor"(%122, %117) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.return"(%123) : (vector<8xi32>) -> ()
}) : () -> ()
}) : () -> ()
