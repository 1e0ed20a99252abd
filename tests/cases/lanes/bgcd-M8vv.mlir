"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: i32, %1: i32):
  %3 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %2 = "llvm.icmp"(%0, %3) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %5 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %4 = "llvm.icmp"(%1, %5) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %6 = "llvm.and"(%2, %4) : (i1, i1) -> i1
  %7 = "llvm.or"(%1, %0) : (i32, i32) -> i32
  "llvm.cond_br"(%6, %7)[^bb1, ^bb9] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb1():
  %9 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %8 = "llvm.and"(%7, %9) : (i32, i32) -> i32
  %11 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %10 = "llvm.icmp"(%8, %11) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %12 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %13 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.cond_br"(%10, %12, %1, %0, %0, %1, %13)[^bb3, ^bb2] <{operandSegmentSizes = array<i32: 1, 3, 3>}> : (i1, i32, i32, i32, i32, i32, i32) -> ()
^bb2(%14: i32, %15: i32, %16: i32):
  "llvm.br"(%14)[^bb4] : (i32) -> ()
^bb3(%17: i32, %18: i32, %19: i32):
  %21 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %20 = "llvm.lshr"(%19, %21) : (i32, i32) -> i32
  %23 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %22 = "llvm.lshr"(%18, %23) : (i32, i32) -> i32
  %25 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %24 = "llvm.add"(%17, %25) <{isotope.promises}> : (i32, i32) -> i32
  %26 = "llvm.or"(%22, %20) : (i32, i32) -> i32
  %28 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %27 = "llvm.and"(%26, %28) : (i32, i32) -> i32
  %30 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %29 = "llvm.icmp"(%27, %30) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%29, %24, %22, %20, %20, %22, %24)[^bb3, ^bb2] <{operandSegmentSizes = array<i32: 1, 3, 3>}> : (i1, i32, i32, i32, i32, i32, i32) -> ()
^bb4(%31: i32):
  %33 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %32 = "llvm.and"(%31, %33) : (i32, i32) -> i32
  %35 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %34 = "llvm.icmp"(%32, %35) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %37 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %36 = "llvm.lshr"(%31, %37) <{isotope.promises}> : (i32, i32) -> i32
  "llvm.cond_br"(%34, %36, %31, %15)[^bb4, ^bb5] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
^bb5(%38: i32, %39: i32):
  "llvm.br"(%39)[^bb6] : (i32) -> ()
^bb6(%40: i32):
  %42 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %41 = "llvm.and"(%40, %42) : (i32, i32) -> i32
  %44 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %43 = "llvm.icmp"(%41, %44) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %46 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %45 = "llvm.lshr"(%40, %46) <{isotope.promises}> : (i32, i32) -> i32
  "llvm.cond_br"(%43, %45)[^bb6, ^bb7] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
^bb7():
  %47 = "llvm.call_intrinsic"(%38, %40) <{intrin = "llvm.umin"}> : (i32, i32) -> i32
  %48 = "llvm.call_intrinsic"(%38, %40) <{intrin = "llvm.umax"}> : (i32, i32) -> i32
  %49 = "llvm.sub"(%48, %47) : (i32, i32) -> i32
  %51 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %50 = "llvm.icmp"(%49, %51) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%50, %47, %49)[^bb8, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, i32, i32) -> ()
^bb8():
  %52 = "llvm.shl"(%47, %16) : (i32, i32) -> i32
  "llvm.br"(%52)[^bb9] : (i32) -> ()
^bb9(%53: i32):
  "llvm.return"(%53) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: i32, %1: i32):
  %3 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %2 = "llvm.icmp"(%0, %3) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %5 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %4 = "llvm.icmp"(%1, %5) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %6 = "llvm.and"(%2, %4) : (i1, i1) -> i1
  %7 = "llvm.or"(%1, %0) : (i32, i32) -> i32
  "llvm.cond_br"(%6, %7)[^bb1, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb1():
  %9 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %8 = "llvm.and"(%7, %9) : (i32, i32) -> i32
  %11 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %10 = "llvm.icmp"(%8, %11) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %12 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.cond_br"(%10, %12, %1, %0)[^bb2, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, i32, i32, i32) -> ()
^bb2():
  %13 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%13, %1, %0)[^bb7] : (i32, i32, i32) -> ()
^bb3(%14: i32, %15: i32, %16: i32):
  "llvm.br"(%16, %15, %14)[^bb6] : (i32, i32, i32) -> ()
^bb4(%17: i32):
  "llvm.br"()[^bb14] : () -> ()
^bb5():
  "llvm.br"(%18)[^bb8] : (i32) -> ()
^bb6(%19: i32, %20: i32, %18: i32):
  "llvm.br"()[^bb5] : () -> ()
^bb7(%21: i32, %22: i32, %23: i32):
  %25 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %24 = "llvm.lshr"(%23, %25) : (i32, i32) -> i32
  %27 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %26 = "llvm.lshr"(%22, %27) : (i32, i32) -> i32
  %29 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %28 = "llvm.add"(%21, %29) : (i32, i32) -> i32
  %30 = "llvm.or"(%26, %24) : (i32, i32) -> i32
  %32 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %31 = "llvm.and"(%30, %32) : (i32, i32) -> i32
  %34 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %33 = "llvm.icmp"(%31, %34) <{predicate = 1 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%33, %24, %26, %28, %28, %26, %24)[^bb3, ^bb7] <{operandSegmentSizes = array<i32: 1, 3, 3>}> : (i1, i32, i32, i32, i32, i32, i32) -> ()
^bb8(%35: i32):
  %37 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %36 = "llvm.and"(%35, %37) : (i32, i32) -> i32
  %39 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %38 = "llvm.icmp"(%36, %39) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %41 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %40 = "llvm.lshr"(%35, %41) : (i32, i32) -> i32
  "llvm.cond_br"(%38, %35, %40)[^bb9, ^bb8] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, i32, i32) -> ()
^bb9(%42: i32):
  "llvm.br"(%42, %20)[^bb10] : (i32, i32) -> ()
^bb10(%43: i32, %44: i32):
  "llvm.br"(%44)[^bb11] : (i32) -> ()
^bb11(%45: i32):
  %47 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %46 = "llvm.and"(%45, %47) : (i32, i32) -> i32
  %49 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %48 = "llvm.icmp"(%46, %49) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %51 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %50 = "llvm.lshr"(%45, %51) : (i32, i32) -> i32
  "llvm.cond_br"(%48, %45, %50)[^bb12, ^bb11] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, i32, i32) -> ()
^bb12(%52: i32):
  %53 = "llvm.call_intrinsic"(%43, %52) <{intrin = "llvm.umin"}> : (i32, i32) -> i32
  %54 = "llvm.call_intrinsic"(%43, %52) <{intrin = "llvm.umax"}> : (i32, i32) -> i32
  %55 = "llvm.sub"(%54, %53) : (i32, i32) -> i32
  %57 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %56 = "llvm.icmp"(%55, %57) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%56, %53, %53, %55)[^bb13, ^bb10] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
^bb13(%58: i32):
  %59 = "llvm.shl"(%58, %19) : (i32, i32) -> i32
  "llvm.br"(%59)[^bb4] : (i32) -> ()
^bb14():
  "llvm.return"(%17) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: vector<8xi32>, %1: vector<8xi32>, %2: vector<8xi1>):
  %3 = "llvm.intr.vector.reduce.or"(%2) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%3)[^bb1, ^bb16] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1():
  %5 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %4 = "llvm.icmp"(%0, %5) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %7 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %6 = "llvm.icmp"(%1, %7) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %8 = "llvm.and"(%4, %6) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %9 = "llvm.or"(%1, %0) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %11 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %10 = "llvm.select"(%2, %8, %11) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %12 = "llvm.intr.vector.reduce.or"(%10) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%12, %9)[^bb2, ^bb14] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xi32>) -> ()
^bb2():
  %14 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %13 = "llvm.and"(%9, %14) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %16 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %15 = "llvm.icmp"(%13, %16) <{predicate = 0 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %18 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %17 = "llvm.select"(%10, %15, %18) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %19 = "llvm.intr.vector.reduce.or"(%17) : (vector<8xi1>) -> i1
  %20 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  "llvm.cond_br"(%19, %20, %1, %0)[^bb3, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, vector<8xi32>, vector<8xi32>, vector<8xi32>) -> ()
^bb3():
  %21 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %22 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %23 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %24 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%21, %22, %23, %17, %24, %1, %0)[^bb4] : (vector<8xi32>, vector<8xi32>, vector<8xi32>, vector<8xi1>, i32, vector<8xi32>, vector<8xi32>) -> ()
^bb4(%25: vector<8xi32>, %26: vector<8xi32>, %27: vector<8xi32>, %28: vector<8xi1>, %29: i32, %30: vector<8xi32>, %31: vector<8xi32>):
  %33 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %32 = "llvm.lshr"(%31, %33) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %35 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %34 = "llvm.lshr"(%30, %35) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %37 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %36 = "llvm.add"(%29, %37) : (i32, i32) -> i32
  %38 = "llvm.or"(%34, %32) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %40 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %39 = "llvm.and"(%38, %40) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %42 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %41 = "llvm.icmp"(%39, %42) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %44 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %43 = "llvm.xor"(%41, %44) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %46 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %45 = "llvm.select"(%28, %43, %46) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %47 = "llvm.intr.vector.reduce.or"(%45) : (vector<8xi1>) -> i1
  %48 = "llvm.select"(%28, %32, %27) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %49 = "llvm.select"(%28, %34, %26) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %51 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %52 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %50 = "llvm.insertelement"(%51, %36, %52) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %54 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %53 = "llvm.shufflevector"(%50, %54) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %55 = "llvm.select"(%28, %53, %25) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.cond_br"(%47, %55, %49, %48, %45, %36, %34, %32)[^bb4, ^bb5] <{operandSegmentSizes = array<i32: 1, 7, 0>}> : (i1, vector<8xi32>, vector<8xi32>, vector<8xi32>, vector<8xi1>, i32, vector<8xi32>, vector<8xi32>) -> ()
^bb5():
  %57 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %56 = "llvm.select"(%17, %55, %57) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %58 = "llvm.select"(%17, %49, %1) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %59 = "llvm.select"(%17, %48, %0) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%56, %58, %59)[^bb6] : (vector<8xi32>, vector<8xi32>, vector<8xi32>) -> ()
^bb6(%60: vector<8xi32>, %61: vector<8xi32>, %62: vector<8xi32>):
  "llvm.br"()[^bb7] : () -> ()
^bb7():
  %63 = "llvm.mlir.poison"() : () -> vector<8xi32>
  "llvm.br"(%63, %10, %62)[^bb8] : (vector<8xi32>, vector<8xi1>, vector<8xi32>) -> ()
^bb8(%64: vector<8xi32>, %65: vector<8xi1>, %66: vector<8xi32>):
  %68 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %67 = "llvm.and"(%66, %68) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %70 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %69 = "llvm.icmp"(%67, %70) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %72 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %71 = "llvm.lshr"(%66, %72) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %74 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %73 = "llvm.xor"(%69, %74) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %76 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %75 = "llvm.select"(%65, %73, %76) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %77 = "llvm.intr.vector.reduce.or"(%75) : (vector<8xi1>) -> i1
  %78 = "llvm.select"(%65, %66, %64) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.cond_br"(%77, %78, %75, %71)[^bb8, ^bb9] <{operandSegmentSizes = array<i32: 1, 3, 0>}> : (i1, vector<8xi32>, vector<8xi1>, vector<8xi32>) -> ()
^bb9():
  %79 = "llvm.mlir.poison"() : () -> vector<8xi32>
  "llvm.br"(%79, %10, %78, %61)[^bb10] : (vector<8xi32>, vector<8xi1>, vector<8xi32>, vector<8xi32>) -> ()
^bb10(%80: vector<8xi32>, %81: vector<8xi1>, %82: vector<8xi32>, %83: vector<8xi32>):
  %84 = "llvm.mlir.poison"() : () -> vector<8xi32>
  "llvm.br"(%84, %81, %83)[^bb11] : (vector<8xi32>, vector<8xi1>, vector<8xi32>) -> ()
^bb11(%85: vector<8xi32>, %86: vector<8xi1>, %87: vector<8xi32>):
  %89 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %88 = "llvm.and"(%87, %89) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %91 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %90 = "llvm.icmp"(%88, %91) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %93 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %92 = "llvm.lshr"(%87, %93) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %95 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %94 = "llvm.xor"(%90, %95) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %97 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %96 = "llvm.select"(%86, %94, %97) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %98 = "llvm.intr.vector.reduce.or"(%96) : (vector<8xi1>) -> i1
  %99 = "llvm.select"(%86, %87, %85) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.cond_br"(%98, %99, %96, %92)[^bb11, ^bb12] <{operandSegmentSizes = array<i32: 1, 3, 0>}> : (i1, vector<8xi32>, vector<8xi1>, vector<8xi32>) -> ()
^bb12():
  %100 = "llvm.call_intrinsic"(%82, %99) <{intrin = "llvm.umin"}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %101 = "llvm.call_intrinsic"(%82, %99) <{intrin = "llvm.umax"}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %102 = "llvm.sub"(%101, %100) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %104 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %103 = "llvm.icmp"(%102, %104) <{predicate = 0 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %106 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %105 = "llvm.xor"(%103, %106) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %108 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %107 = "llvm.select"(%81, %105, %108) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %109 = "llvm.intr.vector.reduce.or"(%107) : (vector<8xi1>) -> i1
  %110 = "llvm.select"(%81, %100, %80) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.cond_br"(%109, %110, %107, %100, %102)[^bb10, ^bb13] <{operandSegmentSizes = array<i32: 1, 4, 0>}> : (i1, vector<8xi32>, vector<8xi1>, vector<8xi32>, vector<8xi32>) -> ()
^bb13():
  %111 = "llvm.shl"(%110, %60) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %112 = "llvm.select"(%10, %111, %9) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%112)[^bb14] : (vector<8xi32>) -> ()
^bb14(%113: vector<8xi32>):
  "llvm.br"()[^bb15] : () -> ()
^bb15():
  "llvm.return"(%113) : (vector<8xi32>) -> ()
^bb16():
  %114 = "llvm.mlir.poison"() : () -> vector<8xi32>
  "llvm.return"(%114) : (vector<8xi32>) -> ()
}) : () -> ()
}) : () -> ()
