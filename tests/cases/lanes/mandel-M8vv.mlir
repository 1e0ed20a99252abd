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
  %26 = "llvm.mlir.constant"() <{value = 256 : i32}> : () -> i32
  %25 = "llvm.icmp"(%23, %26) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %27 = "llvm.mlir.constant"() <{value = 256 : i32}> : () -> i32
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
  %16 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %17 = "llvm.bitcast"(%16) : (i32) -> f32
  %18 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %19 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %20 = "llvm.bitcast"(%19) : (i32) -> f32
  %21 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%13, %17, %18, %20, %8, %21)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 5>}> : (i1, f32, i32, f32, i32, i1) -> ()
^bb2():
  %22 = "llvm.fsub"(%10, %11) : (f32, f32) -> f32
  %23 = "llvm.fadd"(%22, %0) : (f32, f32) -> f32
  %25 = "llvm.mlir.constant"() <{value = 1073741824 : i32}> : () -> i32
  %26 = "llvm.bitcast"(%25) : (i32) -> f32
  %24 = "llvm.fmul"(%7, %26) : (f32, f32) -> f32
  %27 = "llvm.fmul"(%9, %24) : (f32, f32) -> f32
  %28 = "llvm.fadd"(%27, %1) : (f32, f32) -> f32
  %30 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %29 = "llvm.add"(%8, %30) : (i32, i32) -> i32
  %32 = "llvm.mlir.constant"() <{value = 256 : i32}> : () -> i32
  %31 = "llvm.icmp"(%29, %32) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %33 = "llvm.mlir.constant"() <{value = 256 : i32}> : () -> i32
  "llvm.br"(%28, %29, %23, %33, %31)[^bb3] : (f32, i32, f32, i32, i1) -> ()
^bb3(%34: f32, %35: i32, %36: f32, %37: i32, %38: i1):
  "llvm.cond_br"(%38, %37, %36, %35, %34)[^bb4, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 3>}> : (i1, i32, f32, i32, f32) -> ()
^bb4(%39: i32):
  "llvm.return"(%39) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: vector<8xf32>, %1: vector<8xf32>, %2: vector<8xi1>):
  %3 = "llvm.intr.vector.reduce.or"(%2) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%3)[^bb1, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1():
  %4 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %5 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %6 = "llvm.bitcast"(%5) : (vector<8xi32>) -> vector<8xf32>
  %7 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %8 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %9 = "llvm.bitcast"(%8) : (vector<8xi32>) -> vector<8xf32>
  "llvm.br"(%4, %2, %6, %7, %9)[^bb2] : (vector<8xi32>, vector<8xi1>, vector<8xf32>, vector<8xi32>, vector<8xf32>) -> ()
^bb2(%10: vector<8xi32>, %11: vector<8xi1>, %12: vector<8xf32>, %13: vector<8xi32>, %14: vector<8xf32>):
  %15 = "llvm.fmul"(%12, %12) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %16 = "llvm.fmul"(%14, %14) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %17 = "llvm.fadd"(%16, %15) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %19 = "llvm.mlir.constant"() <{value = dense<[1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432]> : vector<8xi32>}> : () -> vector<8xi32>
  %20 = "llvm.bitcast"(%19) : (vector<8xi32>) -> vector<8xf32>
  %18 = "llvm.fcmp"(%17, %20) <{predicate = 4 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
  %22 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %21 = "llvm.select"(%11, %18, %22) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %23 = "llvm.intr.vector.reduce.or"(%21) : (vector<8xi1>) -> i1
  %24 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %25 = "llvm.bitcast"(%24) : (vector<8xi32>) -> vector<8xf32>
  %26 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %27 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %28 = "llvm.bitcast"(%27) : (vector<8xi32>) -> vector<8xf32>
  %29 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%23, %25, %26, %28, %13, %29)[^bb3, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 5>}> : (i1, vector<8xf32>, vector<8xi32>, vector<8xf32>, vector<8xi32>, vector<8xi1>) -> ()
^bb3():
  %30 = "llvm.fsub"(%15, %16) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %31 = "llvm.fadd"(%30, %0) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %33 = "llvm.mlir.constant"() <{value = dense<[1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824]> : vector<8xi32>}> : () -> vector<8xi32>
  %34 = "llvm.bitcast"(%33) : (vector<8xi32>) -> vector<8xf32>
  %32 = "llvm.fmul"(%12, %34) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %35 = "llvm.fmul"(%14, %32) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %36 = "llvm.fadd"(%35, %1) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %38 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %37 = "llvm.add"(%13, %38) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %40 = "llvm.mlir.constant"() <{value = dense<[256, 256, 256, 256, 256, 256, 256, 256]> : vector<8xi32>}> : () -> vector<8xi32>
  %39 = "llvm.icmp"(%37, %40) <{predicate = 0 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %42 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %43 = "llvm.bitcast"(%42) : (vector<8xi32>) -> vector<8xf32>
  %41 = "llvm.select"(%21, %36, %43) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %45 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %44 = "llvm.select"(%21, %37, %45) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %47 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %48 = "llvm.bitcast"(%47) : (vector<8xi32>) -> vector<8xf32>
  %46 = "llvm.select"(%21, %31, %48) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %50 = "llvm.mlir.constant"() <{value = dense<[256, 256, 256, 256, 256, 256, 256, 256]> : vector<8xi32>}> : () -> vector<8xi32>
  %49 = "llvm.select"(%21, %50, %13) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %52 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %51 = "llvm.select"(%21, %39, %52) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%41, %44, %46, %49, %51)[^bb4] : (vector<8xf32>, vector<8xi32>, vector<8xf32>, vector<8xi32>, vector<8xi1>) -> ()
^bb4(%53: vector<8xf32>, %54: vector<8xi32>, %55: vector<8xf32>, %56: vector<8xi32>, %57: vector<8xi1>):
  %59 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %58 = "llvm.xor"(%57, %59) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %61 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %60 = "llvm.select"(%11, %58, %61) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %62 = "llvm.intr.vector.reduce.or"(%60) : (vector<8xi1>) -> i1
  %63 = "llvm.select"(%11, %56, %10) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.cond_br"(%62, %63, %60, %55, %54, %53)[^bb2, ^bb5] <{operandSegmentSizes = array<i32: 1, 5, 0>}> : (i1, vector<8xi32>, vector<8xi1>, vector<8xf32>, vector<8xi32>, vector<8xf32>) -> ()
^bb5():
  "llvm.return"(%63) : (vector<8xi32>) -> ()
^bb6():
  %64 = "llvm.mlir.poison"() : () -> vector<8xi32>
  "llvm.return"(%64) : (vector<8xi32>) -> ()
}) : () -> ()
}) : () -> ()
