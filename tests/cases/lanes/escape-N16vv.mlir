"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: f32, %1: f32):
  %2 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %3 = "llvm.bitcast"(%2) : (i32) -> f32
  %4 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %5 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %6 = "llvm.bitcast"(%5) : (i32) -> f32
  "llvm.br"(%3, %4, %6)[^bb1] : (f32, i32, f32) -> ()
^bb1(%7: f32, %8: i32, %9: f32):
  %10 = "llvm.fmul"(%7, %7) : (f32, f32) -> f32
  %11 = "llvm.fmul"(%9, %9) : (f32, f32) -> f32
  %12 = "llvm.fadd"(%11, %10) : (f32, f32) -> f32
  %14 = "llvm.mlir.constant"() <{value = 1082130432 : i32}> : () -> i32
  %15 = "llvm.bitcast"(%14) : (i32) -> f32
  %13 = "llvm.fcmp"(%12, %15) <{predicate = 4 : i64}> : (f32, f32) -> i1
  "llvm.cond_br"(%13, %8)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb2():
  %16 = "llvm.fsub"(%10, %11) : (f32, f32) -> f32
  %17 = "llvm.fadd"(%16, %0) : (f32, f32) -> f32
  %19 = "llvm.mlir.constant"() <{value = 1073741824 : i32}> : () -> i32
  %20 = "llvm.bitcast"(%19) : (i32) -> f32
  %18 = "llvm.fmul"(%7, %20) : (f32, f32) -> f32
  %21 = "llvm.fmul"(%9, %18) : (f32, f32) -> f32
  %22 = "llvm.fadd"(%21, %1) : (f32, f32) -> f32
  %24 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %23 = "llvm.add"(%8, %24) <{isotope.promises}> : (i32, i32) -> i32
  %26 = "llvm.mlir.constant"() <{value = 200 : i32}> : () -> i32
  %25 = "llvm.icmp"(%23, %26) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %27 = "llvm.mlir.constant"() <{value = 200 : i32}> : () -> i32
  "llvm.cond_br"(%25, %27, %17, %23, %22)[^bb3, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 3>}> : (i1, i32, f32, i32, f32) -> ()
^bb3(%28: i32):
  "llvm.return"(%28) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: f32, %1: f32):
  %2 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %3 = "llvm.bitcast"(%2) : (i32) -> f32
  %4 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %5 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %6 = "llvm.bitcast"(%5) : (i32) -> f32
  "llvm.br"(%3, %4, %6)[^bb1] : (f32, i32, f32) -> ()
^bb1(%7: f32, %8: i32, %9: f32):
  %10 = "llvm.fmul"(%7, %7) : (f32, f32) -> f32
  %11 = "llvm.fmul"(%9, %9) : (f32, f32) -> f32
  %12 = "llvm.fadd"(%11, %10) : (f32, f32) -> f32
  %14 = "llvm.mlir.constant"() <{value = 1082130432 : i32}> : () -> i32
  %15 = "llvm.bitcast"(%14) : (i32) -> f32
  %13 = "llvm.fcmp"(%12, %15) <{predicate = 4 : i64}> : (f32, f32) -> i1
  %16 = "llvm.mlir.poison"() : () -> f32
  %17 = "llvm.mlir.poison"() : () -> i32
  %18 = "llvm.mlir.poison"() : () -> f32
  %19 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%13, %16, %17, %18, %8, %19)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 5>}> : (i1, f32, i32, f32, i32, i1) -> ()
^bb2():
  %20 = "llvm.fsub"(%10, %11) : (f32, f32) -> f32
  %21 = "llvm.fadd"(%20, %0) : (f32, f32) -> f32
  %23 = "llvm.mlir.constant"() <{value = 1073741824 : i32}> : () -> i32
  %24 = "llvm.bitcast"(%23) : (i32) -> f32
  %22 = "llvm.fmul"(%7, %24) : (f32, f32) -> f32
  %25 = "llvm.fmul"(%9, %22) : (f32, f32) -> f32
  %26 = "llvm.fadd"(%25, %1) : (f32, f32) -> f32
  %28 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %27 = "llvm.add"(%8, %28) : (i32, i32) -> i32
  %30 = "llvm.mlir.constant"() <{value = 200 : i32}> : () -> i32
  %29 = "llvm.icmp"(%27, %30) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %31 = "llvm.mlir.constant"() <{value = 200 : i32}> : () -> i32
  "llvm.br"(%26, %27, %21, %31, %29)[^bb3] : (f32, i32, f32, i32, i1) -> ()
^bb3(%32: f32, %33: i32, %34: f32, %35: i32, %36: i1):
  "llvm.cond_br"(%36, %35, %34, %33, %32)[^bb4, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 3>}> : (i1, i32, f32, i32, f32) -> ()
^bb4(%37: i32):
  "llvm.return"(%37) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: vector<16xf32>, %1: vector<16xf32>):
  "llvm.br"()[^bb1] : () -> ()
^bb1():
  %2 = "llvm.mlir.poison"() : () -> vector<16xi32>
  %3 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]> : vector<16xi1>}> : () -> vector<16xi1>
  %4 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : vector<16xi32>}> : () -> vector<16xi32>
  %5 = "llvm.bitcast"(%4) : (vector<16xi32>) -> vector<16xf32>
  %6 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %7 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : vector<16xi32>}> : () -> vector<16xi32>
  %8 = "llvm.bitcast"(%7) : (vector<16xi32>) -> vector<16xf32>
  "llvm.br"(%2, %3, %5, %6, %8)[^bb2] : (vector<16xi32>, vector<16xi1>, vector<16xf32>, i32, vector<16xf32>) -> ()
^bb2(%9: vector<16xi32>, %10: vector<16xi1>, %11: vector<16xf32>, %12: i32, %13: vector<16xf32>):
  %14 = "llvm.fmul"(%11, %11) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
  %15 = "llvm.fmul"(%13, %13) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
  %16 = "llvm.fadd"(%15, %14) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
  %18 = "llvm.mlir.constant"() <{value = dense<[1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432]> : vector<16xi32>}> : () -> vector<16xi32>
  %19 = "llvm.bitcast"(%18) : (vector<16xi32>) -> vector<16xf32>
  %17 = "llvm.fcmp"(%16, %19) <{predicate = 4 : i64}> : (vector<16xf32>, vector<16xf32>) -> vector<16xi1>
  %21 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : vector<16xi1>}> : () -> vector<16xi1>
  %20 = "llvm.select"(%10, %17, %21) : (vector<16xi1>, vector<16xi1>, vector<16xi1>) -> vector<16xi1>
  %23 = "llvm.mlir.poison"() : () -> vector<16xi32>
  %24 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %22 = "llvm.insertelement"(%23, %12, %24) : (vector<16xi32>, i32, i64) -> vector<16xi32>
  %26 = "llvm.mlir.poison"() : () -> vector<16xi32>
  %25 = "llvm.shufflevector"(%22, %26) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<16xi32>, vector<16xi32>) -> vector<16xi32>
  "llvm.br"()[^bb3] : () -> ()
^bb3():
  %27 = "llvm.fsub"(%14, %15) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
  %28 = "llvm.fadd"(%27, %0) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
  %30 = "llvm.mlir.constant"() <{value = dense<[1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824]> : vector<16xi32>}> : () -> vector<16xi32>
  %31 = "llvm.bitcast"(%30) : (vector<16xi32>) -> vector<16xf32>
  %29 = "llvm.fmul"(%11, %31) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
  %32 = "llvm.fmul"(%13, %29) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
  %33 = "llvm.fadd"(%32, %1) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
  %35 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %34 = "llvm.add"(%12, %35) : (i32, i32) -> i32
  %37 = "llvm.mlir.constant"() <{value = 200 : i32}> : () -> i32
  %36 = "llvm.icmp"(%34, %37) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %39 = "llvm.mlir.constant"() <{value = dense<[200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200]> : vector<16xi32>}> : () -> vector<16xi32>
  %38 = "llvm.select"(%20, %39, %25) : (vector<16xi1>, vector<16xi32>, vector<16xi32>) -> vector<16xi32>
  %41 = "llvm.mlir.poison"() : () -> vector<16xi1>
  %42 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %40 = "llvm.insertelement"(%41, %36, %42) : (vector<16xi1>, i1, i64) -> vector<16xi1>
  %44 = "llvm.mlir.poison"() : () -> vector<16xi1>
  %43 = "llvm.shufflevector"(%40, %44) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<16xi1>, vector<16xi1>) -> vector<16xi1>
  %46 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]> : vector<16xi1>}> : () -> vector<16xi1>
  %45 = "llvm.select"(%20, %43, %46) : (vector<16xi1>, vector<16xi1>, vector<16xi1>) -> vector<16xi1>
  %48 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  %47 = "llvm.xor"(%36, %48) : (i1, i1) -> i1
  "llvm.br"()[^bb4] : () -> ()
^bb4():
  %49 = "llvm.intr.vector.reduce.or"(%20) : (vector<16xi1>) -> i1
  %50 = "llvm.freeze"(%49) : (i1) -> i1
  %52 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %51 = "llvm.select"(%50, %47, %52) : (i1, i1, i1) -> i1
  %54 = "llvm.mlir.poison"() : () -> vector<16xi32>
  %55 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %53 = "llvm.insertelement"(%54, %12, %55) : (vector<16xi32>, i32, i64) -> vector<16xi32>
  %57 = "llvm.mlir.poison"() : () -> vector<16xi32>
  %56 = "llvm.shufflevector"(%53, %57) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<16xi32>, vector<16xi32>) -> vector<16xi32>
  %58 = "llvm.select"(%10, %56, %9) : (vector<16xi1>, vector<16xi32>, vector<16xi32>) -> vector<16xi32>
  "llvm.cond_br"(%51, %58, %20, %28, %34, %33)[^bb2, ^bb5] <{operandSegmentSizes = array<i32: 1, 5, 0>}> : (i1, vector<16xi32>, vector<16xi1>, vector<16xf32>, i32, vector<16xf32>) -> ()
^bb5():
  %60 = "llvm.mlir.constant"() <{value = dense<[200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200]> : vector<16xi32>}> : () -> vector<16xi32>
  %59 = "llvm.select"(%20, %60, %58) : (vector<16xi1>, vector<16xi32>, vector<16xi32>) -> vector<16xi32>
  "llvm.return"(%59) : (vector<16xi32>) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "registers"}> ({
^bb0(%0: vector<16xf32>, %1: vector<16xf32>):
  %3 = "llvm.mlir.poison"() : () -> vector<16xf32>
  %2 = "llvm.shufflevector"(%0, %3) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7>}> : (vector<16xf32>, vector<16xf32>) -> vector<8xf32>
  %5 = "llvm.mlir.poison"() : () -> vector<16xf32>
  %4 = "llvm.shufflevector"(%0, %5) <{mask = array<i32: 8, 9, 10, 11, 12, 13, 14, 15>}> : (vector<16xf32>, vector<16xf32>) -> vector<8xf32>
  %7 = "llvm.mlir.poison"() : () -> vector<16xf32>
  %6 = "llvm.shufflevector"(%1, %7) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7>}> : (vector<16xf32>, vector<16xf32>) -> vector<8xf32>
  %9 = "llvm.mlir.poison"() : () -> vector<16xf32>
  %8 = "llvm.shufflevector"(%1, %9) <{mask = array<i32: 8, 9, 10, 11, 12, 13, 14, 15>}> : (vector<16xf32>, vector<16xf32>) -> vector<8xf32>
  "llvm.br"()[^bb1] : () -> ()
^bb1():
  %10 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %11 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %12 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %13 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %14 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %15 = "llvm.bitcast"(%14) : (vector<8xi32>) -> vector<8xf32>
  %16 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %17 = "llvm.bitcast"(%16) : (vector<8xi32>) -> vector<8xf32>
  %18 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %19 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %20 = "llvm.bitcast"(%19) : (vector<8xi32>) -> vector<8xf32>
  %21 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %22 = "llvm.bitcast"(%21) : (vector<8xi32>) -> vector<8xf32>
  "llvm.br"(%10, %11, %12, %13, %15, %17, %18, %20, %22)[^bb2] : (vector<8xi32>, vector<8xi32>, vector<8xi1>, vector<8xi1>, vector<8xf32>, vector<8xf32>, i32, vector<8xf32>, vector<8xf32>) -> ()
^bb2(%23: vector<8xi32>, %24: vector<8xi32>, %25: vector<8xi1>, %26: vector<8xi1>, %27: vector<8xf32>, %28: vector<8xf32>, %29: i32, %30: vector<8xf32>, %31: vector<8xf32>):
  %32 = "llvm.fmul"(%27, %27) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %33 = "llvm.fmul"(%28, %28) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %34 = "llvm.fmul"(%30, %30) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %35 = "llvm.fmul"(%31, %31) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %36 = "llvm.fadd"(%34, %32) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %37 = "llvm.fadd"(%35, %33) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %39 = "llvm.mlir.constant"() <{value = dense<[1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432]> : vector<8xi32>}> : () -> vector<8xi32>
  %40 = "llvm.bitcast"(%39) : (vector<8xi32>) -> vector<8xf32>
  %38 = "llvm.fcmp"(%36, %40) <{predicate = 4 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
  %42 = "llvm.mlir.constant"() <{value = dense<[1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432]> : vector<8xi32>}> : () -> vector<8xi32>
  %43 = "llvm.bitcast"(%42) : (vector<8xi32>) -> vector<8xf32>
  %41 = "llvm.fcmp"(%37, %43) <{predicate = 4 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
  %45 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %44 = "llvm.select"(%25, %38, %45) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %47 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %46 = "llvm.select"(%26, %41, %47) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %49 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %50 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %48 = "llvm.insertelement"(%49, %29, %50) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %52 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %51 = "llvm.shufflevector"(%48, %52) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"()[^bb3] : () -> ()
^bb3():
  %53 = "llvm.fsub"(%32, %34) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %54 = "llvm.fsub"(%33, %35) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %55 = "llvm.fadd"(%53, %2) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %56 = "llvm.fadd"(%54, %4) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %58 = "llvm.mlir.constant"() <{value = dense<[1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824]> : vector<8xi32>}> : () -> vector<8xi32>
  %59 = "llvm.bitcast"(%58) : (vector<8xi32>) -> vector<8xf32>
  %57 = "llvm.fmul"(%27, %59) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %61 = "llvm.mlir.constant"() <{value = dense<[1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824]> : vector<8xi32>}> : () -> vector<8xi32>
  %62 = "llvm.bitcast"(%61) : (vector<8xi32>) -> vector<8xf32>
  %60 = "llvm.fmul"(%28, %62) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %63 = "llvm.fmul"(%30, %57) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %64 = "llvm.fmul"(%31, %60) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %65 = "llvm.fadd"(%63, %6) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %66 = "llvm.fadd"(%64, %8) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %68 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %67 = "llvm.add"(%29, %68) : (i32, i32) -> i32
  %70 = "llvm.mlir.constant"() <{value = 200 : i32}> : () -> i32
  %69 = "llvm.icmp"(%67, %70) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %72 = "llvm.mlir.constant"() <{value = dense<[200, 200, 200, 200, 200, 200, 200, 200]> : vector<8xi32>}> : () -> vector<8xi32>
  %71 = "llvm.select"(%44, %72, %51) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %74 = "llvm.mlir.constant"() <{value = dense<[200, 200, 200, 200, 200, 200, 200, 200]> : vector<8xi32>}> : () -> vector<8xi32>
  %73 = "llvm.select"(%46, %74, %51) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %76 = "llvm.mlir.poison"() : () -> vector<8xi1>
  %77 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %75 = "llvm.insertelement"(%76, %69, %77) : (vector<8xi1>, i1, i64) -> vector<8xi1>
  %79 = "llvm.mlir.poison"() : () -> vector<8xi1>
  %78 = "llvm.shufflevector"(%75, %79) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %81 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %80 = "llvm.select"(%44, %78, %81) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %83 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %82 = "llvm.select"(%46, %78, %83) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %85 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  %84 = "llvm.xor"(%69, %85) : (i1, i1) -> i1
  "llvm.br"()[^bb4] : () -> ()
^bb4():
  %86 = "llvm.or"(%44, %46) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %87 = "llvm.intr.vector.reduce.or"(%86) : (vector<8xi1>) -> i1
  %88 = "llvm.freeze"(%87) : (i1) -> i1
  %90 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %89 = "llvm.select"(%88, %84, %90) : (i1, i1, i1) -> i1
  %92 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %93 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %91 = "llvm.insertelement"(%92, %29, %93) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %95 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %94 = "llvm.shufflevector"(%91, %95) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %96 = "llvm.select"(%25, %94, %23) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %97 = "llvm.select"(%26, %94, %24) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.cond_br"(%89, %96, %97, %44, %46, %55, %56, %67, %65, %66)[^bb2, ^bb5] <{operandSegmentSizes = array<i32: 1, 9, 0>}> : (i1, vector<8xi32>, vector<8xi32>, vector<8xi1>, vector<8xi1>, vector<8xf32>, vector<8xf32>, i32, vector<8xf32>, vector<8xf32>) -> ()
^bb5():
  %99 = "llvm.mlir.constant"() <{value = dense<[200, 200, 200, 200, 200, 200, 200, 200]> : vector<8xi32>}> : () -> vector<8xi32>
  %98 = "llvm.select"(%44, %99, %96) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %101 = "llvm.mlir.constant"() <{value = dense<[200, 200, 200, 200, 200, 200, 200, 200]> : vector<8xi32>}> : () -> vector<8xi32>
  %100 = "llvm.select"(%46, %101, %97) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %102 = "llvm.shufflevector"(%98, %100) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15>}> : (vector<8xi32>, vector<8xi32>) -> vector<16xi32>
  "llvm.return"(%102) : (vector<16xi32>) -> ()
}) : () -> ()
}) : () -> ()
