"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: f32, %1: i32):
  %3 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %2 = "llvm.icmp"(%1, %3) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %4 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %5 = "llvm.bitcast"(%4) : (i32) -> f32
  %6 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %7 = "llvm.bitcast"(%6) : (i32) -> f32
  "llvm.cond_br"(%2, %5, %1, %0, %7)[^bb1, ^bb4] <{operandSegmentSizes = array<i32: 1, 3, 1>}> : (i1, f32, i32, f32, f32) -> ()
^bb1(%8: f32, %9: i32, %10: f32):
  %11 = "llvm.call"(%10) <{callee = @"cbrtf", isotope.reads}> : (f32) -> f32
  %12 = "llvm.fadd"(%8, %11) : (f32, f32) -> f32
  %14 = "llvm.mlir.constant"() <{value = 1082130432 : i32}> : () -> i32
  %15 = "llvm.bitcast"(%14) : (i32) -> f32
  %13 = "llvm.fcmp"(%12, %15) <{predicate = 2 : i64}> : (f32, f32) -> i1
  "llvm.cond_br"(%13, %12)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, f32) -> ()
^bb2():
  %16 = "llvm.fmul"(%10, %12) : (f32, f32) -> f32
  %17 = "llvm.call"(%16) <{callee = @"cbrtf", isotope.reads}> : (f32) -> f32
  %18 = "llvm.fsub"(%12, %17) : (f32, f32) -> f32
  "llvm.br"(%18)[^bb3] : (f32) -> ()
^bb3(%19: f32):
  %21 = "llvm.mlir.constant"() <{value = 1056964608 : i32}> : () -> i32
  %22 = "llvm.bitcast"(%21) : (i32) -> f32
  %20 = "llvm.fmul"(%10, %22) : (f32, f32) -> f32
  %24 = "llvm.mlir.constant"() <{value = -1 : i32}> : () -> i32
  %23 = "llvm.add"(%9, %24) <{isotope.promises}> : (i32, i32) -> i32
  %26 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %25 = "llvm.icmp"(%9, %26) <{predicate = 4 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%25, %19, %23, %20, %19)[^bb1, ^bb4] <{operandSegmentSizes = array<i32: 1, 3, 1>}> : (i1, f32, i32, f32, f32) -> ()
^bb4(%27: f32):
  "llvm.return"(%27) : (f32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: f32, %1: i32):
  %3 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %2 = "llvm.icmp"(%1, %3) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %4 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %5 = "llvm.bitcast"(%4) : (i32) -> f32
  "llvm.cond_br"(%2, %5)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, f32) -> ()
^bb1():
  %6 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %7 = "llvm.bitcast"(%6) : (i32) -> f32
  "llvm.br"(%7, %1, %0)[^bb3] : (f32, i32, f32) -> ()
^bb2(%8: f32):
  "llvm.br"()[^bb7] : () -> ()
^bb3(%9: f32, %10: i32, %11: f32):
  %12 = "llvm.call"(%11) <{callee = @"cbrtf", isotope.reads}> : (f32) -> f32
  %13 = "llvm.fadd"(%9, %12) : (f32, f32) -> f32
  %15 = "llvm.mlir.constant"() <{value = 1082130432 : i32}> : () -> i32
  %16 = "llvm.bitcast"(%15) : (i32) -> f32
  %14 = "llvm.fcmp"(%13, %16) <{predicate = 2 : i64}> : (f32, f32) -> i1
  "llvm.cond_br"(%14, %13)[^bb4, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, f32) -> ()
^bb4():
  %17 = "llvm.fmul"(%11, %13) : (f32, f32) -> f32
  %18 = "llvm.call"(%17) <{callee = @"cbrtf", isotope.reads}> : (f32) -> f32
  %19 = "llvm.fsub"(%13, %18) : (f32, f32) -> f32
  "llvm.br"(%19)[^bb5] : (f32) -> ()
^bb5(%20: f32):
  %22 = "llvm.mlir.constant"() <{value = 1056964608 : i32}> : () -> i32
  %23 = "llvm.bitcast"(%22) : (i32) -> f32
  %21 = "llvm.fmul"(%11, %23) : (f32, f32) -> f32
  %25 = "llvm.mlir.constant"() <{value = -1 : i32}> : () -> i32
  %24 = "llvm.add"(%10, %25) : (i32, i32) -> i32
  %27 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %26 = "llvm.icmp"(%10, %27) <{predicate = 3 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%26, %20, %20, %24, %21)[^bb6, ^bb3] <{operandSegmentSizes = array<i32: 1, 1, 3>}> : (i1, f32, f32, i32, f32) -> ()
^bb6(%28: f32):
  "llvm.br"(%28)[^bb2] : (f32) -> ()
^bb7():
  "llvm.return"(%8) : (f32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: vector<8xf32>, %1: vector<8xi32>, %2: vector<8xi1>):
  %3 = "llvm.intr.vector.reduce.or"(%2) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%3)[^bb1, ^bb9] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1():
  %5 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %4 = "llvm.icmp"(%1, %5) <{predicate = 4 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %7 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %6 = "llvm.select"(%2, %4, %7) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %8 = "llvm.intr.vector.reduce.or"(%6) : (vector<8xi1>) -> i1
  %9 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %10 = "llvm.bitcast"(%9) : (vector<8xi32>) -> vector<8xf32>
  "llvm.cond_br"(%8, %10)[^bb2, ^bb7] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xf32>) -> ()
^bb2():
  %11 = "llvm.mlir.poison"() : () -> vector<8xf32>
  %12 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %13 = "llvm.bitcast"(%12) : (vector<8xi32>) -> vector<8xf32>
  "llvm.br"(%11, %6, %13, %1, %0)[^bb3] : (vector<8xf32>, vector<8xi1>, vector<8xf32>, vector<8xi32>, vector<8xf32>) -> ()
^bb3(%14: vector<8xf32>, %15: vector<8xi1>, %16: vector<8xf32>, %17: vector<8xi32>, %18: vector<8xf32>):
  %19 = "llvm.call"(%18, %15) <{callee = @"cbrtf", isotope.lanes = "M8v"}> : (vector<8xf32>, vector<8xi1>) -> vector<8xf32>
  %20 = "llvm.fadd"(%16, %19) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %22 = "llvm.mlir.constant"() <{value = dense<[1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432, 1082130432]> : vector<8xi32>}> : () -> vector<8xi32>
  %23 = "llvm.bitcast"(%22) : (vector<8xi32>) -> vector<8xf32>
  %21 = "llvm.fcmp"(%20, %23) <{predicate = 2 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
  %25 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %24 = "llvm.select"(%15, %21, %25) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %26 = "llvm.intr.vector.reduce.or"(%24) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%26, %20)[^bb4, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xf32>) -> ()
^bb4():
  %27 = "llvm.fmul"(%18, %20) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %28 = "llvm.call"(%27, %24) <{callee = @"cbrtf", isotope.lanes = "M8v"}> : (vector<8xf32>, vector<8xi1>) -> vector<8xf32>
  %29 = "llvm.fsub"(%20, %28) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %30 = "llvm.select"(%24, %29, %20) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  "llvm.br"(%30)[^bb5] : (vector<8xf32>) -> ()
^bb5(%31: vector<8xf32>):
  %33 = "llvm.mlir.constant"() <{value = dense<[1056964608, 1056964608, 1056964608, 1056964608, 1056964608, 1056964608, 1056964608, 1056964608]> : vector<8xi32>}> : () -> vector<8xi32>
  %34 = "llvm.bitcast"(%33) : (vector<8xi32>) -> vector<8xf32>
  %32 = "llvm.fmul"(%18, %34) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %36 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi32>}> : () -> vector<8xi32>
  %35 = "llvm.add"(%17, %36) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %38 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %37 = "llvm.icmp"(%17, %38) <{predicate = 3 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %40 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %39 = "llvm.xor"(%37, %40) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %42 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %41 = "llvm.select"(%15, %39, %42) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %43 = "llvm.intr.vector.reduce.or"(%41) : (vector<8xi1>) -> i1
  %44 = "llvm.select"(%15, %31, %14) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  "llvm.cond_br"(%43, %44, %41, %31, %35, %32)[^bb3, ^bb6] <{operandSegmentSizes = array<i32: 1, 5, 0>}> : (i1, vector<8xf32>, vector<8xi1>, vector<8xf32>, vector<8xi32>, vector<8xf32>) -> ()
^bb6():
  %46 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %47 = "llvm.bitcast"(%46) : (vector<8xi32>) -> vector<8xf32>
  %45 = "llvm.select"(%6, %44, %47) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  "llvm.br"(%45)[^bb7] : (vector<8xf32>) -> ()
^bb7(%48: vector<8xf32>):
  "llvm.br"()[^bb8] : () -> ()
^bb8():
  "llvm.return"(%48) : (vector<8xf32>) -> ()
^bb9():
  %49 = "llvm.mlir.poison"() : () -> vector<8xf32>
  "llvm.return"(%49) : (vector<8xf32>) -> ()
}) : () -> ()
}) : () -> ()
