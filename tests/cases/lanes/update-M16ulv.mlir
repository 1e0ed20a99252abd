"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: !llvm.ptr, %1: i64, %2: i32):
  %4 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %5 = "llvm.mul"(%1, %4) : (i64, i64) -> i64
  %6 = "llvm.getelementptr"(%0, %5) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %7 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %3 = "llvm.getelementptr"(%6, %7) <{elem_type = i8, isotope.promises}> : (!llvm.ptr, i64) -> !llvm.ptr
  %9 = "llvm.mlir.constant"() <{value = 64 : i64}> : () -> i64
  %10 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %11 = "llvm.mul"(%9, %10) : (i64, i64) -> i64
  %12 = "llvm.getelementptr"(%3, %11) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %13 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %8 = "llvm.getelementptr"(%12, %13) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %14 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %15 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%2, %14, %15)[^bb1] : (i32, i32, i32) -> ()
^bb1(%16: i32, %17: i32, %18: i32):
  %20 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  %19 = "llvm.icmp"(%16, %20) <{predicate = 4 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%19, %17)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb2():
  %21 = "llvm.load"(%3) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %22 = "llvm.add"(%21, %16) <{isotope.promises}> : (i32, i32) -> i32
  "llvm.store"(%22, %3) <{isotope.promises, alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %23 = "llvm.load"(%8) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %24 = "llvm.sdiv"(%23, %16) : (i32, i32) -> i32
  %25 = "llvm.add"(%24, %17) <{isotope.promises}> : (i32, i32) -> i32
  "llvm.br"(%25)[^bb3] : (i32) -> ()
^bb3(%26: i32):
  %28 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %27 = "llvm.and"(%16, %28) : (i32, i32) -> i32
  %30 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %29 = "llvm.icmp"(%27, %30) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %32 = "llvm.mlir.constant"() <{value = -5 : i32}> : () -> i32
  %33 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %31 = "llvm.select"(%29, %32, %33) : (i1, i32, i32) -> i32
  %34 = "llvm.add"(%31, %16) <{isotope.promises}> : (i32, i32) -> i32
  %36 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %35 = "llvm.add"(%18, %36) <{isotope.promises}> : (i32, i32) -> i32
  %38 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %37 = "llvm.icmp"(%34, %38) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %40 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
  %39 = "llvm.icmp"(%18, %40) <{predicate = 6 : i64}> : (i32, i32) -> i1
  %42 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %41 = "llvm.select"(%37, %39, %42) : (i1, i1, i1) -> i1
  "llvm.cond_br"(%41, %34, %26, %35)[^bb1, ^bb4] <{operandSegmentSizes = array<i32: 1, 3, 0>}> : (i1, i32, i32, i32) -> ()
^bb4():
  "llvm.return"(%26) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: !llvm.ptr, %1: i64, %2: i32):
  %4 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %5 = "llvm.mul"(%1, %4) : (i64, i64) -> i64
  %6 = "llvm.getelementptr"(%0, %5) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %7 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %3 = "llvm.getelementptr"(%6, %7) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %9 = "llvm.mlir.constant"() <{value = 64 : i64}> : () -> i64
  %10 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %11 = "llvm.mul"(%9, %10) : (i64, i64) -> i64
  %12 = "llvm.getelementptr"(%3, %11) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %13 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %8 = "llvm.getelementptr"(%12, %13) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %14 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %15 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%2, %14, %15)[^bb1] : (i32, i32, i32) -> ()
^bb1(%16: i32, %17: i32, %18: i32):
  %20 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
  %19 = "llvm.icmp"(%16, %20) <{predicate = 4 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%19, %17)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb2():
  %21 = "llvm.load"(%3) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %22 = "llvm.add"(%21, %16) : (i32, i32) -> i32
  "llvm.store"(%22, %3) <{alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()
  %23 = "llvm.load"(%8) <{alignment = 4 : i64}> : (!llvm.ptr) -> i32
  %24 = "llvm.sdiv"(%23, %16) : (i32, i32) -> i32
  %25 = "llvm.add"(%24, %17) : (i32, i32) -> i32
  "llvm.br"(%25)[^bb3] : (i32) -> ()
^bb3(%26: i32):
  %28 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %27 = "llvm.and"(%16, %28) : (i32, i32) -> i32
  %30 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %29 = "llvm.icmp"(%27, %30) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %32 = "llvm.mlir.constant"() <{value = -5 : i32}> : () -> i32
  %33 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %31 = "llvm.select"(%29, %32, %33) : (i1, i32, i32) -> i32
  %34 = "llvm.add"(%31, %16) : (i32, i32) -> i32
  %36 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %35 = "llvm.add"(%18, %36) : (i32, i32) -> i32
  %38 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %37 = "llvm.icmp"(%34, %38) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %40 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
  %39 = "llvm.icmp"(%18, %40) <{predicate = 6 : i64}> : (i32, i32) -> i1
  %42 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %41 = "llvm.select"(%37, %39, %42) : (i1, i1, i1) -> i1
  %44 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  %43 = "llvm.xor"(%41, %44) : (i1, i1) -> i1
  "llvm.cond_br"(%43, %26, %34, %26, %35)[^bb4, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 3>}> : (i1, i32, i32, i32, i32) -> ()
^bb4(%45: i32):
  "llvm.return"(%45) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: !llvm.ptr, %1: i64, %2: vector<16xi32>, %3: vector<16xi1>):
  %4 = "llvm.intr.vector.reduce.or"(%3) : (vector<16xi1>) -> i1
  "llvm.cond_br"(%4)[^bb1, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1():
  %6 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %7 = "llvm.mul"(%1, %6) : (i64, i64) -> i64
  %8 = "llvm.getelementptr"(%0, %7) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %9 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %5 = "llvm.getelementptr"(%8, %9) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %11 = "llvm.mlir.constant"() <{value = 64 : i64}> : () -> i64
  %12 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %13 = "llvm.mul"(%11, %12) : (i64, i64) -> i64
  %14 = "llvm.getelementptr"(%5, %13) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %15 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %10 = "llvm.getelementptr"(%14, %15) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %16 = "llvm.mlir.poison"() : () -> vector<16xi32>
  %17 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : vector<16xi32>}> : () -> vector<16xi32>
  %18 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%16, %3, %2, %17, %18)[^bb2] : (vector<16xi32>, vector<16xi1>, vector<16xi32>, vector<16xi32>, i32) -> ()
^bb2(%19: vector<16xi32>, %20: vector<16xi1>, %21: vector<16xi32>, %22: vector<16xi32>, %23: i32):
  %25 = "llvm.mlir.constant"() <{value = dense<[7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : vector<16xi32>}> : () -> vector<16xi32>
  %24 = "llvm.icmp"(%21, %25) <{predicate = 4 : i64}> : (vector<16xi32>, vector<16xi32>) -> vector<16xi1>
  %27 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : vector<16xi1>}> : () -> vector<16xi1>
  %26 = "llvm.select"(%20, %24, %27) : (vector<16xi1>, vector<16xi1>, vector<16xi1>) -> vector<16xi1>
  %28 = "llvm.intr.vector.reduce.or"(%26) : (vector<16xi1>) -> i1
  "llvm.cond_br"(%28, %22)[^bb3, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<16xi32>) -> ()
^bb3():
  %30 = "llvm.mlir.poison"() : () -> vector<16xi32>
  %29 = "llvm.intr.masked.load"(%5, %26, %30) <{alignment = 4 : i64}> : (!llvm.ptr, vector<16xi1>, vector<16xi32>) -> vector<16xi32>
  %31 = "llvm.add"(%29, %21) : (vector<16xi32>, vector<16xi32>) -> vector<16xi32>
  "llvm.intr.masked.store"(%31, %5, %26) <{alignment = 4 : i64}> : (vector<16xi32>, !llvm.ptr, vector<16xi1>) -> ()
  %33 = "llvm.mlir.poison"() : () -> vector<16xi32>
  %32 = "llvm.intr.masked.load"(%10, %26, %33) <{alignment = 4 : i64}> : (!llvm.ptr, vector<16xi1>, vector<16xi32>) -> vector<16xi32>
  %35 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]> : vector<16xi32>}> : () -> vector<16xi32>
  %34 = "llvm.select"(%26, %21, %35) : (vector<16xi1>, vector<16xi32>, vector<16xi32>) -> vector<16xi32>
  %36 = "llvm.sdiv"(%32, %34) : (vector<16xi32>, vector<16xi32>) -> vector<16xi32>
  %37 = "llvm.add"(%36, %22) : (vector<16xi32>, vector<16xi32>) -> vector<16xi32>
  %38 = "llvm.select"(%26, %37, %22) : (vector<16xi1>, vector<16xi32>, vector<16xi32>) -> vector<16xi32>
  "llvm.br"(%38)[^bb4] : (vector<16xi32>) -> ()
^bb4(%39: vector<16xi32>):
  %41 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]> : vector<16xi32>}> : () -> vector<16xi32>
  %40 = "llvm.and"(%21, %41) : (vector<16xi32>, vector<16xi32>) -> vector<16xi32>
  %43 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : vector<16xi32>}> : () -> vector<16xi32>
  %42 = "llvm.icmp"(%40, %43) <{predicate = 0 : i64}> : (vector<16xi32>, vector<16xi32>) -> vector<16xi1>
  %45 = "llvm.mlir.constant"() <{value = dense<[-5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5]> : vector<16xi32>}> : () -> vector<16xi32>
  %46 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]> : vector<16xi32>}> : () -> vector<16xi32>
  %44 = "llvm.select"(%42, %45, %46) : (vector<16xi1>, vector<16xi32>, vector<16xi32>) -> vector<16xi32>
  %47 = "llvm.add"(%44, %21) : (vector<16xi32>, vector<16xi32>) -> vector<16xi32>
  %49 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %48 = "llvm.add"(%23, %49) : (i32, i32) -> i32
  %51 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]> : vector<16xi32>}> : () -> vector<16xi32>
  %50 = "llvm.icmp"(%47, %51) <{predicate = 4 : i64}> : (vector<16xi32>, vector<16xi32>) -> vector<16xi1>
  %53 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
  %52 = "llvm.icmp"(%23, %53) <{predicate = 6 : i64}> : (i32, i32) -> i1
  %55 = "llvm.mlir.poison"() : () -> vector<16xi1>
  %56 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %54 = "llvm.insertelement"(%55, %52, %56) : (vector<16xi1>, i1, i64) -> vector<16xi1>
  %58 = "llvm.mlir.poison"() : () -> vector<16xi1>
  %57 = "llvm.shufflevector"(%54, %58) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<16xi1>, vector<16xi1>) -> vector<16xi1>
  %60 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : vector<16xi1>}> : () -> vector<16xi1>
  %59 = "llvm.select"(%50, %57, %60) : (vector<16xi1>, vector<16xi1>, vector<16xi1>) -> vector<16xi1>
  %62 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]> : vector<16xi1>}> : () -> vector<16xi1>
  %61 = "llvm.xor"(%59, %62) : (vector<16xi1>, vector<16xi1>) -> vector<16xi1>
  %64 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : vector<16xi1>}> : () -> vector<16xi1>
  %63 = "llvm.select"(%20, %50, %64) : (vector<16xi1>, vector<16xi1>, vector<16xi1>) -> vector<16xi1>
  %65 = "llvm.intr.vector.reduce.or"(%63) : (vector<16xi1>) -> i1
  %66 = "llvm.freeze"(%65) : (i1) -> i1
  %68 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %67 = "llvm.select"(%66, %52, %68) : (i1, i1, i1) -> i1
  %69 = "llvm.select"(%20, %39, %19) : (vector<16xi1>, vector<16xi32>, vector<16xi32>) -> vector<16xi32>
  "llvm.cond_br"(%67, %69, %63, %47, %39, %48)[^bb2, ^bb5] <{operandSegmentSizes = array<i32: 1, 5, 0>}> : (i1, vector<16xi32>, vector<16xi1>, vector<16xi32>, vector<16xi32>, i32) -> ()
^bb5():
  "llvm.return"(%69) : (vector<16xi32>) -> ()
^bb6():
  %70 = "llvm.mlir.poison"() : () -> vector<16xi32>
  "llvm.return"(%70) : (vector<16xi32>) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "registers"}> ({
^bb0(%0: !llvm.ptr, %1: i64, %2: vector<16xi32>, %3: vector<16xi1>):
  %5 = "llvm.mlir.poison"() : () -> vector<16xi32>
  %4 = "llvm.shufflevector"(%2, %5) <{mask = array<i32: 0, 1, 2, 3>}> : (vector<16xi32>, vector<16xi32>) -> vector<4xi32>
  %7 = "llvm.mlir.poison"() : () -> vector<16xi32>
  %6 = "llvm.shufflevector"(%2, %7) <{mask = array<i32: 4, 5, 6, 7>}> : (vector<16xi32>, vector<16xi32>) -> vector<4xi32>
  %9 = "llvm.mlir.poison"() : () -> vector<16xi32>
  %8 = "llvm.shufflevector"(%2, %9) <{mask = array<i32: 8, 9, 10, 11>}> : (vector<16xi32>, vector<16xi32>) -> vector<4xi32>
  %11 = "llvm.mlir.poison"() : () -> vector<16xi32>
  %10 = "llvm.shufflevector"(%2, %11) <{mask = array<i32: 12, 13, 14, 15>}> : (vector<16xi32>, vector<16xi32>) -> vector<4xi32>
  %13 = "llvm.mlir.poison"() : () -> vector<16xi1>
  %12 = "llvm.shufflevector"(%3, %13) <{mask = array<i32: 0, 1, 2, 3>}> : (vector<16xi1>, vector<16xi1>) -> vector<4xi1>
  %15 = "llvm.mlir.poison"() : () -> vector<16xi1>
  %14 = "llvm.shufflevector"(%3, %15) <{mask = array<i32: 4, 5, 6, 7>}> : (vector<16xi1>, vector<16xi1>) -> vector<4xi1>
  %17 = "llvm.mlir.poison"() : () -> vector<16xi1>
  %16 = "llvm.shufflevector"(%3, %17) <{mask = array<i32: 8, 9, 10, 11>}> : (vector<16xi1>, vector<16xi1>) -> vector<4xi1>
  %19 = "llvm.mlir.poison"() : () -> vector<16xi1>
  %18 = "llvm.shufflevector"(%3, %19) <{mask = array<i32: 12, 13, 14, 15>}> : (vector<16xi1>, vector<16xi1>) -> vector<4xi1>
  %20 = "llvm.or"(%12, %14) : (vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %21 = "llvm.or"(%20, %16) : (vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %22 = "llvm.or"(%21, %18) : (vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %23 = "llvm.intr.vector.reduce.or"(%22) : (vector<4xi1>) -> i1
  "llvm.cond_br"(%23)[^bb1, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1():
  %25 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %26 = "llvm.mul"(%1, %25) : (i64, i64) -> i64
  %27 = "llvm.getelementptr"(%0, %26) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %28 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %24 = "llvm.getelementptr"(%27, %28) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %30 = "llvm.mlir.constant"() <{value = 64 : i64}> : () -> i64
  %31 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %32 = "llvm.mul"(%30, %31) : (i64, i64) -> i64
  %33 = "llvm.getelementptr"(%24, %32) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %34 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %29 = "llvm.getelementptr"(%33, %34) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %35 = "llvm.mlir.poison"() : () -> vector<4xi32>
  %36 = "llvm.mlir.poison"() : () -> vector<4xi32>
  %37 = "llvm.mlir.poison"() : () -> vector<4xi32>
  %38 = "llvm.mlir.poison"() : () -> vector<4xi32>
  %39 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi32>}> : () -> vector<4xi32>
  %40 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi32>}> : () -> vector<4xi32>
  %41 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi32>}> : () -> vector<4xi32>
  %42 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi32>}> : () -> vector<4xi32>
  %43 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%35, %36, %37, %38, %12, %14, %16, %18, %4, %6, %8, %10, %39, %40, %41, %42, %43)[^bb2] : (vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, i32) -> ()
^bb2(%44: vector<4xi32>, %45: vector<4xi32>, %46: vector<4xi32>, %47: vector<4xi32>, %48: vector<4xi1>, %49: vector<4xi1>, %50: vector<4xi1>, %51: vector<4xi1>, %52: vector<4xi32>, %53: vector<4xi32>, %54: vector<4xi32>, %55: vector<4xi32>, %56: vector<4xi32>, %57: vector<4xi32>, %58: vector<4xi32>, %59: vector<4xi32>, %60: i32):
  %62 = "llvm.mlir.constant"() <{value = dense<[7, 7, 7, 7]> : vector<4xi32>}> : () -> vector<4xi32>
  %61 = "llvm.icmp"(%52, %62) <{predicate = 4 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
  %64 = "llvm.mlir.constant"() <{value = dense<[7, 7, 7, 7]> : vector<4xi32>}> : () -> vector<4xi32>
  %63 = "llvm.icmp"(%53, %64) <{predicate = 4 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
  %66 = "llvm.mlir.constant"() <{value = dense<[7, 7, 7, 7]> : vector<4xi32>}> : () -> vector<4xi32>
  %65 = "llvm.icmp"(%54, %66) <{predicate = 4 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
  %68 = "llvm.mlir.constant"() <{value = dense<[7, 7, 7, 7]> : vector<4xi32>}> : () -> vector<4xi32>
  %67 = "llvm.icmp"(%55, %68) <{predicate = 4 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
  %70 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi1>}> : () -> vector<4xi1>
  %69 = "llvm.select"(%48, %61, %70) : (vector<4xi1>, vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %72 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi1>}> : () -> vector<4xi1>
  %71 = "llvm.select"(%49, %63, %72) : (vector<4xi1>, vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %74 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi1>}> : () -> vector<4xi1>
  %73 = "llvm.select"(%50, %65, %74) : (vector<4xi1>, vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %76 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi1>}> : () -> vector<4xi1>
  %75 = "llvm.select"(%51, %67, %76) : (vector<4xi1>, vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %77 = "llvm.or"(%69, %71) : (vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %78 = "llvm.or"(%77, %73) : (vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %79 = "llvm.or"(%78, %75) : (vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %80 = "llvm.intr.vector.reduce.or"(%79) : (vector<4xi1>) -> i1
  "llvm.cond_br"(%80, %56, %57, %58, %59)[^bb3, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 4>}> : (i1, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>) -> ()
^bb3():
  %82 = "llvm.mlir.poison"() : () -> vector<4xi32>
  %81 = "llvm.intr.masked.load"(%24, %69, %82) <{alignment = 4 : i64}> : (!llvm.ptr, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
  %84 = "llvm.mlir.constant"() <{value = 16 : i64}> : () -> i64
  %85 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %86 = "llvm.mul"(%84, %85) : (i64, i64) -> i64
  %87 = "llvm.getelementptr"(%24, %86) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %88 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %83 = "llvm.getelementptr"(%87, %88) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %90 = "llvm.mlir.poison"() : () -> vector<4xi32>
  %89 = "llvm.intr.masked.load"(%83, %71, %90) <{alignment = 1 : i64}> : (!llvm.ptr, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
  %92 = "llvm.mlir.constant"() <{value = 32 : i64}> : () -> i64
  %93 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %94 = "llvm.mul"(%92, %93) : (i64, i64) -> i64
  %95 = "llvm.getelementptr"(%24, %94) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %96 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %91 = "llvm.getelementptr"(%95, %96) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %98 = "llvm.mlir.poison"() : () -> vector<4xi32>
  %97 = "llvm.intr.masked.load"(%91, %73, %98) <{alignment = 1 : i64}> : (!llvm.ptr, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
  %100 = "llvm.mlir.constant"() <{value = 48 : i64}> : () -> i64
  %101 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %102 = "llvm.mul"(%100, %101) : (i64, i64) -> i64
  %103 = "llvm.getelementptr"(%24, %102) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %104 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %99 = "llvm.getelementptr"(%103, %104) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %106 = "llvm.mlir.poison"() : () -> vector<4xi32>
  %105 = "llvm.intr.masked.load"(%99, %75, %106) <{alignment = 2 : i64}> : (!llvm.ptr, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
  %107 = "llvm.add"(%81, %52) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %108 = "llvm.add"(%89, %53) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %109 = "llvm.add"(%97, %54) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %110 = "llvm.add"(%105, %55) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  "llvm.intr.masked.store"(%107, %24, %69) <{alignment = 4 : i64}> : (vector<4xi32>, !llvm.ptr, vector<4xi1>) -> ()
  %112 = "llvm.mlir.constant"() <{value = 16 : i64}> : () -> i64
  %113 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %114 = "llvm.mul"(%112, %113) : (i64, i64) -> i64
  %115 = "llvm.getelementptr"(%24, %114) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %116 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %111 = "llvm.getelementptr"(%115, %116) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.intr.masked.store"(%108, %111, %71) <{alignment = 1 : i64}> : (vector<4xi32>, !llvm.ptr, vector<4xi1>) -> ()
  %118 = "llvm.mlir.constant"() <{value = 32 : i64}> : () -> i64
  %119 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %120 = "llvm.mul"(%118, %119) : (i64, i64) -> i64
  %121 = "llvm.getelementptr"(%24, %120) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %122 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %117 = "llvm.getelementptr"(%121, %122) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.intr.masked.store"(%109, %117, %73) <{alignment = 1 : i64}> : (vector<4xi32>, !llvm.ptr, vector<4xi1>) -> ()
  %124 = "llvm.mlir.constant"() <{value = 48 : i64}> : () -> i64
  %125 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %126 = "llvm.mul"(%124, %125) : (i64, i64) -> i64
  %127 = "llvm.getelementptr"(%24, %126) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %128 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %123 = "llvm.getelementptr"(%127, %128) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  "llvm.intr.masked.store"(%110, %123, %75) <{alignment = 2 : i64}> : (vector<4xi32>, !llvm.ptr, vector<4xi1>) -> ()
  %130 = "llvm.mlir.poison"() : () -> vector<4xi32>
  %129 = "llvm.intr.masked.load"(%29, %69, %130) <{alignment = 4 : i64}> : (!llvm.ptr, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
  %132 = "llvm.mlir.constant"() <{value = 16 : i64}> : () -> i64
  %133 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %134 = "llvm.mul"(%132, %133) : (i64, i64) -> i64
  %135 = "llvm.getelementptr"(%29, %134) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %136 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %131 = "llvm.getelementptr"(%135, %136) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %138 = "llvm.mlir.poison"() : () -> vector<4xi32>
  %137 = "llvm.intr.masked.load"(%131, %71, %138) <{alignment = 1 : i64}> : (!llvm.ptr, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
  %140 = "llvm.mlir.constant"() <{value = 32 : i64}> : () -> i64
  %141 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %142 = "llvm.mul"(%140, %141) : (i64, i64) -> i64
  %143 = "llvm.getelementptr"(%29, %142) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %144 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %139 = "llvm.getelementptr"(%143, %144) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %146 = "llvm.mlir.poison"() : () -> vector<4xi32>
  %145 = "llvm.intr.masked.load"(%139, %73, %146) <{alignment = 1 : i64}> : (!llvm.ptr, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
  %148 = "llvm.mlir.constant"() <{value = 48 : i64}> : () -> i64
  %149 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %150 = "llvm.mul"(%148, %149) : (i64, i64) -> i64
  %151 = "llvm.getelementptr"(%29, %150) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %152 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %147 = "llvm.getelementptr"(%151, %152) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %154 = "llvm.mlir.poison"() : () -> vector<4xi32>
  %153 = "llvm.intr.masked.load"(%147, %75, %154) <{alignment = 2 : i64}> : (!llvm.ptr, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
  %156 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1]> : vector<4xi32>}> : () -> vector<4xi32>
  %155 = "llvm.select"(%69, %52, %156) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %158 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1]> : vector<4xi32>}> : () -> vector<4xi32>
  %157 = "llvm.select"(%71, %53, %158) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %160 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1]> : vector<4xi32>}> : () -> vector<4xi32>
  %159 = "llvm.select"(%73, %54, %160) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %162 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1]> : vector<4xi32>}> : () -> vector<4xi32>
  %161 = "llvm.select"(%75, %55, %162) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %163 = "llvm.sdiv"(%129, %155) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %164 = "llvm.sdiv"(%137, %157) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %165 = "llvm.sdiv"(%145, %159) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %166 = "llvm.sdiv"(%153, %161) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %167 = "llvm.add"(%163, %56) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %168 = "llvm.add"(%164, %57) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %169 = "llvm.add"(%165, %58) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %170 = "llvm.add"(%166, %59) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %171 = "llvm.select"(%69, %167, %56) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %172 = "llvm.select"(%71, %168, %57) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %173 = "llvm.select"(%73, %169, %58) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %174 = "llvm.select"(%75, %170, %59) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  "llvm.br"(%171, %172, %173, %174)[^bb4] : (vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>) -> ()
^bb4(%175: vector<4xi32>, %176: vector<4xi32>, %177: vector<4xi32>, %178: vector<4xi32>):
  %180 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1]> : vector<4xi32>}> : () -> vector<4xi32>
  %179 = "llvm.and"(%52, %180) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %182 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1]> : vector<4xi32>}> : () -> vector<4xi32>
  %181 = "llvm.and"(%53, %182) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %184 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1]> : vector<4xi32>}> : () -> vector<4xi32>
  %183 = "llvm.and"(%54, %184) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %186 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1]> : vector<4xi32>}> : () -> vector<4xi32>
  %185 = "llvm.and"(%55, %186) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %188 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi32>}> : () -> vector<4xi32>
  %187 = "llvm.icmp"(%179, %188) <{predicate = 0 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
  %190 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi32>}> : () -> vector<4xi32>
  %189 = "llvm.icmp"(%181, %190) <{predicate = 0 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
  %192 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi32>}> : () -> vector<4xi32>
  %191 = "llvm.icmp"(%183, %192) <{predicate = 0 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
  %194 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi32>}> : () -> vector<4xi32>
  %193 = "llvm.icmp"(%185, %194) <{predicate = 0 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
  %196 = "llvm.mlir.constant"() <{value = dense<[-5, -5, -5, -5]> : vector<4xi32>}> : () -> vector<4xi32>
  %197 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3]> : vector<4xi32>}> : () -> vector<4xi32>
  %195 = "llvm.select"(%187, %196, %197) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %199 = "llvm.mlir.constant"() <{value = dense<[-5, -5, -5, -5]> : vector<4xi32>}> : () -> vector<4xi32>
  %200 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3]> : vector<4xi32>}> : () -> vector<4xi32>
  %198 = "llvm.select"(%189, %199, %200) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %202 = "llvm.mlir.constant"() <{value = dense<[-5, -5, -5, -5]> : vector<4xi32>}> : () -> vector<4xi32>
  %203 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3]> : vector<4xi32>}> : () -> vector<4xi32>
  %201 = "llvm.select"(%191, %202, %203) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %205 = "llvm.mlir.constant"() <{value = dense<[-5, -5, -5, -5]> : vector<4xi32>}> : () -> vector<4xi32>
  %206 = "llvm.mlir.constant"() <{value = dense<[3, 3, 3, 3]> : vector<4xi32>}> : () -> vector<4xi32>
  %204 = "llvm.select"(%193, %205, %206) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %207 = "llvm.add"(%195, %52) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %208 = "llvm.add"(%198, %53) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %209 = "llvm.add"(%201, %54) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %210 = "llvm.add"(%204, %55) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %212 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %211 = "llvm.add"(%60, %212) : (i32, i32) -> i32
  %214 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1]> : vector<4xi32>}> : () -> vector<4xi32>
  %213 = "llvm.icmp"(%207, %214) <{predicate = 4 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
  %216 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1]> : vector<4xi32>}> : () -> vector<4xi32>
  %215 = "llvm.icmp"(%208, %216) <{predicate = 4 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
  %218 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1]> : vector<4xi32>}> : () -> vector<4xi32>
  %217 = "llvm.icmp"(%209, %218) <{predicate = 4 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
  %220 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1]> : vector<4xi32>}> : () -> vector<4xi32>
  %219 = "llvm.icmp"(%210, %220) <{predicate = 4 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
  %222 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
  %221 = "llvm.icmp"(%60, %222) <{predicate = 6 : i64}> : (i32, i32) -> i1
  %224 = "llvm.mlir.poison"() : () -> vector<4xi1>
  %225 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %223 = "llvm.insertelement"(%224, %221, %225) : (vector<4xi1>, i1, i64) -> vector<4xi1>
  %227 = "llvm.mlir.poison"() : () -> vector<4xi1>
  %226 = "llvm.shufflevector"(%223, %227) <{mask = array<i32: 0, 0, 0, 0>}> : (vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %229 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi1>}> : () -> vector<4xi1>
  %228 = "llvm.select"(%213, %226, %229) : (vector<4xi1>, vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %231 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi1>}> : () -> vector<4xi1>
  %230 = "llvm.select"(%215, %226, %231) : (vector<4xi1>, vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %233 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi1>}> : () -> vector<4xi1>
  %232 = "llvm.select"(%217, %226, %233) : (vector<4xi1>, vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %235 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi1>}> : () -> vector<4xi1>
  %234 = "llvm.select"(%219, %226, %235) : (vector<4xi1>, vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %237 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1]> : vector<4xi1>}> : () -> vector<4xi1>
  %236 = "llvm.xor"(%228, %237) : (vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %239 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1]> : vector<4xi1>}> : () -> vector<4xi1>
  %238 = "llvm.xor"(%230, %239) : (vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %241 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1]> : vector<4xi1>}> : () -> vector<4xi1>
  %240 = "llvm.xor"(%232, %241) : (vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %243 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1]> : vector<4xi1>}> : () -> vector<4xi1>
  %242 = "llvm.xor"(%234, %243) : (vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %245 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi1>}> : () -> vector<4xi1>
  %244 = "llvm.select"(%48, %213, %245) : (vector<4xi1>, vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %247 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi1>}> : () -> vector<4xi1>
  %246 = "llvm.select"(%49, %215, %247) : (vector<4xi1>, vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %249 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi1>}> : () -> vector<4xi1>
  %248 = "llvm.select"(%50, %217, %249) : (vector<4xi1>, vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %251 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0]> : vector<4xi1>}> : () -> vector<4xi1>
  %250 = "llvm.select"(%51, %219, %251) : (vector<4xi1>, vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %252 = "llvm.or"(%244, %246) : (vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %253 = "llvm.or"(%252, %248) : (vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %254 = "llvm.or"(%253, %250) : (vector<4xi1>, vector<4xi1>) -> vector<4xi1>
  %255 = "llvm.intr.vector.reduce.or"(%254) : (vector<4xi1>) -> i1
  %256 = "llvm.freeze"(%255) : (i1) -> i1
  %258 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %257 = "llvm.select"(%256, %221, %258) : (i1, i1, i1) -> i1
  %259 = "llvm.select"(%48, %175, %44) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %260 = "llvm.select"(%49, %176, %45) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %261 = "llvm.select"(%50, %177, %46) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %262 = "llvm.select"(%51, %178, %47) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  "llvm.cond_br"(%257, %259, %260, %261, %262, %244, %246, %248, %250, %207, %208, %209, %210, %175, %176, %177, %178, %211)[^bb2, ^bb5] <{operandSegmentSizes = array<i32: 1, 17, 0>}> : (i1, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, i32) -> ()
^bb5():
  %263 = "llvm.shufflevector"(%259, %260) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7>}> : (vector<4xi32>, vector<4xi32>) -> vector<8xi32>
  %264 = "llvm.shufflevector"(%261, %262) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7>}> : (vector<4xi32>, vector<4xi32>) -> vector<8xi32>
  %265 = "llvm.shufflevector"(%263, %264) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15>}> : (vector<8xi32>, vector<8xi32>) -> vector<16xi32>
  "llvm.return"(%265) : (vector<16xi32>) -> ()
^bb6():
  %266 = "llvm.mlir.poison"() : () -> vector<16xi32>
  "llvm.return"(%266) : (vector<16xi32>) -> ()
}) : () -> ()
}) : () -> ()
