"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: !llvm.ptr, %1: !llvm.ptr, %2: i32, %3: i32):
  %4 = "llvm.sext"(%3) : (i32) -> i64
  %6 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %7 = "llvm.mul"(%4, %6) : (i64, i64) -> i64
  %8 = "llvm.getelementptr"(%0, %7) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %9 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %5 = "llvm.getelementptr"(%8, %9) <{elem_type = i8, isotope.promises}> : (!llvm.ptr, i64) -> !llvm.ptr
  %10 = "llvm.load"(%5) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> f32
  %12 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %13 = "llvm.mul"(%4, %12) : (i64, i64) -> i64
  %14 = "llvm.getelementptr"(%1, %13) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %15 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %11 = "llvm.getelementptr"(%14, %15) <{elem_type = i8, isotope.promises}> : (!llvm.ptr, i64) -> !llvm.ptr
  %16 = "llvm.load"(%11) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> f32
  %18 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %17 = "llvm.icmp"(%2, %18) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %19 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %20 = "llvm.bitcast"(%19) : (i32) -> f32
  "llvm.cond_br"(%17, %20)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, f32) -> ()
^bb1():
  %21 = "llvm.zext"(%2) <{isotope.promises}> : (i32) -> i64
  %22 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %23 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %24 = "llvm.bitcast"(%23) : (i32) -> f32
  "llvm.br"(%22, %24)[^bb3] : (i64, f32) -> ()
^bb2(%25: f32):
  "llvm.return"(%25) : (f32) -> ()
^bb3(%26: i64, %27: f32):
  %29 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %30 = "llvm.mul"(%26, %29) : (i64, i64) -> i64
  %31 = "llvm.getelementptr"(%0, %30) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %32 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %28 = "llvm.getelementptr"(%31, %32) <{elem_type = i8, isotope.promises}> : (!llvm.ptr, i64) -> !llvm.ptr
  %33 = "llvm.load"(%28) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> f32
  %34 = "llvm.fsub"(%33, %10) : (f32, f32) -> f32
  %36 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %37 = "llvm.mul"(%26, %36) : (i64, i64) -> i64
  %38 = "llvm.getelementptr"(%1, %37) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %39 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %35 = "llvm.getelementptr"(%38, %39) <{elem_type = i8, isotope.promises}> : (!llvm.ptr, i64) -> !llvm.ptr
  %40 = "llvm.load"(%35) <{isotope.promises, alignment = 4 : i64}> : (!llvm.ptr) -> f32
  %41 = "llvm.fsub"(%40, %16) : (f32, f32) -> f32
  %42 = "llvm.fmul"(%34, %34) : (f32, f32) -> f32
  %43 = "llvm.fmul"(%41, %41) : (f32, f32) -> f32
  %44 = "llvm.fadd"(%42, %43) : (f32, f32) -> f32
  %46 = "llvm.mlir.constant"() <{value = 897988541 : i32}> : () -> i32
  %47 = "llvm.bitcast"(%46) : (i32) -> f32
  %45 = "llvm.fcmp"(%44, %47) <{predicate = 2 : i64}> : (f32, f32) -> i1
  %49 = "llvm.mlir.constant"() <{value = 1103626240 : i32}> : () -> i32
  %50 = "llvm.bitcast"(%49) : (i32) -> f32
  %48 = "llvm.fcmp"(%44, %50) <{predicate = 4 : i64}> : (f32, f32) -> i1
  %51 = "llvm.and"(%45, %48) : (i1, i1) -> i1
  %52 = "llvm.call_intrinsic"(%44) <{intrin = "llvm.sqrt"}> : (f32) -> f32
  %53 = "llvm.fmul"(%44, %52) : (f32, f32) -> f32
  %54 = "llvm.fdiv"(%34, %53) : (f32, f32) -> f32
  %55 = "llvm.fadd"(%27, %54) : (f32, f32) -> f32
  %56 = "llvm.select"(%51, %55, %27) : (i1, f32, f32) -> f32
  %58 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %57 = "llvm.add"(%26, %58) <{isotope.promises}> : (i64, i64) -> i64
  %59 = "llvm.icmp"(%57, %21) <{predicate = 0 : i64}> : (i64, i64) -> i1
  "llvm.cond_br"(%59, %56, %57, %56)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, f32, i64, f32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: !llvm.ptr, %1: !llvm.ptr, %2: i32, %3: i32):
  %4 = "llvm.sext"(%3) : (i32) -> i64
  %6 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %7 = "llvm.mul"(%4, %6) : (i64, i64) -> i64
  %8 = "llvm.getelementptr"(%0, %7) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %9 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %5 = "llvm.getelementptr"(%8, %9) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %10 = "llvm.load"(%5) <{alignment = 4 : i64}> : (!llvm.ptr) -> f32
  %12 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %13 = "llvm.mul"(%4, %12) : (i64, i64) -> i64
  %14 = "llvm.getelementptr"(%1, %13) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %15 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %11 = "llvm.getelementptr"(%14, %15) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %16 = "llvm.load"(%11) <{alignment = 4 : i64}> : (!llvm.ptr) -> f32
  %18 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %17 = "llvm.icmp"(%2, %18) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %19 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %20 = "llvm.bitcast"(%19) : (i32) -> f32
  "llvm.cond_br"(%17, %20)[^bb1, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, f32) -> ()
^bb1():
  %21 = "llvm.zext"(%2) : (i32) -> i64
  %22 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %23 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %24 = "llvm.bitcast"(%23) : (i32) -> f32
  "llvm.br"(%22, %24)[^bb5] : (i64, f32) -> ()
^bb2(%25: f32):
  "llvm.br"(%25)[^bb4] : (f32) -> ()
^bb3():
  "llvm.return"(%26) : (f32) -> ()
^bb4(%26: f32):
  "llvm.br"()[^bb3] : () -> ()
^bb5(%27: i64, %28: f32):
  %30 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %31 = "llvm.mul"(%27, %30) : (i64, i64) -> i64
  %32 = "llvm.getelementptr"(%0, %31) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %33 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %29 = "llvm.getelementptr"(%32, %33) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %34 = "llvm.load"(%29) <{alignment = 4 : i64}> : (!llvm.ptr) -> f32
  %35 = "llvm.fsub"(%34, %10) : (f32, f32) -> f32
  %37 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %38 = "llvm.mul"(%27, %37) : (i64, i64) -> i64
  %39 = "llvm.getelementptr"(%1, %38) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %40 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %36 = "llvm.getelementptr"(%39, %40) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %41 = "llvm.load"(%36) <{alignment = 4 : i64}> : (!llvm.ptr) -> f32
  %42 = "llvm.fsub"(%41, %16) : (f32, f32) -> f32
  %43 = "llvm.fmul"(%35, %35) : (f32, f32) -> f32
  %44 = "llvm.fmul"(%42, %42) : (f32, f32) -> f32
  %45 = "llvm.fadd"(%43, %44) : (f32, f32) -> f32
  %47 = "llvm.mlir.constant"() <{value = 897988541 : i32}> : () -> i32
  %48 = "llvm.bitcast"(%47) : (i32) -> f32
  %46 = "llvm.fcmp"(%45, %48) <{predicate = 2 : i64}> : (f32, f32) -> i1
  %50 = "llvm.mlir.constant"() <{value = 1103626240 : i32}> : () -> i32
  %51 = "llvm.bitcast"(%50) : (i32) -> f32
  %49 = "llvm.fcmp"(%45, %51) <{predicate = 4 : i64}> : (f32, f32) -> i1
  %52 = "llvm.and"(%46, %49) : (i1, i1) -> i1
  %53 = "llvm.call_intrinsic"(%45) <{intrin = "llvm.sqrt"}> : (f32) -> f32
  %54 = "llvm.fmul"(%45, %53) : (f32, f32) -> f32
  %55 = "llvm.fdiv"(%35, %54) : (f32, f32) -> f32
  %56 = "llvm.fadd"(%28, %55) : (f32, f32) -> f32
  %57 = "llvm.select"(%52, %56, %28) : (i1, f32, f32) -> f32
  %59 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %58 = "llvm.add"(%27, %59) : (i64, i64) -> i64
  %60 = "llvm.icmp"(%58, %21) <{predicate = 0 : i64}> : (i64, i64) -> i1
  "llvm.cond_br"(%60, %57, %58, %57)[^bb2, ^bb5] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, f32, i64, f32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: !llvm.ptr, %1: !llvm.ptr, %2: i32, %3: i32):
  "llvm.br"()[^bb1] : () -> ()
^bb1():
  %4 = "llvm.sext"(%3) : (i32) -> i64
  %6 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %7 = "llvm.mul"(%4, %6) : (i64, i64) -> i64
  %8 = "llvm.getelementptr"(%0, %7) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %9 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %5 = "llvm.getelementptr"(%8, %9) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %10 = "llvm.load"(%5) <{alignment = 4 : i64}> : (!llvm.ptr) -> vector<8xf32>
  %12 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %13 = "llvm.mul"(%4, %12) : (i64, i64) -> i64
  %14 = "llvm.getelementptr"(%1, %13) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %15 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %11 = "llvm.getelementptr"(%14, %15) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %16 = "llvm.load"(%11) <{alignment = 4 : i64}> : (!llvm.ptr) -> vector<8xf32>
  %18 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %17 = "llvm.icmp"(%2, %18) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %19 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %20 = "llvm.bitcast"(%19) : (vector<8xi32>) -> vector<8xf32>
  "llvm.cond_br"(%17, %20)[^bb2, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xf32>) -> ()
^bb2():
  %21 = "llvm.zext"(%2) : (i32) -> i64
  %22 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %23 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %24 = "llvm.bitcast"(%23) : (vector<8xi32>) -> vector<8xf32>
  "llvm.br"(%22, %24)[^bb3] : (i64, vector<8xf32>) -> ()
^bb3(%25: i64, %26: vector<8xf32>):
  %28 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %29 = "llvm.mul"(%25, %28) : (i64, i64) -> i64
  %30 = "llvm.getelementptr"(%0, %29) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %31 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %27 = "llvm.getelementptr"(%30, %31) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %32 = "llvm.load"(%27) <{alignment = 4 : i64}> : (!llvm.ptr) -> f32
  %34 = "llvm.mlir.poison"() : () -> vector<8xf32>
  %35 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %33 = "llvm.insertelement"(%34, %32, %35) : (vector<8xf32>, f32, i64) -> vector<8xf32>
  %37 = "llvm.mlir.poison"() : () -> vector<8xf32>
  %36 = "llvm.shufflevector"(%33, %37) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %38 = "llvm.fsub"(%36, %10) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %40 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %41 = "llvm.mul"(%25, %40) : (i64, i64) -> i64
  %42 = "llvm.getelementptr"(%1, %41) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %43 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %39 = "llvm.getelementptr"(%42, %43) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %44 = "llvm.load"(%39) <{alignment = 4 : i64}> : (!llvm.ptr) -> f32
  %46 = "llvm.mlir.poison"() : () -> vector<8xf32>
  %47 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %45 = "llvm.insertelement"(%46, %44, %47) : (vector<8xf32>, f32, i64) -> vector<8xf32>
  %49 = "llvm.mlir.poison"() : () -> vector<8xf32>
  %48 = "llvm.shufflevector"(%45, %49) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %50 = "llvm.fsub"(%48, %16) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %51 = "llvm.fmul"(%38, %38) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %52 = "llvm.fmul"(%50, %50) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %53 = "llvm.fadd"(%51, %52) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %55 = "llvm.mlir.constant"() <{value = dense<[897988541, 897988541, 897988541, 897988541, 897988541, 897988541, 897988541, 897988541]> : vector<8xi32>}> : () -> vector<8xi32>
  %56 = "llvm.bitcast"(%55) : (vector<8xi32>) -> vector<8xf32>
  %54 = "llvm.fcmp"(%53, %56) <{predicate = 2 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
  %58 = "llvm.mlir.constant"() <{value = dense<[1103626240, 1103626240, 1103626240, 1103626240, 1103626240, 1103626240, 1103626240, 1103626240]> : vector<8xi32>}> : () -> vector<8xi32>
  %59 = "llvm.bitcast"(%58) : (vector<8xi32>) -> vector<8xf32>
  %57 = "llvm.fcmp"(%53, %59) <{predicate = 4 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
  %60 = "llvm.and"(%54, %57) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %61 = "llvm.call_intrinsic"(%53) <{intrin = "llvm.sqrt"}> : (vector<8xf32>) -> vector<8xf32>
  %62 = "llvm.fmul"(%53, %61) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %63 = "llvm.fdiv"(%38, %62) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %64 = "llvm.fadd"(%26, %63) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %65 = "llvm.select"(%60, %64, %26) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %67 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %66 = "llvm.add"(%25, %67) : (i64, i64) -> i64
  %68 = "llvm.icmp"(%66, %21) <{predicate = 0 : i64}> : (i64, i64) -> i1
  "llvm.cond_br"(%68, %66, %65)[^bb4, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, i64, vector<8xf32>) -> ()
^bb4():
  "llvm.br"(%65)[^bb5] : (vector<8xf32>) -> ()
^bb5(%69: vector<8xf32>):
  "llvm.br"()[^bb6] : () -> ()
^bb6():
  "llvm.return"(%69) : (vector<8xf32>) -> ()
}) : () -> ()
}) : () -> ()
