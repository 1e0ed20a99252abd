"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: f32, %1: f32, %2: f32):
  %4 = "llvm.mlir.constant"() <{value = 1086324736 : i32}> : () -> i32
  %5 = "llvm.bitcast"(%4) : (i32) -> f32
  %3 = "llvm.fmul"(%0, %5) : (f32, f32) -> f32
  %6 = "llvm.fptosi"(%3) : (f32) -> i32
  %7 = "llvm.sitofp"(%6) : (i32) -> f32
  %8 = "llvm.fsub"(%3, %7) : (f32, f32) -> f32
  %10 = "llvm.mlir.constant"() <{value = 1065353216 : i32}> : () -> i32
  %11 = "llvm.bitcast"(%10) : (i32) -> f32
  %9 = "llvm.fsub"(%11, %1) : (f32, f32) -> f32
  %12 = "llvm.fmul"(%9, %2) : (f32, f32) -> f32
  %13 = "llvm.fmul"(%8, %1) : (f32, f32) -> f32
  %15 = "llvm.mlir.constant"() <{value = 1065353216 : i32}> : () -> i32
  %16 = "llvm.bitcast"(%15) : (i32) -> f32
  %14 = "llvm.fsub"(%16, %13) : (f32, f32) -> f32
  %17 = "llvm.fmul"(%14, %2) : (f32, f32) -> f32
  %19 = "llvm.mlir.constant"() <{value = 1065353216 : i32}> : () -> i32
  %20 = "llvm.bitcast"(%19) : (i32) -> f32
  %18 = "llvm.fsub"(%20, %8) : (f32, f32) -> f32
  %21 = "llvm.fmul"(%18, %1) : (f32, f32) -> f32
  %23 = "llvm.mlir.constant"() <{value = 1065353216 : i32}> : () -> i32
  %24 = "llvm.bitcast"(%23) : (i32) -> f32
  %22 = "llvm.fsub"(%24, %21) : (f32, f32) -> f32
  %25 = "llvm.fmul"(%22, %2) : (f32, f32) -> f32
  "llvm.br"()[^bb1] : () -> ()
^bb1():
  %27 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %26 = "llvm.icmp"(%6, %27) <{predicate = 2 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%26)[^bb5, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb2():
  %29 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %28 = "llvm.icmp"(%6, %29) <{predicate = 2 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%28)[^bb9, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb3():
  %31 = "llvm.mlir.constant"() <{value = 4 : i32}> : () -> i32
  %30 = "llvm.icmp"(%6, %31) <{predicate = 2 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%30)[^bb10, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb4():
  %33 = "llvm.mlir.constant"() <{value = 4 : i32}> : () -> i32
  %32 = "llvm.icmp"(%6, %33) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%32)[^bb11, ^bb12] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb5():
  %35 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %34 = "llvm.icmp"(%6, %35) <{predicate = 2 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%34)[^bb6, ^bb8] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb6():
  %37 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %36 = "llvm.icmp"(%6, %37) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%36)[^bb7, ^bb12] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb7():
  %39 = "llvm.mlir.constant"() <{value = 1073741824 : i32}> : () -> i32
  %40 = "llvm.bitcast"(%39) : (i32) -> f32
  %38 = "llvm.fmul"(%25, %40) : (f32, f32) -> f32
  %41 = "llvm.fadd"(%38, %2) : (f32, f32) -> f32
  "llvm.br"(%41)[^bb13] : (f32) -> ()
^bb8():
  %42 = "llvm.fadd"(%17, %2) : (f32, f32) -> f32
  "llvm.br"(%42)[^bb13] : (f32) -> ()
^bb9():
  %43 = "llvm.fsub"(%12, %2) : (f32, f32) -> f32
  "llvm.br"(%43)[^bb13] : (f32) -> ()
^bb10():
  %44 = "llvm.fmul"(%12, %17) : (f32, f32) -> f32
  "llvm.br"(%44)[^bb13] : (f32) -> ()
^bb11():
  %45 = "llvm.fsub"(%25, %12) : (f32, f32) -> f32
  "llvm.br"(%45)[^bb13] : (f32) -> ()
^bb12():
  %46 = "llvm.fmul"(%12, %2) : (f32, f32) -> f32
  %47 = "llvm.fsub"(%46, %17) : (f32, f32) -> f32
  "llvm.br"(%47)[^bb13] : (f32) -> ()
^bb13(%48: f32):
  "llvm.return"(%48) : (f32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: f32, %1: f32, %2: f32):
  %4 = "llvm.mlir.constant"() <{value = 1086324736 : i32}> : () -> i32
  %5 = "llvm.bitcast"(%4) : (i32) -> f32
  %3 = "llvm.fmul"(%0, %5) : (f32, f32) -> f32
  %6 = "llvm.fptosi"(%3) : (f32) -> i32
  %7 = "llvm.sitofp"(%6) : (i32) -> f32
  %8 = "llvm.fsub"(%3, %7) : (f32, f32) -> f32
  %10 = "llvm.mlir.constant"() <{value = 1065353216 : i32}> : () -> i32
  %11 = "llvm.bitcast"(%10) : (i32) -> f32
  %9 = "llvm.fsub"(%11, %1) : (f32, f32) -> f32
  %12 = "llvm.fmul"(%9, %2) : (f32, f32) -> f32
  %13 = "llvm.fmul"(%8, %1) : (f32, f32) -> f32
  %15 = "llvm.mlir.constant"() <{value = 1065353216 : i32}> : () -> i32
  %16 = "llvm.bitcast"(%15) : (i32) -> f32
  %14 = "llvm.fsub"(%16, %13) : (f32, f32) -> f32
  %17 = "llvm.fmul"(%14, %2) : (f32, f32) -> f32
  %19 = "llvm.mlir.constant"() <{value = 1065353216 : i32}> : () -> i32
  %20 = "llvm.bitcast"(%19) : (i32) -> f32
  %18 = "llvm.fsub"(%20, %8) : (f32, f32) -> f32
  %21 = "llvm.fmul"(%18, %1) : (f32, f32) -> f32
  %23 = "llvm.mlir.constant"() <{value = 1065353216 : i32}> : () -> i32
  %24 = "llvm.bitcast"(%23) : (i32) -> f32
  %22 = "llvm.fsub"(%24, %21) : (f32, f32) -> f32
  %25 = "llvm.fmul"(%22, %2) : (f32, f32) -> f32
  "llvm.br"()[^bb1] : () -> ()
^bb1():
  %27 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %26 = "llvm.icmp"(%6, %27) <{predicate = 5 : i64}> : (i32, i32) -> i1
  %28 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %29 = "llvm.bitcast"(%28) : (i32) -> f32
  %30 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %31 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%26, %29, %30, %31)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, f32, i1, i1) -> ()
^bb2():
  %33 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %32 = "llvm.icmp"(%6, %33) <{predicate = 5 : i64}> : (i32, i32) -> i1
  %34 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %35 = "llvm.bitcast"(%34) : (i32) -> f32
  %36 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %37 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%32, %35, %36, %37)[^bb4, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, f32, i1, i1) -> ()
^bb3(%38: f32, %39: i1, %40: i1):
  %41 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.cond_br"(%40, %38, %41, %39)[^bb8, ^bb13] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, f32, i1, i1) -> ()
^bb4():
  %43 = "llvm.mlir.constant"() <{value = 4 : i32}> : () -> i32
  %42 = "llvm.icmp"(%6, %43) <{predicate = 5 : i64}> : (i32, i32) -> i1
  %44 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %45 = "llvm.bitcast"(%44) : (i32) -> f32
  %46 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %47 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%42, %45, %46, %47)[^bb6, ^bb19] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, f32, i1, i1) -> ()
^bb5(%48: f32, %49: i1, %50: i1):
  "llvm.cond_br"(%50, %48)[^bb16, ^bb7] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, f32) -> ()
^bb6():
  %52 = "llvm.mlir.constant"() <{value = 4 : i32}> : () -> i32
  %51 = "llvm.icmp"(%6, %52) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %53 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %54 = "llvm.bitcast"(%53) : (i32) -> f32
  %55 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%51, %54, %55)[^bb20, ^bb17] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, f32, i1) -> ()
^bb7(%56: f32):
  %57 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.br"(%56, %49, %57)[^bb3] : (f32, i1, i1) -> ()
^bb8():
  %59 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %58 = "llvm.icmp"(%6, %59) <{predicate = 5 : i64}> : (i32, i32) -> i1
  %60 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %61 = "llvm.bitcast"(%60) : (i32) -> f32
  %62 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%58, %61, %62)[^bb14, ^bb9] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, f32, i1) -> ()
^bb9(%63: f32, %64: i1):
  %65 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.cond_br"(%64, %63, %65, %39)[^bb10, ^bb21] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, f32, i1, i1) -> ()
^bb10():
  %67 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %66 = "llvm.icmp"(%6, %67) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %68 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %69 = "llvm.bitcast"(%68) : (i32) -> f32
  %70 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.br"(%69, %70, %66)[^bb21] : (f32, i1, i1) -> ()
^bb11(%71: f32, %72: i1):
  "llvm.cond_br"(%72, %71)[^bb12, ^bb23] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, f32) -> ()
^bb12():
  %74 = "llvm.mlir.constant"() <{value = 1073741824 : i32}> : () -> i32
  %75 = "llvm.bitcast"(%74) : (i32) -> f32
  %73 = "llvm.fmul"(%25, %75) : (f32, f32) -> f32
  %76 = "llvm.fadd"(%73, %2) : (f32, f32) -> f32
  "llvm.br"(%76)[^bb23] : (f32) -> ()
^bb13(%77: f32, %78: i1, %79: i1):
  "llvm.cond_br"(%79, %77, %78)[^bb22, ^bb11] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, f32, i1) -> ()
^bb14():
  %80 = "llvm.fadd"(%17, %2) : (f32, f32) -> f32
  %81 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.br"(%80, %81)[^bb9] : (f32, i1) -> ()
^bb15(%82: f32):
  %84 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.br"(%82, %83, %84)[^bb5] : (f32, i1, i1) -> ()
^bb16():
  %85 = "llvm.fsub"(%12, %2) : (f32, f32) -> f32
  "llvm.br"(%85)[^bb7] : (f32) -> ()
^bb17(%86: f32, %87: i1):
  %88 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.br"(%86, %87, %88)[^bb19] : (f32, i1, i1) -> ()
^bb18():
  %89 = "llvm.fmul"(%12, %17) : (f32, f32) -> f32
  "llvm.br"(%89)[^bb15] : (f32) -> ()
^bb19(%90: f32, %83: i1, %91: i1):
  "llvm.cond_br"(%91, %90)[^bb18, ^bb15] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, f32) -> ()
^bb20():
  %92 = "llvm.fsub"(%25, %12) : (f32, f32) -> f32
  %93 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.br"(%92, %93)[^bb17] : (f32, i1) -> ()
^bb21(%94: f32, %95: i1, %96: i1):
  "llvm.br"(%94, %95, %96)[^bb13] : (f32, i1, i1) -> ()
^bb22():
  %97 = "llvm.fmul"(%12, %2) : (f32, f32) -> f32
  %98 = "llvm.fsub"(%97, %17) : (f32, f32) -> f32
  %99 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.br"(%98, %99)[^bb11] : (f32, i1) -> ()
^bb23(%100: f32):
  "llvm.return"(%100) : (f32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: vector<8xf32>, %1: vector<8xf32>, %2: vector<8xf32>):
  "llvm.br"()[^bb1] : () -> ()
^bb1():
  %4 = "llvm.mlir.constant"() <{value = dense<[1086324736, 1086324736, 1086324736, 1086324736, 1086324736, 1086324736, 1086324736, 1086324736]> : vector<8xi32>}> : () -> vector<8xi32>
  %5 = "llvm.bitcast"(%4) : (vector<8xi32>) -> vector<8xf32>
  %3 = "llvm.fmul"(%0, %5) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %6 = "llvm.fptosi"(%3) : (vector<8xf32>) -> vector<8xi32>
  %7 = "llvm.sitofp"(%6) : (vector<8xi32>) -> vector<8xf32>
  %8 = "llvm.fsub"(%3, %7) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %10 = "llvm.mlir.constant"() <{value = dense<[1065353216, 1065353216, 1065353216, 1065353216, 1065353216, 1065353216, 1065353216, 1065353216]> : vector<8xi32>}> : () -> vector<8xi32>
  %11 = "llvm.bitcast"(%10) : (vector<8xi32>) -> vector<8xf32>
  %9 = "llvm.fsub"(%11, %1) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %12 = "llvm.fmul"(%9, %2) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %13 = "llvm.fmul"(%8, %1) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %15 = "llvm.mlir.constant"() <{value = dense<[1065353216, 1065353216, 1065353216, 1065353216, 1065353216, 1065353216, 1065353216, 1065353216]> : vector<8xi32>}> : () -> vector<8xi32>
  %16 = "llvm.bitcast"(%15) : (vector<8xi32>) -> vector<8xf32>
  %14 = "llvm.fsub"(%16, %13) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %17 = "llvm.fmul"(%14, %2) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %19 = "llvm.mlir.constant"() <{value = dense<[1065353216, 1065353216, 1065353216, 1065353216, 1065353216, 1065353216, 1065353216, 1065353216]> : vector<8xi32>}> : () -> vector<8xi32>
  %20 = "llvm.bitcast"(%19) : (vector<8xi32>) -> vector<8xf32>
  %18 = "llvm.fsub"(%20, %8) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %21 = "llvm.fmul"(%18, %1) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %23 = "llvm.mlir.constant"() <{value = dense<[1065353216, 1065353216, 1065353216, 1065353216, 1065353216, 1065353216, 1065353216, 1065353216]> : vector<8xi32>}> : () -> vector<8xi32>
  %24 = "llvm.bitcast"(%23) : (vector<8xi32>) -> vector<8xf32>
  %22 = "llvm.fsub"(%24, %21) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %25 = "llvm.fmul"(%22, %2) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  "llvm.br"()[^bb2] : () -> ()
^bb2():
  %27 = "llvm.mlir.constant"() <{value = dense<[2, 2, 2, 2, 2, 2, 2, 2]> : vector<8xi32>}> : () -> vector<8xi32>
  %26 = "llvm.icmp"(%6, %27) <{predicate = 5 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %28 = "llvm.intr.vector.reduce.or"(%26) : (vector<8xi1>) -> i1
  %29 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %30 = "llvm.bitcast"(%29) : (vector<8xi32>) -> vector<8xf32>
  %31 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %32 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%28, %30, %31, %32)[^bb3, ^bb14] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, vector<8xf32>, vector<8xi1>, vector<8xi1>) -> ()
^bb3():
  %34 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %33 = "llvm.icmp"(%6, %34) <{predicate = 5 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %36 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %35 = "llvm.select"(%26, %33, %36) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %37 = "llvm.intr.vector.reduce.or"(%35) : (vector<8xi1>) -> i1
  %38 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %39 = "llvm.bitcast"(%38) : (vector<8xi32>) -> vector<8xf32>
  %40 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %41 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%37, %39, %40, %41)[^bb4, ^bb11] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, vector<8xf32>, vector<8xi1>, vector<8xi1>) -> ()
^bb4():
  %43 = "llvm.mlir.constant"() <{value = dense<[4, 4, 4, 4, 4, 4, 4, 4]> : vector<8xi32>}> : () -> vector<8xi32>
  %42 = "llvm.icmp"(%6, %43) <{predicate = 5 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %45 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %44 = "llvm.select"(%35, %42, %45) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %46 = "llvm.intr.vector.reduce.or"(%44) : (vector<8xi1>) -> i1
  %47 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %48 = "llvm.bitcast"(%47) : (vector<8xi32>) -> vector<8xf32>
  %49 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %50 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%46, %48, %49, %50)[^bb5, ^bb8] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, vector<8xf32>, vector<8xi1>, vector<8xi1>) -> ()
^bb5():
  %52 = "llvm.mlir.constant"() <{value = dense<[4, 4, 4, 4, 4, 4, 4, 4]> : vector<8xi32>}> : () -> vector<8xi32>
  %51 = "llvm.icmp"(%6, %52) <{predicate = 0 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %54 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %53 = "llvm.select"(%44, %51, %54) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %55 = "llvm.intr.vector.reduce.or"(%53) : (vector<8xi1>) -> i1
  %56 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %57 = "llvm.bitcast"(%56) : (vector<8xi32>) -> vector<8xf32>
  %58 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%55, %57, %58)[^bb6, ^bb7] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, vector<8xf32>, vector<8xi1>) -> ()
^bb6():
  %59 = "llvm.fsub"(%25, %12) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %61 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %62 = "llvm.bitcast"(%61) : (vector<8xi32>) -> vector<8xf32>
  %60 = "llvm.select"(%53, %59, %62) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %64 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %65 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %63 = "llvm.select"(%53, %64, %65) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%60, %63)[^bb7] : (vector<8xf32>, vector<8xi1>) -> ()
^bb7(%66: vector<8xf32>, %67: vector<8xi1>):
  %69 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %70 = "llvm.bitcast"(%69) : (vector<8xi32>) -> vector<8xf32>
  %68 = "llvm.select"(%44, %66, %70) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %72 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %71 = "llvm.select"(%44, %67, %72) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %74 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %75 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %73 = "llvm.select"(%44, %74, %75) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%68, %71, %73)[^bb8] : (vector<8xf32>, vector<8xi1>, vector<8xi1>) -> ()
^bb8(%76: vector<8xf32>, %77: vector<8xi1>, %78: vector<8xi1>):
  %80 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %79 = "llvm.select"(%35, %78, %80) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %81 = "llvm.intr.vector.reduce.or"(%79) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%81, %76)[^bb9, ^bb10] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xf32>) -> ()
^bb9():
  %82 = "llvm.fmul"(%12, %17) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %83 = "llvm.select"(%79, %82, %76) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  "llvm.br"(%83)[^bb10] : (vector<8xf32>) -> ()
^bb10(%84: vector<8xf32>):
  %86 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %87 = "llvm.bitcast"(%86) : (vector<8xi32>) -> vector<8xf32>
  %85 = "llvm.select"(%35, %84, %87) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %89 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %88 = "llvm.select"(%35, %77, %89) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %91 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %92 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %90 = "llvm.select"(%35, %91, %92) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%85, %88, %90)[^bb11] : (vector<8xf32>, vector<8xi1>, vector<8xi1>) -> ()
^bb11(%93: vector<8xf32>, %94: vector<8xi1>, %95: vector<8xi1>):
  %97 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %96 = "llvm.select"(%26, %95, %97) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %98 = "llvm.intr.vector.reduce.or"(%96) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%98, %93)[^bb12, ^bb13] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xf32>) -> ()
^bb12():
  %99 = "llvm.fsub"(%12, %2) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %100 = "llvm.select"(%96, %99, %93) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  "llvm.br"(%100)[^bb13] : (vector<8xf32>) -> ()
^bb13(%101: vector<8xf32>):
  %103 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %104 = "llvm.bitcast"(%103) : (vector<8xi32>) -> vector<8xf32>
  %102 = "llvm.select"(%26, %101, %104) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %106 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %105 = "llvm.select"(%26, %94, %106) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %108 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %109 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %107 = "llvm.select"(%26, %108, %109) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%102, %105, %107)[^bb14] : (vector<8xf32>, vector<8xi1>, vector<8xi1>) -> ()
^bb14(%110: vector<8xf32>, %111: vector<8xi1>, %112: vector<8xi1>):
  %113 = "llvm.intr.vector.reduce.or"(%112) : (vector<8xi1>) -> i1
  %114 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%113, %110, %114, %111)[^bb15, ^bb20] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, vector<8xf32>, vector<8xi1>, vector<8xi1>) -> ()
^bb15():
  %116 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %115 = "llvm.icmp"(%6, %116) <{predicate = 5 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %118 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %117 = "llvm.select"(%112, %115, %118) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %119 = "llvm.intr.vector.reduce.or"(%117) : (vector<8xi1>) -> i1
  %120 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %121 = "llvm.bitcast"(%120) : (vector<8xi32>) -> vector<8xf32>
  %122 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%119, %121, %122)[^bb16, ^bb17] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, vector<8xf32>, vector<8xi1>) -> ()
^bb16():
  %123 = "llvm.fadd"(%17, %2) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %125 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %126 = "llvm.bitcast"(%125) : (vector<8xi32>) -> vector<8xf32>
  %124 = "llvm.select"(%117, %123, %126) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %128 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %129 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %127 = "llvm.select"(%117, %128, %129) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%124, %127)[^bb17] : (vector<8xf32>, vector<8xi1>) -> ()
^bb17(%130: vector<8xf32>, %131: vector<8xi1>):
  %133 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %132 = "llvm.select"(%112, %131, %133) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %134 = "llvm.intr.vector.reduce.or"(%132) : (vector<8xi1>) -> i1
  %135 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%134, %130, %135, %111)[^bb18, ^bb19] <{operandSegmentSizes = array<i32: 1, 0, 3>}> : (i1, vector<8xf32>, vector<8xi1>, vector<8xi1>) -> ()
^bb18():
  %137 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %136 = "llvm.icmp"(%6, %137) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %139 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %140 = "llvm.bitcast"(%139) : (vector<8xi32>) -> vector<8xf32>
  %138 = "llvm.select"(%132, %140, %130) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %142 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %143 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %141 = "llvm.select"(%132, %142, %143) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %144 = "llvm.select"(%132, %136, %111) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%138, %141, %144)[^bb19] : (vector<8xf32>, vector<8xi1>, vector<8xi1>) -> ()
^bb19(%145: vector<8xf32>, %146: vector<8xi1>, %147: vector<8xi1>):
  %148 = "llvm.select"(%112, %145, %110) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %150 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %149 = "llvm.select"(%112, %146, %150) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %151 = "llvm.select"(%112, %147, %111) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%148, %149, %151)[^bb20] : (vector<8xf32>, vector<8xi1>, vector<8xi1>) -> ()
^bb20(%152: vector<8xf32>, %153: vector<8xi1>, %154: vector<8xi1>):
  %155 = "llvm.intr.vector.reduce.or"(%154) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%155, %152, %153)[^bb21, ^bb22] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, vector<8xf32>, vector<8xi1>) -> ()
^bb21():
  %156 = "llvm.fmul"(%12, %2) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %157 = "llvm.fsub"(%156, %17) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %158 = "llvm.select"(%154, %157, %152) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %160 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %159 = "llvm.select"(%154, %160, %153) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%158, %159)[^bb22] : (vector<8xf32>, vector<8xi1>) -> ()
^bb22(%161: vector<8xf32>, %162: vector<8xi1>):
  %163 = "llvm.intr.vector.reduce.or"(%162) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%163, %161)[^bb23, ^bb24] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xf32>) -> ()
^bb23():
  %165 = "llvm.mlir.constant"() <{value = dense<[1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824]> : vector<8xi32>}> : () -> vector<8xi32>
  %166 = "llvm.bitcast"(%165) : (vector<8xi32>) -> vector<8xf32>
  %164 = "llvm.fmul"(%25, %166) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %167 = "llvm.fadd"(%164, %2) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %168 = "llvm.select"(%162, %167, %161) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  "llvm.br"(%168)[^bb24] : (vector<8xf32>) -> ()
^bb24(%169: vector<8xf32>):
  "llvm.return"(%169) : (vector<8xf32>) -> ()
}) : () -> ()
}) : () -> ()
