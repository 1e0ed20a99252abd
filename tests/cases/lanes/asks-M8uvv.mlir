"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: !llvm.ptr, %1: i32, %2: i32):
  %3 = "llvm.call"(%1) <{callee = @"steps", isotope.reads}> : (i32) -> i32
  %5 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  %4 = "llvm.and"(%2, %5) : (i32, i32) -> i32
  %7 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %6 = "llvm.icmp"(%4, %7) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %8 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.cond_br"(%6, %3, %8, %3)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
^bb1(%9: i32):
  %11 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %10 = "llvm.icmp"(%2, %11) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %12 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.cond_br"(%10, %12)[^bb6, ^bb7] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb2(%13: i32, %14: i32):
  %15 = "llvm.add"(%13, %1) : (i32, i32) -> i32
  %17 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %16 = "llvm.and"(%15, %17) : (i32, i32) -> i32
  %19 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %18 = "llvm.icmp"(%16, %19) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%18)[^bb4, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb3():
  %20 = "llvm.sub"(%1, %13) : (i32, i32) -> i32
  %21 = "llvm.call"(%20) <{callee = @"elsewhere"}> : (i32) -> i32
  "llvm.br"(%21)[^bb5] : (i32) -> ()
^bb4():
  %23 = "llvm.mlir.constant"() <{value = 63 : i32}> : () -> i32
  %22 = "llvm.and"(%14, %23) : (i32, i32) -> i32
  %24 = "llvm.call"(%22) <{callee = @"steps", isotope.reads}> : (i32) -> i32
  "llvm.br"(%24)[^bb5] : (i32) -> ()
^bb5(%25: i32):
  %26 = "llvm.add"(%25, %14) : (i32, i32) -> i32
  %28 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %27 = "llvm.add"(%13, %28) <{isotope.promises}> : (i32, i32) -> i32
  %29 = "llvm.icmp"(%27, %4) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%29, %26, %27, %26)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
^bb6():
  %30 = "llvm.call"(%0) <{callee = @"reads", isotope.reads}> : (!llvm.ptr) -> i32
  "llvm.br"(%30)[^bb7] : (i32) -> ()
^bb7(%31: i32):
  %32 = "llvm.add"(%31, %9) : (i32, i32) -> i32
  "llvm.return"(%32) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: !llvm.ptr, %1: i32, %2: i32):
  %3 = "llvm.call"(%1) <{callee = @"steps", isotope.reads}> : (i32) -> i32
  %5 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  %4 = "llvm.and"(%2, %5) : (i32, i32) -> i32
  %7 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %6 = "llvm.icmp"(%4, %7) <{predicate = 1 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%6, %3)[^bb1, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb1():
  %8 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%8, %3)[^bb5] : (i32, i32) -> ()
^bb2(%9: i32):
  "llvm.br"(%9)[^bb4] : (i32) -> ()
^bb3():
  %11 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %10 = "llvm.icmp"(%2, %11) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %12 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.cond_br"(%10, %12)[^bb10, ^bb11] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb4(%13: i32):
  "llvm.br"()[^bb3] : () -> ()
^bb5(%14: i32, %15: i32):
  %16 = "llvm.add"(%14, %1) : (i32, i32) -> i32
  %18 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %17 = "llvm.and"(%16, %18) : (i32, i32) -> i32
  %20 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %19 = "llvm.icmp"(%17, %20) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %21 = "llvm.mlir.poison"() : () -> i32
  %22 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%19, %21, %22)[^bb6, ^bb7] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, i32, i1) -> ()
^bb6():
  %23 = "llvm.sub"(%1, %14) : (i32, i32) -> i32
  %24 = "llvm.call"(%23) <{callee = @"elsewhere"}> : (i32) -> i32
  %25 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.br"(%24, %25)[^bb7] : (i32, i1) -> ()
^bb7(%26: i32, %27: i1):
  "llvm.cond_br"(%27, %26)[^bb8, ^bb9] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb8():
  %29 = "llvm.mlir.constant"() <{value = 63 : i32}> : () -> i32
  %28 = "llvm.and"(%15, %29) : (i32, i32) -> i32
  %30 = "llvm.call"(%28) <{callee = @"steps", isotope.reads}> : (i32) -> i32
  "llvm.br"(%30)[^bb9] : (i32) -> ()
^bb9(%31: i32):
  %32 = "llvm.add"(%31, %15) : (i32, i32) -> i32
  %34 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %33 = "llvm.add"(%14, %34) : (i32, i32) -> i32
  %35 = "llvm.icmp"(%33, %4) <{predicate = 0 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%35, %32, %33, %32)[^bb2, ^bb5] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
^bb10():
  %36 = "llvm.call"(%0) <{callee = @"reads", isotope.reads}> : (!llvm.ptr) -> i32
  "llvm.br"(%36)[^bb11] : (i32) -> ()
^bb11(%37: i32):
  %38 = "llvm.add"(%37, %13) : (i32, i32) -> i32
  "llvm.return"(%38) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: !llvm.ptr, %1: vector<8xi32>, %2: vector<8xi32>, %3: vector<8xi1>):
  %4 = "llvm.intr.vector.reduce.or"(%3) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%4)[^bb1, ^bb13] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1():
  %5 = "llvm.call"(%1, %3) <{callee = @"steps", isotope.lanes = "M8v"}> : (vector<8xi32>, vector<8xi1>) -> vector<8xi32>
  %7 = "llvm.mlir.constant"() <{value = dense<[7, 7, 7, 7, 7, 7, 7, 7]> : vector<8xi32>}> : () -> vector<8xi32>
  %6 = "llvm.and"(%2, %7) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %9 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %8 = "llvm.icmp"(%6, %9) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %11 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %10 = "llvm.select"(%3, %8, %11) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %12 = "llvm.intr.vector.reduce.or"(%10) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%12, %5)[^bb2, ^bb9] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xi32>) -> ()
^bb2():
  %13 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %14 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%13, %10, %14, %5)[^bb3] : (vector<8xi32>, vector<8xi1>, i32, vector<8xi32>) -> ()
^bb3(%15: vector<8xi32>, %16: vector<8xi1>, %17: i32, %18: vector<8xi32>):
  %20 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %21 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %19 = "llvm.insertelement"(%20, %17, %21) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %23 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %22 = "llvm.shufflevector"(%19, %23) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %24 = "llvm.add"(%22, %1) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %26 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %25 = "llvm.and"(%24, %26) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %28 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %27 = "llvm.icmp"(%25, %28) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %30 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %29 = "llvm.select"(%16, %27, %30) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %31 = "llvm.intr.vector.reduce.or"(%29) : (vector<8xi1>) -> i1
  %32 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %33 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%31, %32, %33)[^bb4, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, vector<8xi32>, vector<8xi1>) -> ()
^bb4():
  %35 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %36 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %34 = "llvm.insertelement"(%35, %17, %36) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %38 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %37 = "llvm.shufflevector"(%34, %38) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %39 = "llvm.sub"(%1, %37) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %40 = "llvm.call"(%39, %29) <{callee = @"elsewhere", isotope.lanes = "M8v"}> : (vector<8xi32>, vector<8xi1>) -> vector<8xi32>
  %42 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %43 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %41 = "llvm.select"(%29, %42, %43) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%40, %41)[^bb5] : (vector<8xi32>, vector<8xi1>) -> ()
^bb5(%44: vector<8xi32>, %45: vector<8xi1>):
  %47 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %46 = "llvm.select"(%16, %45, %47) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %48 = "llvm.intr.vector.reduce.or"(%46) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%48, %44)[^bb6, ^bb7] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xi32>) -> ()
^bb6():
  %50 = "llvm.mlir.constant"() <{value = dense<[63, 63, 63, 63, 63, 63, 63, 63]> : vector<8xi32>}> : () -> vector<8xi32>
  %49 = "llvm.and"(%18, %50) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %51 = "llvm.call"(%49, %46) <{callee = @"steps", isotope.lanes = "M8v"}> : (vector<8xi32>, vector<8xi1>) -> vector<8xi32>
  %52 = "llvm.select"(%46, %51, %44) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%52)[^bb7] : (vector<8xi32>) -> ()
^bb7(%53: vector<8xi32>):
  %54 = "llvm.add"(%53, %18) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %56 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %55 = "llvm.add"(%17, %56) : (i32, i32) -> i32
  %58 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %59 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %57 = "llvm.insertelement"(%58, %55, %59) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %61 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %60 = "llvm.shufflevector"(%57, %61) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %62 = "llvm.icmp"(%60, %6) <{predicate = 0 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %64 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %63 = "llvm.xor"(%62, %64) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %66 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %65 = "llvm.select"(%16, %63, %66) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %67 = "llvm.intr.vector.reduce.or"(%65) : (vector<8xi1>) -> i1
  %68 = "llvm.select"(%16, %54, %15) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.cond_br"(%67, %68, %65, %55, %54)[^bb3, ^bb8] <{operandSegmentSizes = array<i32: 1, 4, 0>}> : (i1, vector<8xi32>, vector<8xi1>, i32, vector<8xi32>) -> ()
^bb8():
  %69 = "llvm.select"(%10, %68, %5) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%69)[^bb9] : (vector<8xi32>) -> ()
^bb9(%70: vector<8xi32>):
  "llvm.br"()[^bb10] : () -> ()
^bb10():
  %72 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3]> : vector<8xi32>}> : () -> vector<8xi32>
  %71 = "llvm.icmp"(%2, %72) <{predicate = 4 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %74 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %73 = "llvm.select"(%3, %71, %74) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %75 = "llvm.intr.vector.reduce.or"(%73) : (vector<8xi1>) -> i1
  %76 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  "llvm.cond_br"(%75, %76)[^bb11, ^bb12] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xi32>) -> ()
^bb11():
  %77 = "llvm.call"(%0) <{callee = @"reads", isotope.reads}> : (!llvm.ptr) -> i32
  %79 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %80 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %78 = "llvm.insertelement"(%79, %77, %80) : (vector<8xi32>, i32, i64) -> vector<8xi32>
  %82 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %81 = "llvm.shufflevector"(%78, %82) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %84 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %83 = "llvm.select"(%73, %81, %84) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%83)[^bb12] : (vector<8xi32>) -> ()
^bb12(%85: vector<8xi32>):
  %86 = "llvm.add"(%85, %70) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.return"(%86) : (vector<8xi32>) -> ()
^bb13():
  %87 = "llvm.mlir.poison"() : () -> vector<8xi32>
  "llvm.return"(%87) : (vector<8xi32>) -> ()
}) : () -> ()
}) : () -> ()
