"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: !llvm.ptr, %1: i32, %2: i32, %3: i32):
  %5 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
  %4 = "llvm.xor"(%2, %5) : (i32, i32) -> i32
  %7 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %6 = "llvm.sub"(%7, %2) : (i32, i32) -> i32
  %8 = "llvm.icmp"(%4, %6) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %9 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  "llvm.cond_br"(%8, %1, %2, %9)[^bb1, ^bb9] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, i32, i32, i32) -> ()
^bb1():
  %11 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %10 = "llvm.and"(%1, %11) : (i32, i32) -> i32
  %13 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %12 = "llvm.icmp"(%10, %13) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %14 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %15 = "llvm.mlir.constant"() <{value = 29 : i32}> : () -> i32
  "llvm.cond_br"(%12, %1, %2, %14, %15, %2, %1)[^bb8, ^bb2] <{operandSegmentSizes = array<i32: 1, 3, 3>}> : (i1, i32, i32, i32, i32, i32, i32) -> ()
^bb2(%16: i32, %17: i32, %18: i32):
  %20 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %19 = "llvm.and"(%18, %20) : (i32, i32) -> i32
  %21 = "llvm.and"(%19, %17) : (i32, i32) -> i32
  "llvm.br"()[^bb3] : () -> ()
^bb3():
  %23 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %22 = "llvm.icmp"(%21, %23) <{predicate = 2 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%22)[^bb4, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb4():
  %25 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %24 = "llvm.icmp"(%21, %25) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %26 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  "llvm.cond_br"(%24, %26, %17, %17)[^bb7, ^bb5] <{operandSegmentSizes = array<i32: 1, 3, 0>}> : (i1, i32, i32, i32) -> ()
^bb5():
  %27 = "llvm.mul"(%17, %17) : (i32, i32) -> i32
  %29 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %28 = "llvm.call_intrinsic"(%27, %29) <{intrin = "llvm.smax"}> : (i32, i32) -> i32
  %30 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  "llvm.br"(%30, %28, %17)[^bb7] : (i32, i32, i32) -> ()
^bb6():
  %32 = "llvm.mlir.constant"() <{value = 5 : i32}> : () -> i32
  %31 = "llvm.mul"(%17, %32) : (i32, i32) -> i32
  %34 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
  %33 = "llvm.and"(%31, %34) : (i32, i32) -> i32
  %35 = "llvm.add"(%33, %3) : (i32, i32) -> i32
  %36 = "llvm.sext"(%35) : (i32) -> i64
  %38 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %39 = "llvm.mul"(%36, %38) : (i64, i64) -> i64
  %40 = "llvm.getelementptr"(%0, %39) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %41 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %37 = "llvm.getelementptr"(%40, %41) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %42 = "llvm.load"(%37) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  "llvm.br"(%18, %17, %42)[^bb7] : (i32, i32, i32) -> ()
^bb7(%43: i32, %44: i32, %45: i32):
  %47 = "llvm.mlir.constant"() <{value = -1 : i32}> : () -> i32
  %46 = "llvm.add"(%16, %47) <{isotope.promises}> : (i32, i32) -> i32
  %49 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %48 = "llvm.icmp"(%16, %49) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %50 = "llvm.or"(%45, %43) : (i32, i32) -> i32
  %51 = "llvm.icmp"(%43, %50) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %53 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %52 = "llvm.select"(%48, %51, %53) : (i1, i1, i1) -> i1
  "llvm.cond_br"(%52, %46, %44, %43, %43, %44, %45)[^bb2, ^bb8] <{operandSegmentSizes = array<i32: 1, 3, 3>}> : (i1, i32, i32, i32, i32, i32, i32) -> ()
^bb8(%54: i32, %55: i32, %56: i32):
  %57 = "llvm.mul"(%56, %55) : (i32, i32) -> i32
  %59 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  %58 = "llvm.and"(%55, %59) : (i32, i32) -> i32
  %61 = "llvm.mlir.constant"() <{value = 5 : i32}> : () -> i32
  %60 = "llvm.lshr"(%61, %58) : (i32, i32) -> i32
  %62 = "llvm.mul"(%57, %60) : (i32, i32) -> i32
  "llvm.br"(%54, %62, %56)[^bb9] : (i32, i32, i32) -> ()
^bb9(%63: i32, %64: i32, %65: i32):
  %67 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %66 = "llvm.icmp"(%64, %67) <{predicate = 4 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%66, %63)[^bb10, ^bb11] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb10():
  %68 = "llvm.sdiv"(%63, %64) : (i32, i32) -> i32
  "llvm.br"(%68)[^bb11] : (i32) -> ()
^bb11(%69: i32):
  %71 = "llvm.mlir.constant"() <{value = 6 : i32}> : () -> i32
  %70 = "llvm.add"(%65, %71) : (i32, i32) -> i32
  %72 = "llvm.or"(%69, %70) : (i32, i32) -> i32
  %74 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
  %73 = "llvm.add"(%3, %74) : (i32, i32) -> i32
  %75 = "llvm.sext"(%73) : (i32) -> i64
  %77 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %78 = "llvm.mul"(%75, %77) : (i64, i64) -> i64
  %79 = "llvm.getelementptr"(%0, %78) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %80 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %76 = "llvm.getelementptr"(%79, %80) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %81 = "llvm.load"(%76) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %82 = "llvm.icmp"(%72, %81) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %83 = "llvm.freeze"(%82) : (i1) -> i1
  %84 = "llvm.select"(%83, %65, %72) : (i1, i32, i32) -> i32
  %86 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  %85 = "llvm.add"(%3, %86) : (i32, i32) -> i32
  %87 = "llvm.sext"(%85) : (i32) -> i64
  %89 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %90 = "llvm.mul"(%87, %89) : (i64, i64) -> i64
  %91 = "llvm.getelementptr"(%0, %90) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %92 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %88 = "llvm.getelementptr"(%91, %92) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %93 = "llvm.load"(%88) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %95 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %94 = "llvm.mul"(%72, %95) : (i32, i32) -> i32
  %96 = "llvm.xor"(%84, %94) : (i32, i32) -> i32
  %97 = "llvm.xor"(%96, %93) : (i32, i32) -> i32
  "llvm.return"(%97) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: !llvm.ptr, %1: i32, %2: i32, %3: i32):
  %5 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
  %4 = "llvm.xor"(%2, %5) : (i32, i32) -> i32
  %7 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %6 = "llvm.sub"(%7, %2) : (i32, i32) -> i32
  %8 = "llvm.icmp"(%4, %6) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %9 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  "llvm.cond_br"(%8, %9, %2, %1)[^bb1, ^bb13] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, i32, i32, i32) -> ()
^bb1():
  %11 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %10 = "llvm.and"(%1, %11) : (i32, i32) -> i32
  %13 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %12 = "llvm.icmp"(%10, %13) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %14 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  "llvm.cond_br"(%12, %14, %2, %1)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, i32, i32, i32) -> ()
^bb2():
  %15 = "llvm.mlir.constant"() <{value = 29 : i32}> : () -> i32
  "llvm.br"(%15, %2, %1)[^bb4] : (i32, i32, i32) -> ()
^bb3(%16: i32, %17: i32, %18: i32):
  "llvm.br"()[^bb14] : () -> ()
^bb4(%19: i32, %20: i32, %21: i32):
  %23 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %22 = "llvm.and"(%21, %23) : (i32, i32) -> i32
  %24 = "llvm.and"(%22, %20) : (i32, i32) -> i32
  "llvm.br"()[^bb5] : () -> ()
^bb5():
  %26 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %25 = "llvm.icmp"(%24, %26) <{predicate = 5 : i64}> : (i32, i32) -> i1
  %27 = "llvm.mlir.poison"() : () -> i32
  %28 = "llvm.mlir.poison"() : () -> i32
  %29 = "llvm.mlir.poison"() : () -> i32
  %30 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%25, %27, %28, %29, %30)[^bb9, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 4>}> : (i1, i32, i32, i32, i1) -> ()
^bb6(%31: i32, %32: i32, %33: i32, %34: i1):
  "llvm.cond_br"(%34, %33, %32, %31)[^bb7, ^bb11] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, i32, i32, i32) -> ()
^bb7():
  %36 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %35 = "llvm.icmp"(%24, %36) <{predicate = 1 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%35, %20)[^bb8, ^bb10] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb8():
  %37 = "llvm.mul"(%20, %20) : (i32, i32) -> i32
  %39 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %38 = "llvm.call_intrinsic"(%37, %39) <{intrin = "llvm.smax"}> : (i32, i32) -> i32
  "llvm.br"(%38)[^bb10] : (i32) -> ()
^bb9():
  %41 = "llvm.mlir.constant"() <{value = 5 : i32}> : () -> i32
  %40 = "llvm.mul"(%20, %41) : (i32, i32) -> i32
  %43 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
  %42 = "llvm.and"(%40, %43) : (i32, i32) -> i32
  %44 = "llvm.add"(%42, %3) : (i32, i32) -> i32
  %45 = "llvm.sext"(%44) : (i32) -> i64
  %47 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %48 = "llvm.mul"(%45, %47) : (i64, i64) -> i64
  %49 = "llvm.getelementptr"(%0, %48) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %50 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %46 = "llvm.getelementptr"(%49, %50) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %51 = "llvm.load"(%46) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %52 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.br"(%51, %20, %21, %52)[^bb6] : (i32, i32, i32, i1) -> ()
^bb10(%53: i32):
  %54 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  "llvm.br"(%54, %53, %20)[^bb11] : (i32, i32, i32) -> ()
^bb11(%55: i32, %56: i32, %57: i32):
  %59 = "llvm.mlir.constant"() <{value = -1 : i32}> : () -> i32
  %58 = "llvm.add"(%19, %59) : (i32, i32) -> i32
  %61 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %60 = "llvm.icmp"(%19, %61) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %62 = "llvm.or"(%57, %55) : (i32, i32) -> i32
  %63 = "llvm.icmp"(%55, %62) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %65 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %64 = "llvm.select"(%60, %63, %65) : (i1, i1, i1) -> i1
  %67 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  %66 = "llvm.xor"(%64, %67) : (i1, i1) -> i1
  "llvm.cond_br"(%66, %55, %56, %57, %58, %56, %55)[^bb12, ^bb4] <{operandSegmentSizes = array<i32: 1, 3, 3>}> : (i1, i32, i32, i32, i32, i32, i32) -> ()
^bb12(%68: i32, %69: i32, %70: i32):
  "llvm.br"(%70, %69, %68)[^bb3] : (i32, i32, i32) -> ()
^bb13(%71: i32, %72: i32, %73: i32):
  "llvm.br"()[^bb15] : () -> ()
^bb14():
  %74 = "llvm.mul"(%16, %17) : (i32, i32) -> i32
  %76 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  %75 = "llvm.and"(%17, %76) : (i32, i32) -> i32
  %78 = "llvm.mlir.constant"() <{value = 5 : i32}> : () -> i32
  %77 = "llvm.lshr"(%78, %75) : (i32, i32) -> i32
  %79 = "llvm.mul"(%74, %77) : (i32, i32) -> i32
  "llvm.br"(%16, %79, %18)[^bb13] : (i32, i32, i32) -> ()
^bb15():
  %81 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %80 = "llvm.icmp"(%72, %81) <{predicate = 4 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%80, %73)[^bb16, ^bb17] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb16():
  %82 = "llvm.sdiv"(%73, %72) : (i32, i32) -> i32
  "llvm.br"(%82)[^bb17] : (i32) -> ()
^bb17(%83: i32):
  %85 = "llvm.mlir.constant"() <{value = 6 : i32}> : () -> i32
  %84 = "llvm.add"(%71, %85) : (i32, i32) -> i32
  %86 = "llvm.or"(%83, %84) : (i32, i32) -> i32
  %88 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
  %87 = "llvm.add"(%3, %88) : (i32, i32) -> i32
  %89 = "llvm.sext"(%87) : (i32) -> i64
  %91 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %92 = "llvm.mul"(%89, %91) : (i64, i64) -> i64
  %93 = "llvm.getelementptr"(%0, %92) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %94 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %90 = "llvm.getelementptr"(%93, %94) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %95 = "llvm.load"(%90) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %96 = "llvm.icmp"(%86, %95) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %97 = "llvm.freeze"(%96) : (i1) -> i1
  %98 = "llvm.select"(%97, %71, %86) : (i1, i32, i32) -> i32
  %100 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  %99 = "llvm.add"(%3, %100) : (i32, i32) -> i32
  %101 = "llvm.sext"(%99) : (i32) -> i64
  %103 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %104 = "llvm.mul"(%101, %103) : (i64, i64) -> i64
  %105 = "llvm.getelementptr"(%0, %104) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %106 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %102 = "llvm.getelementptr"(%105, %106) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %107 = "llvm.load"(%102) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %109 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %108 = "llvm.mul"(%86, %109) : (i32, i32) -> i32
  %110 = "llvm.xor"(%98, %108) : (i32, i32) -> i32
  %111 = "llvm.xor"(%110, %107) : (i32, i32) -> i32
  "llvm.return"(%111) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: !llvm.ptr, %1: vector<8xi32>, %2: vector<8xi32>, %3: vector<8xi32>):
  "llvm.br"()[^bb1] : () -> ()
^bb1():
  %5 = "llvm.mlir.constant"() <{value = dense<[8, 8, 8, 8, 8, 8, 8, 8]> : vector<8xi32>}> : () -> vector<8xi32>
  %4 = "llvm.xor"(%2, %5) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %7 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %6 = "llvm.sub"(%7, %2) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %8 = "llvm.icmp"(%4, %6) <{predicate = 4 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %9 = "llvm.intr.vector.reduce.or"(%8) : (vector<8xi1>) -> i1
  %10 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  "llvm.cond_br"(%9, %10, %2, %1)[^bb2, ^bb15] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, vector<8xi32>, vector<8xi32>, vector<8xi32>) -> ()
^bb2():
  %12 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %11 = "llvm.and"(%1, %12) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %14 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %13 = "llvm.icmp"(%11, %14) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %16 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %15 = "llvm.select"(%8, %13, %16) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %17 = "llvm.intr.vector.reduce.or"(%15) : (vector<8xi1>) -> i1
  %18 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  "llvm.cond_br"(%17, %18, %2, %1)[^bb3, ^bb13] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, vector<8xi32>, vector<8xi32>, vector<8xi32>) -> ()
^bb3():
  %19 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %20 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %21 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %22 = "llvm.mlir.constant"() <{value = 29 : i32}> : () -> i32
  "llvm.br"(%19, %20, %21, %15, %22, %2, %1)[^bb4] : (vector<8xi32>, vector<8xi32>, vector<8xi32>, vector<8xi1>, i32, vector<8xi32>, vector<8xi32>) -> ()
^bb4(%23: vector<8xi32>, %24: vector<8xi32>, %25: vector<8xi32>, %26: vector<8xi1>, %27: i32, %28: vector<8xi32>, %29: vector<8xi32>):
  %31 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %30 = "llvm.and"(%29, %31) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %32 = "llvm.and"(%30, %28) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"()[^bb5] : () -> ()
^bb5():
  %34 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %33 = "llvm.icmp"(%32, %34) <{predicate = 5 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %36 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %35 = "llvm.select"(%26, %33, %36) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %37 = "llvm.intr.vector.reduce.or"(%35) : (vector<8xi1>) -> i1
  %38 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %39 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %40 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %41 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%37, %38, %39, %40, %41)[^bb6, ^bb7] <{operandSegmentSizes = array<i32: 1, 0, 4>}> : (i1, vector<8xi32>, vector<8xi32>, vector<8xi32>, vector<8xi1>) -> ()
^bb6():
  %43 = "llvm.mlir.constant"() <{value = dense<[5, 5, 5, 5, 5, 5, 5, 5]> : vector<8xi32>}> : () -> vector<8xi32>
  %42 = "llvm.mul"(%28, %43) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %45 = "llvm.mlir.constant"() <{value = dense<[15, 15, 15, 15, 15, 15, 15, 15]> : vector<8xi32>}> : () -> vector<8xi32>
  %44 = "llvm.and"(%42, %45) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %46 = "llvm.add"(%44, %3) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %47 = "llvm.sext"(%46) : (vector<8xi32>) -> vector<8xi64>
  %49 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %50 = "llvm.mul"(%47, %49) : (vector<8xi64>, i64) -> vector<8xi64>
  %51 = "llvm.getelementptr"(%0, %50) <{elem_type = i8}> : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>
  %52 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %48 = "llvm.getelementptr"(%51, %52) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %54 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %53 = "llvm.intr.masked.gather"(%48, %35, %54) <{alignment = 4 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  %56 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %57 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %55 = "llvm.select"(%35, %56, %57) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%53, %28, %29, %55)[^bb7] : (vector<8xi32>, vector<8xi32>, vector<8xi32>, vector<8xi1>) -> ()
^bb7(%58: vector<8xi32>, %59: vector<8xi32>, %60: vector<8xi32>, %61: vector<8xi1>):
  %63 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %62 = "llvm.select"(%26, %61, %63) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"()[^bb8] : () -> ()
^bb8():
  %65 = "llvm.mlir.constant"() <{value = dense<[2, 2, 2, 2, 2, 2, 2, 2]> : vector<8xi32>}> : () -> vector<8xi32>
  %64 = "llvm.icmp"(%32, %65) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %67 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %66 = "llvm.select"(%62, %64, %67) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"()[^bb9] : () -> ()
^bb9():
  %68 = "llvm.mul"(%28, %28) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %70 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %69 = "llvm.call_intrinsic"(%68, %70) <{intrin = "llvm.smax"}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %71 = "llvm.select"(%66, %69, %28) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"()[^bb10] : () -> ()
^bb10():
  %73 = "llvm.mlir.constant"() <{value = dense<[7, 7, 7, 7, 7, 7, 7, 7]> : vector<8xi32>}> : () -> vector<8xi32>
  %72 = "llvm.select"(%62, %73, %60) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %74 = "llvm.select"(%62, %71, %59) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %75 = "llvm.select"(%62, %28, %58) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"()[^bb11] : () -> ()
^bb11():
  %77 = "llvm.mlir.constant"() <{value = -1 : i32}> : () -> i32
  %76 = "llvm.add"(%27, %77) : (i32, i32) -> i32
  %79 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %78 = "llvm.icmp"(%27, %79) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %80 = "llvm.or"(%75, %72) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %81 = "llvm.icmp"(%72, %80) <{predicate = 0 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %83 = "llvm.mlir.poison"() : () -> vector<8xi1>
  %84 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %82 = "llvm.insertelement"(%83, %78, %84) : (vector<8xi1>, i1, i64) -> vector<8xi1>
  %86 = "llvm.mlir.poison"() : () -> vector<8xi1>
  %85 = "llvm.shufflevector"(%82, %86) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %88 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %87 = "llvm.select"(%78, %81, %88) : (i1, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %90 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %89 = "llvm.xor"(%87, %90) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %92 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %91 = "llvm.select"(%26, %81, %92) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %93 = "llvm.intr.vector.reduce.or"(%91) : (vector<8xi1>) -> i1
  %94 = "llvm.freeze"(%93) : (i1) -> i1
  %96 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %95 = "llvm.select"(%94, %78, %96) : (i1, i1, i1) -> i1
  %97 = "llvm.select"(%26, %72, %25) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %98 = "llvm.select"(%26, %74, %24) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %99 = "llvm.select"(%26, %75, %23) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.cond_br"(%95, %99, %98, %97, %91, %76, %74, %72)[^bb4, ^bb12] <{operandSegmentSizes = array<i32: 1, 7, 0>}> : (i1, vector<8xi32>, vector<8xi32>, vector<8xi32>, vector<8xi1>, i32, vector<8xi32>, vector<8xi32>) -> ()
^bb12():
  %101 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %100 = "llvm.select"(%15, %99, %101) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %102 = "llvm.select"(%15, %98, %2) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %103 = "llvm.select"(%15, %97, %1) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%100, %102, %103)[^bb13] : (vector<8xi32>, vector<8xi32>, vector<8xi32>) -> ()
^bb13(%104: vector<8xi32>, %105: vector<8xi32>, %106: vector<8xi32>):
  "llvm.br"()[^bb14] : () -> ()
^bb14():
  %107 = "llvm.mul"(%104, %105) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %109 = "llvm.mlir.constant"() <{value = dense<[7, 7, 7, 7, 7, 7, 7, 7]> : vector<8xi32>}> : () -> vector<8xi32>
  %108 = "llvm.and"(%105, %109) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %111 = "llvm.mlir.constant"() <{value = dense<[5, 5, 5, 5, 5, 5, 5, 5]> : vector<8xi32>}> : () -> vector<8xi32>
  %110 = "llvm.lshr"(%111, %108) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %112 = "llvm.mul"(%107, %110) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %114 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %113 = "llvm.select"(%8, %104, %114) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %115 = "llvm.select"(%8, %112, %2) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %116 = "llvm.select"(%8, %106, %1) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%113, %115, %116)[^bb15] : (vector<8xi32>, vector<8xi32>, vector<8xi32>) -> ()
^bb15(%117: vector<8xi32>, %118: vector<8xi32>, %119: vector<8xi32>):
  "llvm.br"()[^bb16] : () -> ()
^bb16():
  %121 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %120 = "llvm.icmp"(%118, %121) <{predicate = 4 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %122 = "llvm.intr.vector.reduce.or"(%120) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%122, %119)[^bb17, ^bb18] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xi32>) -> ()
^bb17():
  %124 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %123 = "llvm.select"(%120, %118, %124) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %125 = "llvm.sdiv"(%119, %123) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %126 = "llvm.select"(%120, %125, %119) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%126)[^bb18] : (vector<8xi32>) -> ()
^bb18(%127: vector<8xi32>):
  %129 = "llvm.mlir.constant"() <{value = dense<[6, 6, 6, 6, 6, 6, 6, 6]> : vector<8xi32>}> : () -> vector<8xi32>
  %128 = "llvm.add"(%117, %129) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %130 = "llvm.or"(%127, %128) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %132 = "llvm.mlir.constant"() <{value = dense<[8, 8, 8, 8, 8, 8, 8, 8]> : vector<8xi32>}> : () -> vector<8xi32>
  %131 = "llvm.add"(%3, %132) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %133 = "llvm.sext"(%131) : (vector<8xi32>) -> vector<8xi64>
  %135 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %136 = "llvm.mul"(%133, %135) : (vector<8xi64>, i64) -> vector<8xi64>
  %137 = "llvm.getelementptr"(%0, %136) <{elem_type = i8}> : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>
  %138 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %134 = "llvm.getelementptr"(%137, %138) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %140 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %141 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %139 = "llvm.intr.masked.gather"(%134, %140, %141) <{alignment = 4 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  %142 = "llvm.icmp"(%130, %139) <{predicate = 4 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %143 = "llvm.freeze"(%142) : (vector<8xi1>) -> vector<8xi1>
  %144 = "llvm.select"(%143, %117, %130) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %146 = "llvm.mlir.constant"() <{value = dense<[7, 7, 7, 7, 7, 7, 7, 7]> : vector<8xi32>}> : () -> vector<8xi32>
  %145 = "llvm.add"(%3, %146) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %147 = "llvm.sext"(%145) : (vector<8xi32>) -> vector<8xi64>
  %149 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %150 = "llvm.mul"(%147, %149) : (vector<8xi64>, i64) -> vector<8xi64>
  %151 = "llvm.getelementptr"(%0, %150) <{elem_type = i8}> : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>
  %152 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %148 = "llvm.getelementptr"(%151, %152) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %154 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %155 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %153 = "llvm.intr.masked.gather"(%148, %154, %155) <{alignment = 4 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  %157 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %156 = "llvm.mul"(%130, %157) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %158 = "llvm.xor"(%144, %156) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %159 = "llvm.xor"(%158, %153) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.return"(%159) : (vector<8xi32>) -> ()
}) : () -> ()
}) : () -> ()
