"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: !llvm.ptr, %1: i32, %2: i32, %3: i32):
  %5 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %4 = "llvm.xor"(%1, %5) : (i32, i32) -> i32
  %7 = "llvm.mlir.constant"() <{value = 6 : i32}> : () -> i32
  %6 = "llvm.icmp"(%4, %7) <{predicate = 4 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%6, %2)[^bb1, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb1():
  %9 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %8 = "llvm.sub"(%9, %1) : (i32, i32) -> i32
  %11 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %10 = "llvm.icmp"(%1, %11) <{predicate = 2 : i64}> : (i32, i32) -> i1
  %12 = "llvm.zext"(%10) : (i1) -> i32
  %13 = "llvm.icmp"(%8, %12) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%13, %2)[^bb2, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb2():
  %15 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
  %14 = "llvm.icmp"(%1, %15) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %16 = "llvm.mlir.constant"() <{value = 30 : i32}> : () -> i32
  "llvm.br"(%16, %2)[^bb3] : (i32, i32) -> ()
^bb3(%17: i32, %18: i32):
  %20 = "llvm.mlir.constant"() <{value = -1 : i32}> : () -> i32
  %19 = "llvm.add"(%17, %20) <{isotope.promises}> : (i32, i32) -> i32
  %22 = "llvm.mlir.constant"() <{value = -2 : i32}> : () -> i32
  %21 = "llvm.add"(%17, %22) <{isotope.promises}> : (i32, i32) -> i32
  %24 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %23 = "llvm.icmp"(%19, %24) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %25 = "llvm.add"(%18, %1) : (i32, i32) -> i32
  %27 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
  %26 = "llvm.icmp"(%25, %27) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %29 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %28 = "llvm.select"(%23, %26, %29) : (i1, i1, i1) -> i1
  "llvm.cond_br"(%28, %21, %18, %19, %21)[^bb4, ^bb5] <{operandSegmentSizes = array<i32: 1, 1, 3>}> : (i1, i32, i32, i32, i32) -> ()
^bb4(%30: i32):
  %32 = "llvm.mlir.constant"() <{value = -1 : i32}> : () -> i32
  %31 = "llvm.add"(%30, %32) <{isotope.promises}> : (i32, i32) -> i32
  %34 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %33 = "llvm.icmp"(%30, %34) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %35 = "llvm.and"(%33, %14) : (i1, i1) -> i1
  %36 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.cond_br"(%35, %31, %36, %30, %31)[^bb4, ^bb5] <{operandSegmentSizes = array<i32: 1, 1, 3>}> : (i1, i32, i32, i32, i32) -> ()
^bb5(%37: i32, %38: i32, %39: i32):
  %41 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %40 = "llvm.icmp"(%38, %41) <{predicate = 4 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%40, %39, %37, %37)[^bb3, ^bb6] <{operandSegmentSizes = array<i32: 1, 2, 1>}> : (i1, i32, i32, i32) -> ()
^bb6(%42: i32):
  %44 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
  %43 = "llvm.and"(%1, %44) : (i32, i32) -> i32
  %45 = "llvm.add"(%43, %3) : (i32, i32) -> i32
  %46 = "llvm.sext"(%45) : (i32) -> i64
  %48 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %49 = "llvm.mul"(%46, %48) : (i64, i64) -> i64
  %50 = "llvm.getelementptr"(%0, %49) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %51 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %47 = "llvm.getelementptr"(%50, %51) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %52 = "llvm.load"(%47) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %54 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %53 = "llvm.shl"(%52, %54) : (i32, i32) -> i32
  %55 = "llvm.add"(%42, %1) : (i32, i32) -> i32
  %57 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %56 = "llvm.sdiv"(%55, %57) : (i32, i32) -> i32
  %58 = "llvm.icmp"(%53, %42) <{predicate = 2 : i64}> : (i32, i32) -> i1
  %60 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %59 = "llvm.or"(%53, %60) <{isotope.promises}> : (i32, i32) -> i32
  %61 = "llvm.select"(%58, %42, %59) : (i1, i32, i32) -> i32
  %63 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %62 = "llvm.mul"(%42, %63) : (i32, i32) -> i32
  %64 = "llvm.xor"(%56, %62) : (i32, i32) -> i32
  %65 = "llvm.xor"(%64, %61) : (i32, i32) -> i32
  "llvm.return"(%65) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: !llvm.ptr, %1: i32, %2: i32, %3: i32):
  %5 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %4 = "llvm.xor"(%1, %5) : (i32, i32) -> i32
  %7 = "llvm.mlir.constant"() <{value = 6 : i32}> : () -> i32
  %6 = "llvm.icmp"(%4, %7) <{predicate = 4 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%6, %2)[^bb1, ^bb11] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb1():
  %9 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %8 = "llvm.sub"(%9, %1) : (i32, i32) -> i32
  %11 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %10 = "llvm.icmp"(%1, %11) <{predicate = 2 : i64}> : (i32, i32) -> i1
  %12 = "llvm.zext"(%10) : (i1) -> i32
  %13 = "llvm.icmp"(%8, %12) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%13, %2)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb2():
  %15 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
  %14 = "llvm.icmp"(%1, %15) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %16 = "llvm.mlir.constant"() <{value = 30 : i32}> : () -> i32
  "llvm.br"(%16, %2)[^bb4] : (i32, i32) -> ()
^bb3(%17: i32):
  "llvm.br"(%17)[^bb11] : (i32) -> ()
^bb4(%18: i32, %19: i32):
  %21 = "llvm.mlir.constant"() <{value = -1 : i32}> : () -> i32
  %20 = "llvm.add"(%18, %21) : (i32, i32) -> i32
  %23 = "llvm.mlir.constant"() <{value = -2 : i32}> : () -> i32
  %22 = "llvm.add"(%18, %23) : (i32, i32) -> i32
  %25 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %24 = "llvm.icmp"(%20, %25) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %26 = "llvm.add"(%19, %1) : (i32, i32) -> i32
  %28 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
  %27 = "llvm.icmp"(%26, %28) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %30 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %29 = "llvm.select"(%24, %27, %30) : (i1, i1, i1) -> i1
  "llvm.cond_br"(%29, %22, %20, %19)[^bb5, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, i32, i32, i32) -> ()
^bb5():
  "llvm.br"(%22)[^bb7] : (i32) -> ()
^bb6(%31: i32, %32: i32, %33: i32):
  "llvm.br"()[^bb9] : () -> ()
^bb7(%34: i32):
  %36 = "llvm.mlir.constant"() <{value = -1 : i32}> : () -> i32
  %35 = "llvm.add"(%34, %36) : (i32, i32) -> i32
  %38 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %37 = "llvm.icmp"(%34, %38) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %39 = "llvm.and"(%37, %14) : (i1, i1) -> i1
  %41 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  %40 = "llvm.xor"(%39, %41) : (i1, i1) -> i1
  "llvm.cond_br"(%40, %34, %35, %35)[^bb8, ^bb7] <{operandSegmentSizes = array<i32: 1, 2, 1>}> : (i1, i32, i32, i32) -> ()
^bb8(%42: i32, %43: i32):
  %44 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%43, %42, %44)[^bb6] : (i32, i32, i32) -> ()
^bb9():
  %46 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %45 = "llvm.icmp"(%32, %46) <{predicate = 3 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%45, %33, %31, %33)[^bb10, ^bb4] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
^bb10(%47: i32):
  "llvm.br"(%47)[^bb3] : (i32) -> ()
^bb11(%48: i32):
  %50 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
  %49 = "llvm.and"(%1, %50) : (i32, i32) -> i32
  %51 = "llvm.add"(%49, %3) : (i32, i32) -> i32
  %52 = "llvm.sext"(%51) : (i32) -> i64
  %54 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %55 = "llvm.mul"(%52, %54) : (i64, i64) -> i64
  %56 = "llvm.getelementptr"(%0, %55) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %57 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %53 = "llvm.getelementptr"(%56, %57) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %58 = "llvm.load"(%53) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %60 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %59 = "llvm.shl"(%58, %60) : (i32, i32) -> i32
  %61 = "llvm.add"(%48, %1) : (i32, i32) -> i32
  %63 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %62 = "llvm.sdiv"(%61, %63) : (i32, i32) -> i32
  %64 = "llvm.icmp"(%59, %48) <{predicate = 2 : i64}> : (i32, i32) -> i1
  %66 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %65 = "llvm.or"(%59, %66) : (i32, i32) -> i32
  %67 = "llvm.select"(%64, %48, %65) : (i1, i32, i32) -> i32
  %69 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %68 = "llvm.mul"(%48, %69) : (i32, i32) -> i32
  %70 = "llvm.xor"(%62, %68) : (i32, i32) -> i32
  %71 = "llvm.xor"(%70, %67) : (i32, i32) -> i32
  "llvm.return"(%71) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: !llvm.ptr, %1: vector<8xi32>, %2: vector<8xi32>, %3: vector<8xi32>):
  "llvm.br"()[^bb1] : () -> ()
^bb1():
  %5 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %4 = "llvm.xor"(%1, %5) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %7 = "llvm.mlir.constant"() <{value = dense<[6, 6, 6, 6, 6, 6, 6, 6]> : vector<8xi32>}> : () -> vector<8xi32>
  %6 = "llvm.icmp"(%4, %7) <{predicate = 4 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %8 = "llvm.intr.vector.reduce.or"(%6) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%8, %2)[^bb2, ^bb12] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xi32>) -> ()
^bb2():
  %10 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %9 = "llvm.sub"(%10, %1) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %12 = "llvm.mlir.constant"() <{value = dense<[2, 2, 2, 2, 2, 2, 2, 2]> : vector<8xi32>}> : () -> vector<8xi32>
  %11 = "llvm.icmp"(%1, %12) <{predicate = 2 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %13 = "llvm.zext"(%11) : (vector<8xi1>) -> vector<8xi32>
  %14 = "llvm.icmp"(%9, %13) <{predicate = 0 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %16 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %15 = "llvm.select"(%6, %14, %16) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %17 = "llvm.intr.vector.reduce.or"(%15) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%17, %2)[^bb3, ^bb11] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xi32>) -> ()
^bb3():
  %19 = "llvm.mlir.constant"() <{value = dense<[8, 8, 8, 8, 8, 8, 8, 8]> : vector<8xi32>}> : () -> vector<8xi32>
  %18 = "llvm.icmp"(%1, %19) <{predicate = 4 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %20 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %21 = "llvm.mlir.constant"() <{value = dense<[30, 30, 30, 30, 30, 30, 30, 30]> : vector<8xi32>}> : () -> vector<8xi32>
  "llvm.br"(%20, %15, %21, %2)[^bb4] : (vector<8xi32>, vector<8xi1>, vector<8xi32>, vector<8xi32>) -> ()
^bb4(%22: vector<8xi32>, %23: vector<8xi1>, %24: vector<8xi32>, %25: vector<8xi32>):
  %27 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi32>}> : () -> vector<8xi32>
  %26 = "llvm.add"(%24, %27) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %29 = "llvm.mlir.constant"() <{value = dense<[-2, -2, -2, -2, -2, -2, -2, -2]> : vector<8xi32>}> : () -> vector<8xi32>
  %28 = "llvm.add"(%24, %29) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %31 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %30 = "llvm.icmp"(%26, %31) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %32 = "llvm.add"(%25, %1) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %34 = "llvm.mlir.constant"() <{value = dense<[8, 8, 8, 8, 8, 8, 8, 8]> : vector<8xi32>}> : () -> vector<8xi32>
  %33 = "llvm.icmp"(%32, %34) <{predicate = 4 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %36 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %35 = "llvm.select"(%30, %33, %36) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %38 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %37 = "llvm.select"(%23, %35, %38) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %39 = "llvm.intr.vector.reduce.or"(%37) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%39, %28, %26, %25)[^bb5, ^bb8] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, vector<8xi32>, vector<8xi32>, vector<8xi32>) -> ()
^bb5():
  %40 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %41 = "llvm.mlir.poison"() : () -> vector<8xi32>
  "llvm.br"(%40, %41, %37, %28)[^bb6] : (vector<8xi32>, vector<8xi32>, vector<8xi1>, vector<8xi32>) -> ()
^bb6(%42: vector<8xi32>, %43: vector<8xi32>, %44: vector<8xi1>, %45: vector<8xi32>):
  %47 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi32>}> : () -> vector<8xi32>
  %46 = "llvm.add"(%45, %47) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %49 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %48 = "llvm.icmp"(%45, %49) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %50 = "llvm.and"(%48, %18) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %52 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %51 = "llvm.xor"(%50, %52) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %54 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %53 = "llvm.select"(%44, %48, %54) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %56 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %55 = "llvm.select"(%53, %18, %56) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %57 = "llvm.intr.vector.reduce.or"(%55) : (vector<8xi1>) -> i1
  %58 = "llvm.select"(%44, %45, %43) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %59 = "llvm.select"(%44, %46, %42) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.cond_br"(%57, %59, %58, %55, %46)[^bb6, ^bb7] <{operandSegmentSizes = array<i32: 1, 4, 0>}> : (i1, vector<8xi32>, vector<8xi32>, vector<8xi1>, vector<8xi32>) -> ()
^bb7():
  %60 = "llvm.select"(%37, %59, %28) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %61 = "llvm.select"(%37, %58, %26) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %63 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %62 = "llvm.select"(%37, %63, %25) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%60, %61, %62)[^bb8] : (vector<8xi32>, vector<8xi32>, vector<8xi32>) -> ()
^bb8(%64: vector<8xi32>, %65: vector<8xi32>, %66: vector<8xi32>):
  "llvm.br"()[^bb9] : () -> ()
^bb9():
  %68 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %67 = "llvm.icmp"(%65, %68) <{predicate = 3 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %70 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %69 = "llvm.xor"(%67, %70) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %72 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %71 = "llvm.select"(%23, %69, %72) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %73 = "llvm.intr.vector.reduce.or"(%71) : (vector<8xi1>) -> i1
  %74 = "llvm.select"(%23, %66, %22) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.cond_br"(%73, %74, %71, %64, %66)[^bb4, ^bb10] <{operandSegmentSizes = array<i32: 1, 4, 0>}> : (i1, vector<8xi32>, vector<8xi1>, vector<8xi32>, vector<8xi32>) -> ()
^bb10():
  %75 = "llvm.select"(%15, %74, %2) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%75)[^bb11] : (vector<8xi32>) -> ()
^bb11(%76: vector<8xi32>):
  %77 = "llvm.select"(%6, %76, %2) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%77)[^bb12] : (vector<8xi32>) -> ()
^bb12(%78: vector<8xi32>):
  %80 = "llvm.mlir.constant"() <{value = dense<[15, 15, 15, 15, 15, 15, 15, 15]> : vector<8xi32>}> : () -> vector<8xi32>
  %79 = "llvm.and"(%1, %80) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %81 = "llvm.add"(%79, %3) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %82 = "llvm.sext"(%81) : (vector<8xi32>) -> vector<8xi64>
  %84 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %85 = "llvm.mul"(%82, %84) : (vector<8xi64>, i64) -> vector<8xi64>
  %86 = "llvm.getelementptr"(%0, %85) <{elem_type = i8}> : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>
  %87 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %83 = "llvm.getelementptr"(%86, %87) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %89 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %90 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %88 = "llvm.intr.masked.gather"(%83, %89, %90) <{alignment = 4 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  %92 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %91 = "llvm.shl"(%88, %92) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %93 = "llvm.add"(%78, %1) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %95 = "llvm.mlir.constant"() <{value = dense<[2, 2, 2, 2, 2, 2, 2, 2]> : vector<8xi32>}> : () -> vector<8xi32>
  %94 = "llvm.sdiv"(%93, %95) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %96 = "llvm.icmp"(%91, %78) <{predicate = 2 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %98 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %97 = "llvm.or"(%91, %98) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %99 = "llvm.select"(%96, %78, %97) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %101 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %100 = "llvm.mul"(%78, %101) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %102 = "llvm.xor"(%94, %100) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %103 = "llvm.xor"(%102, %99) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.return"(%103) : (vector<8xi32>) -> ()
}) : () -> ()
}) : () -> ()
