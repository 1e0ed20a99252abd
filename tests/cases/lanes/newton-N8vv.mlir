"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: f32, %1: f32):
  %2 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%0, %1, %2)[^bb1] : (f32, f32, i32) -> ()
^bb1(%3: f32, %4: f32, %5: i32):
  %6 = "llvm.fmul"(%3, %3) : (f32, f32) -> f32
  %7 = "llvm.fmul"(%4, %4) : (f32, f32) -> f32
  %8 = "llvm.fadd"(%7, %6) : (f32, f32) -> f32
  %10 = "llvm.mlir.constant"() <{value = 897988541 : i32}> : () -> i32
  %11 = "llvm.bitcast"(%10) : (i32) -> f32
  %9 = "llvm.fcmp"(%8, %11) <{predicate = 4 : i64}> : (f32, f32) -> i1
  %12 = "llvm.mlir.constant"() <{value = -1 : i32}> : () -> i32
  "llvm.cond_br"(%9, %12)[^bb9, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
^bb2():
  %14 = "llvm.mlir.constant"() <{value = -1082130432 : i32}> : () -> i32
  %15 = "llvm.bitcast"(%14) : (i32) -> f32
  %13 = "llvm.fadd"(%3, %15) : (f32, f32) -> f32
  %16 = "llvm.fmul"(%13, %13) : (f32, f32) -> f32
  %17 = "llvm.fadd"(%7, %16) : (f32, f32) -> f32
  %19 = "llvm.mlir.constant"() <{value = 953267991 : i32}> : () -> i32
  %20 = "llvm.bitcast"(%19) : (i32) -> f32
  %18 = "llvm.fcmp"(%17, %20) <{predicate = 4 : i64}> : (f32, f32) -> i1
  "llvm.cond_br"(%18)[^bb3, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb3():
  %22 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %21 = "llvm.shl"(%5, %22) <{isotope.promises}> : (i32, i32) -> i32
  "llvm.br"(%21)[^bb9] : (i32) -> ()
^bb4():
  %24 = "llvm.mlir.constant"() <{value = 1056964608 : i32}> : () -> i32
  %25 = "llvm.bitcast"(%24) : (i32) -> f32
  %23 = "llvm.fadd"(%3, %25) : (f32, f32) -> f32
  %27 = "llvm.mlir.constant"() <{value = -1084378153 : i32}> : () -> i32
  %28 = "llvm.bitcast"(%27) : (i32) -> f32
  %26 = "llvm.fadd"(%4, %28) : (f32, f32) -> f32
  %29 = "llvm.fmul"(%23, %23) : (f32, f32) -> f32
  %30 = "llvm.fmul"(%26, %26) : (f32, f32) -> f32
  %31 = "llvm.fadd"(%30, %29) : (f32, f32) -> f32
  %33 = "llvm.mlir.constant"() <{value = 953267991 : i32}> : () -> i32
  %34 = "llvm.bitcast"(%33) : (i32) -> f32
  %32 = "llvm.fcmp"(%31, %34) <{predicate = 4 : i64}> : (f32, f32) -> i1
  "llvm.cond_br"(%32)[^bb5, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb5():
  %36 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %35 = "llvm.shl"(%5, %36) <{isotope.promises}> : (i32, i32) -> i32
  %38 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %37 = "llvm.or"(%35, %38) <{isotope.promises}> : (i32, i32) -> i32
  "llvm.br"(%37)[^bb9] : (i32) -> ()
^bb6():
  %40 = "llvm.mlir.constant"() <{value = 1063105495 : i32}> : () -> i32
  %41 = "llvm.bitcast"(%40) : (i32) -> f32
  %39 = "llvm.fadd"(%4, %41) : (f32, f32) -> f32
  %42 = "llvm.fmul"(%39, %39) : (f32, f32) -> f32
  %43 = "llvm.fadd"(%42, %29) : (f32, f32) -> f32
  %45 = "llvm.mlir.constant"() <{value = 953267991 : i32}> : () -> i32
  %46 = "llvm.bitcast"(%45) : (i32) -> f32
  %44 = "llvm.fcmp"(%43, %46) <{predicate = 4 : i64}> : (f32, f32) -> i1
  "llvm.cond_br"(%44)[^bb7, ^bb8] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb7():
  %48 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %47 = "llvm.shl"(%5, %48) <{isotope.promises}> : (i32, i32) -> i32
  %50 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %49 = "llvm.or"(%47, %50) <{isotope.promises}> : (i32, i32) -> i32
  "llvm.br"(%49)[^bb9] : (i32) -> ()
^bb8():
  %51 = "llvm.fsub"(%6, %7) : (f32, f32) -> f32
  %53 = "llvm.mlir.constant"() <{value = 1073741824 : i32}> : () -> i32
  %54 = "llvm.bitcast"(%53) : (i32) -> f32
  %52 = "llvm.fmul"(%3, %54) : (f32, f32) -> f32
  %55 = "llvm.fmul"(%4, %52) : (f32, f32) -> f32
  %56 = "llvm.fmul"(%51, %51) : (f32, f32) -> f32
  %57 = "llvm.fmul"(%55, %55) : (f32, f32) -> f32
  %58 = "llvm.fadd"(%56, %57) : (f32, f32) -> f32
  %60 = "llvm.mlir.constant"() <{value = 1077936128 : i32}> : () -> i32
  %61 = "llvm.bitcast"(%60) : (i32) -> f32
  %59 = "llvm.fmul"(%58, %61) : (f32, f32) -> f32
  %62 = "llvm.fmul"(%3, %51) : (f32, f32) -> f32
  %63 = "llvm.fmul"(%4, %55) : (f32, f32) -> f32
  %64 = "llvm.fsub"(%62, %63) : (f32, f32) -> f32
  %66 = "llvm.mlir.constant"() <{value = -1082130432 : i32}> : () -> i32
  %67 = "llvm.bitcast"(%66) : (i32) -> f32
  %65 = "llvm.fadd"(%64, %67) : (f32, f32) -> f32
  %68 = "llvm.fmul"(%3, %55) : (f32, f32) -> f32
  %69 = "llvm.fmul"(%4, %51) : (f32, f32) -> f32
  %70 = "llvm.fadd"(%68, %69) : (f32, f32) -> f32
  %71 = "llvm.fmul"(%51, %65) : (f32, f32) -> f32
  %72 = "llvm.fmul"(%55, %70) : (f32, f32) -> f32
  %73 = "llvm.fadd"(%72, %71) : (f32, f32) -> f32
  %74 = "llvm.fdiv"(%73, %59) : (f32, f32) -> f32
  %75 = "llvm.fsub"(%3, %74) : (f32, f32) -> f32
  %76 = "llvm.fmul"(%51, %70) : (f32, f32) -> f32
  %77 = "llvm.fmul"(%55, %65) : (f32, f32) -> f32
  %78 = "llvm.fsub"(%76, %77) : (f32, f32) -> f32
  %79 = "llvm.fdiv"(%78, %59) : (f32, f32) -> f32
  %80 = "llvm.fsub"(%4, %79) : (f32, f32) -> f32
  %82 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %81 = "llvm.add"(%5, %82) <{isotope.promises}> : (i32, i32) -> i32
  %84 = "llvm.mlir.constant"() <{value = 60 : i32}> : () -> i32
  %83 = "llvm.icmp"(%81, %84) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %85 = "llvm.mlir.constant"() <{value = 60 : i32}> : () -> i32
  "llvm.cond_br"(%83, %85, %75, %80, %81)[^bb9, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 3>}> : (i1, i32, f32, f32, i32) -> ()
^bb9(%86: i32):
  "llvm.return"(%86) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: f32, %1: f32):
  %2 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%0, %1, %2)[^bb1] : (f32, f32, i32) -> ()
^bb1(%3: f32, %4: f32, %5: i32):
  %6 = "llvm.fmul"(%3, %3) : (f32, f32) -> f32
  %7 = "llvm.fmul"(%4, %4) : (f32, f32) -> f32
  %8 = "llvm.fadd"(%7, %6) : (f32, f32) -> f32
  %10 = "llvm.mlir.constant"() <{value = 897988541 : i32}> : () -> i32
  %11 = "llvm.bitcast"(%10) : (i32) -> f32
  %9 = "llvm.fcmp"(%8, %11) <{predicate = 10 : i64}> : (f32, f32) -> i1
  %12 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %13 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %14 = "llvm.bitcast"(%13) : (i32) -> f32
  %15 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %16 = "llvm.bitcast"(%15) : (i32) -> f32
  %17 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %18 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %19 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  %20 = "llvm.mlir.constant"() <{value = -1 : i32}> : () -> i32
  %21 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%9, %12, %14, %16, %17, %18, %19, %20, %21)[^bb2, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 8>}> : (i1, i32, f32, f32, i1, i1, i1, i32, i1) -> ()
^bb2():
  %23 = "llvm.mlir.constant"() <{value = -1082130432 : i32}> : () -> i32
  %24 = "llvm.bitcast"(%23) : (i32) -> f32
  %22 = "llvm.fadd"(%3, %24) : (f32, f32) -> f32
  %25 = "llvm.fmul"(%22, %22) : (f32, f32) -> f32
  %26 = "llvm.fadd"(%7, %25) : (f32, f32) -> f32
  %28 = "llvm.mlir.constant"() <{value = 953267991 : i32}> : () -> i32
  %29 = "llvm.bitcast"(%28) : (i32) -> f32
  %27 = "llvm.fcmp"(%26, %29) <{predicate = 10 : i64}> : (f32, f32) -> i1
  %30 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %31 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %32 = "llvm.bitcast"(%31) : (i32) -> f32
  %33 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %34 = "llvm.bitcast"(%33) : (i32) -> f32
  %35 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %36 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  %37 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %38 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %39 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%27, %30, %32, %34, %35, %36, %37, %38, %39)[^bb6, ^bb9] <{operandSegmentSizes = array<i32: 1, 0, 8>}> : (i1, i32, f32, f32, i1, i1, i1, i32, i1) -> ()
^bb3(%40: i32, %41: i1):
  "llvm.cond_br"(%41, %40)[^bb4, ^bb17] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb4():
  %44 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %42 = "llvm.shl"(%43, %44) : (i32, i32) -> i32
  "llvm.br"(%42)[^bb17] : (i32) -> ()
^bb5(%45: i32, %46: f32, %47: f32, %48: i1, %49: i1, %50: i1, %51: i32, %52: i1):
  "llvm.cond_br"(%52, %48, %49, %50, %51, %5, %47, %46, %45)[^bb20, ^bb1] <{operandSegmentSizes = array<i32: 1, 5, 3>}> : (i1, i1, i1, i1, i32, i32, f32, f32, i32) -> ()
^bb6():
  %54 = "llvm.mlir.constant"() <{value = 1056964608 : i32}> : () -> i32
  %55 = "llvm.bitcast"(%54) : (i32) -> f32
  %53 = "llvm.fadd"(%3, %55) : (f32, f32) -> f32
  %57 = "llvm.mlir.constant"() <{value = -1084378153 : i32}> : () -> i32
  %58 = "llvm.bitcast"(%57) : (i32) -> f32
  %56 = "llvm.fadd"(%4, %58) : (f32, f32) -> f32
  %59 = "llvm.fmul"(%53, %53) : (f32, f32) -> f32
  %60 = "llvm.fmul"(%56, %56) : (f32, f32) -> f32
  %61 = "llvm.fadd"(%60, %59) : (f32, f32) -> f32
  %63 = "llvm.mlir.constant"() <{value = 953267991 : i32}> : () -> i32
  %64 = "llvm.bitcast"(%63) : (i32) -> f32
  %62 = "llvm.fcmp"(%61, %64) <{predicate = 10 : i64}> : (f32, f32) -> i1
  %65 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %66 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %67 = "llvm.bitcast"(%66) : (i32) -> f32
  %68 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %69 = "llvm.bitcast"(%68) : (i32) -> f32
  %70 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  %71 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %72 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %73 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%62, %65, %67, %69, %70, %71, %72, %73)[^bb10, ^bb12] <{operandSegmentSizes = array<i32: 1, 0, 7>}> : (i1, i32, f32, f32, i1, i1, i32, i1) -> ()
^bb7(%74: i32, %75: i1):
  "llvm.cond_br"(%75, %74)[^bb8, ^bb16] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb8():
  %77 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %76 = "llvm.shl"(%43, %77) : (i32, i32) -> i32
  %79 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %78 = "llvm.or"(%76, %79) : (i32, i32) -> i32
  "llvm.br"(%78)[^bb16] : (i32) -> ()
^bb9(%80: i32, %81: f32, %82: f32, %83: i1, %84: i1, %85: i1, %86: i32, %87: i1):
  "llvm.br"(%80, %81, %82, %83, %84, %85, %86, %87)[^bb5] : (i32, f32, f32, i1, i1, i1, i32, i1) -> ()
^bb10():
  %89 = "llvm.mlir.constant"() <{value = 1063105495 : i32}> : () -> i32
  %90 = "llvm.bitcast"(%89) : (i32) -> f32
  %88 = "llvm.fadd"(%4, %90) : (f32, f32) -> f32
  %91 = "llvm.fmul"(%88, %88) : (f32, f32) -> f32
  %92 = "llvm.fadd"(%91, %59) : (f32, f32) -> f32
  %94 = "llvm.mlir.constant"() <{value = 953267991 : i32}> : () -> i32
  %95 = "llvm.bitcast"(%94) : (i32) -> f32
  %93 = "llvm.fcmp"(%92, %95) <{predicate = 10 : i64}> : (f32, f32) -> i1
  %96 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %97 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %98 = "llvm.bitcast"(%97) : (i32) -> f32
  %99 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %100 = "llvm.bitcast"(%99) : (i32) -> f32
  %101 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  %102 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %103 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%93, %96, %98, %100, %101, %102, %103)[^bb13, ^bb19] <{operandSegmentSizes = array<i32: 1, 0, 6>}> : (i1, i32, f32, f32, i1, i32, i1) -> ()
^bb11():
  %105 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %104 = "llvm.shl"(%43, %105) : (i32, i32) -> i32
  %107 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
  %106 = "llvm.or"(%104, %107) : (i32, i32) -> i32
  %108 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.br"(%106, %108)[^bb7] : (i32, i1) -> ()
^bb12(%109: i32, %110: f32, %111: f32, %112: i1, %113: i1, %114: i32, %115: i1):
  %116 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.br"(%109, %110, %111, %112, %116, %113, %114, %115)[^bb9] : (i32, f32, f32, i1, i1, i1, i32, i1) -> ()
^bb13():
  %117 = "llvm.fsub"(%6, %7) : (f32, f32) -> f32
  %119 = "llvm.mlir.constant"() <{value = 1073741824 : i32}> : () -> i32
  %120 = "llvm.bitcast"(%119) : (i32) -> f32
  %118 = "llvm.fmul"(%3, %120) : (f32, f32) -> f32
  %121 = "llvm.fmul"(%4, %118) : (f32, f32) -> f32
  %122 = "llvm.fmul"(%117, %117) : (f32, f32) -> f32
  %123 = "llvm.fmul"(%121, %121) : (f32, f32) -> f32
  %124 = "llvm.fadd"(%122, %123) : (f32, f32) -> f32
  %126 = "llvm.mlir.constant"() <{value = 1077936128 : i32}> : () -> i32
  %127 = "llvm.bitcast"(%126) : (i32) -> f32
  %125 = "llvm.fmul"(%124, %127) : (f32, f32) -> f32
  %128 = "llvm.fmul"(%3, %117) : (f32, f32) -> f32
  %129 = "llvm.fmul"(%4, %121) : (f32, f32) -> f32
  %130 = "llvm.fsub"(%128, %129) : (f32, f32) -> f32
  %132 = "llvm.mlir.constant"() <{value = -1082130432 : i32}> : () -> i32
  %133 = "llvm.bitcast"(%132) : (i32) -> f32
  %131 = "llvm.fadd"(%130, %133) : (f32, f32) -> f32
  %134 = "llvm.fmul"(%3, %121) : (f32, f32) -> f32
  %135 = "llvm.fmul"(%4, %117) : (f32, f32) -> f32
  %136 = "llvm.fadd"(%134, %135) : (f32, f32) -> f32
  %137 = "llvm.fmul"(%117, %131) : (f32, f32) -> f32
  %138 = "llvm.fmul"(%121, %136) : (f32, f32) -> f32
  %139 = "llvm.fadd"(%138, %137) : (f32, f32) -> f32
  %140 = "llvm.fdiv"(%139, %125) : (f32, f32) -> f32
  %141 = "llvm.fsub"(%3, %140) : (f32, f32) -> f32
  %142 = "llvm.fmul"(%117, %136) : (f32, f32) -> f32
  %143 = "llvm.fmul"(%121, %131) : (f32, f32) -> f32
  %144 = "llvm.fsub"(%142, %143) : (f32, f32) -> f32
  %145 = "llvm.fdiv"(%144, %125) : (f32, f32) -> f32
  %146 = "llvm.fsub"(%4, %145) : (f32, f32) -> f32
  %148 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %147 = "llvm.add"(%5, %148) : (i32, i32) -> i32
  %150 = "llvm.mlir.constant"() <{value = 60 : i32}> : () -> i32
  %149 = "llvm.icmp"(%147, %150) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %151 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  %152 = "llvm.mlir.constant"() <{value = 60 : i32}> : () -> i32
  "llvm.br"(%147, %146, %141, %151, %152, %149)[^bb19] : (i32, f32, f32, i1, i32, i1) -> ()
^bb14(%153: i32, %154: i1):
  "llvm.cond_br"(%154, %153)[^bb15, ^bb18] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb15():
  "llvm.br"(%155)[^bb18] : (i32) -> ()
^bb16(%156: i32):
  %157 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.br"(%156, %157)[^bb3] : (i32, i1) -> ()
^bb17(%158: i32):
  %159 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.br"(%158, %159)[^bb14] : (i32, i1) -> ()
^bb18(%160: i32):
  "llvm.return"(%160) : (i32) -> ()
^bb19(%161: i32, %162: f32, %163: f32, %164: i1, %165: i32, %166: i1):
  %167 = "llvm.mlir.constant"() <{value = 0 : i1}> : () -> i1
  "llvm.br"(%161, %162, %163, %167, %164, %165, %166)[^bb12] : (i32, f32, f32, i1, i1, i32, i1) -> ()
^bb20(%168: i1, %169: i1, %170: i1, %155: i32, %43: i32):
  %172 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  %171 = "llvm.xor"(%170, %172) : (i1, i1) -> i1
  %174 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  %173 = "llvm.xor"(%169, %174) : (i1, i1) -> i1
  %176 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  %175 = "llvm.xor"(%168, %176) : (i1, i1) -> i1
  %177 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %178 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%171, %177, %178)[^bb21, ^bb14] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, i32, i1) -> ()
^bb21():
  %179 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %180 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%173, %179, %180)[^bb22, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, i32, i1) -> ()
^bb22():
  %181 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %182 = "llvm.mlir.constant"() <{value = -1 : i1}> : () -> i1
  "llvm.cond_br"(%175, %181, %182)[^bb11, ^bb7] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, i32, i1) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: vector<8xf32>, %1: vector<8xf32>):
  "llvm.br"()[^bb1] : () -> ()
^bb1():
  %2 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %3 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %4 = "llvm.mlir.poison"() : () -> vector<8xi1>
  %5 = "llvm.mlir.poison"() : () -> vector<8xi1>
  %6 = "llvm.mlir.poison"() : () -> vector<8xi1>
  %7 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %8 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  "llvm.br"(%2, %3, %4, %5, %6, %7, %0, %1, %8)[^bb2] : (vector<8xi32>, vector<8xi32>, vector<8xi1>, vector<8xi1>, vector<8xi1>, vector<8xi1>, vector<8xf32>, vector<8xf32>, vector<8xi32>) -> ()
^bb2(%9: vector<8xi32>, %10: vector<8xi32>, %11: vector<8xi1>, %12: vector<8xi1>, %13: vector<8xi1>, %14: vector<8xi1>, %15: vector<8xf32>, %16: vector<8xf32>, %17: vector<8xi32>):
  %18 = "llvm.fmul"(%15, %15) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %19 = "llvm.fmul"(%16, %16) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %20 = "llvm.fadd"(%19, %18) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %22 = "llvm.mlir.constant"() <{value = dense<[897988541, 897988541, 897988541, 897988541, 897988541, 897988541, 897988541, 897988541]> : vector<8xi32>}> : () -> vector<8xi32>
  %23 = "llvm.bitcast"(%22) : (vector<8xi32>) -> vector<8xf32>
  %21 = "llvm.fcmp"(%20, %23) <{predicate = 10 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
  %25 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %24 = "llvm.select"(%14, %21, %25) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %26 = "llvm.intr.vector.reduce.or"(%24) : (vector<8xi1>) -> i1
  %27 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %28 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %29 = "llvm.bitcast"(%28) : (vector<8xi32>) -> vector<8xf32>
  %30 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %31 = "llvm.bitcast"(%30) : (vector<8xi32>) -> vector<8xf32>
  %32 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %33 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %34 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %35 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi32>}> : () -> vector<8xi32>
  %36 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%26, %27, %29, %31, %32, %33, %34, %35, %36)[^bb3, ^bb10] <{operandSegmentSizes = array<i32: 1, 0, 8>}> : (i1, vector<8xi32>, vector<8xf32>, vector<8xf32>, vector<8xi1>, vector<8xi1>, vector<8xi1>, vector<8xi32>, vector<8xi1>) -> ()
^bb3():
  %38 = "llvm.mlir.constant"() <{value = dense<[-1082130432, -1082130432, -1082130432, -1082130432, -1082130432, -1082130432, -1082130432, -1082130432]> : vector<8xi32>}> : () -> vector<8xi32>
  %39 = "llvm.bitcast"(%38) : (vector<8xi32>) -> vector<8xf32>
  %37 = "llvm.fadd"(%15, %39) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %40 = "llvm.fmul"(%37, %37) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %41 = "llvm.fadd"(%19, %40) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %43 = "llvm.mlir.constant"() <{value = dense<[953267991, 953267991, 953267991, 953267991, 953267991, 953267991, 953267991, 953267991]> : vector<8xi32>}> : () -> vector<8xi32>
  %44 = "llvm.bitcast"(%43) : (vector<8xi32>) -> vector<8xf32>
  %42 = "llvm.fcmp"(%41, %44) <{predicate = 10 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
  %46 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %45 = "llvm.select"(%24, %42, %46) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %47 = "llvm.intr.vector.reduce.or"(%45) : (vector<8xi1>) -> i1
  %48 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %49 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %50 = "llvm.bitcast"(%49) : (vector<8xi32>) -> vector<8xf32>
  %51 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %52 = "llvm.bitcast"(%51) : (vector<8xi32>) -> vector<8xf32>
  %53 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %54 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %55 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %56 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %57 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%47, %48, %50, %52, %53, %54, %55, %56, %57)[^bb4, ^bb9] <{operandSegmentSizes = array<i32: 1, 0, 8>}> : (i1, vector<8xi32>, vector<8xf32>, vector<8xf32>, vector<8xi1>, vector<8xi1>, vector<8xi1>, vector<8xi32>, vector<8xi1>) -> ()
^bb4():
  %59 = "llvm.mlir.constant"() <{value = dense<[1056964608, 1056964608, 1056964608, 1056964608, 1056964608, 1056964608, 1056964608, 1056964608]> : vector<8xi32>}> : () -> vector<8xi32>
  %60 = "llvm.bitcast"(%59) : (vector<8xi32>) -> vector<8xf32>
  %58 = "llvm.fadd"(%15, %60) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %62 = "llvm.mlir.constant"() <{value = dense<[-1084378153, -1084378153, -1084378153, -1084378153, -1084378153, -1084378153, -1084378153, -1084378153]> : vector<8xi32>}> : () -> vector<8xi32>
  %63 = "llvm.bitcast"(%62) : (vector<8xi32>) -> vector<8xf32>
  %61 = "llvm.fadd"(%16, %63) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %64 = "llvm.fmul"(%58, %58) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %65 = "llvm.fmul"(%61, %61) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %66 = "llvm.fadd"(%65, %64) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %68 = "llvm.mlir.constant"() <{value = dense<[953267991, 953267991, 953267991, 953267991, 953267991, 953267991, 953267991, 953267991]> : vector<8xi32>}> : () -> vector<8xi32>
  %69 = "llvm.bitcast"(%68) : (vector<8xi32>) -> vector<8xf32>
  %67 = "llvm.fcmp"(%66, %69) <{predicate = 10 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
  %71 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %70 = "llvm.select"(%45, %67, %71) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %72 = "llvm.intr.vector.reduce.or"(%70) : (vector<8xi1>) -> i1
  %73 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %74 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %75 = "llvm.bitcast"(%74) : (vector<8xi32>) -> vector<8xf32>
  %76 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %77 = "llvm.bitcast"(%76) : (vector<8xi32>) -> vector<8xf32>
  %78 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %79 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %80 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %81 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%72, %73, %75, %77, %78, %79, %80, %81)[^bb5, ^bb8] <{operandSegmentSizes = array<i32: 1, 0, 7>}> : (i1, vector<8xi32>, vector<8xf32>, vector<8xf32>, vector<8xi1>, vector<8xi1>, vector<8xi32>, vector<8xi1>) -> ()
^bb5():
  %83 = "llvm.mlir.constant"() <{value = dense<[1063105495, 1063105495, 1063105495, 1063105495, 1063105495, 1063105495, 1063105495, 1063105495]> : vector<8xi32>}> : () -> vector<8xi32>
  %84 = "llvm.bitcast"(%83) : (vector<8xi32>) -> vector<8xf32>
  %82 = "llvm.fadd"(%16, %84) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %85 = "llvm.fmul"(%82, %82) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %86 = "llvm.fadd"(%85, %64) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %88 = "llvm.mlir.constant"() <{value = dense<[953267991, 953267991, 953267991, 953267991, 953267991, 953267991, 953267991, 953267991]> : vector<8xi32>}> : () -> vector<8xi32>
  %89 = "llvm.bitcast"(%88) : (vector<8xi32>) -> vector<8xf32>
  %87 = "llvm.fcmp"(%86, %89) <{predicate = 10 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
  %91 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %90 = "llvm.select"(%70, %87, %91) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %92 = "llvm.intr.vector.reduce.or"(%90) : (vector<8xi1>) -> i1
  %93 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %94 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %95 = "llvm.bitcast"(%94) : (vector<8xi32>) -> vector<8xf32>
  %96 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %97 = "llvm.bitcast"(%96) : (vector<8xi32>) -> vector<8xf32>
  %98 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %99 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %100 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%92, %93, %95, %97, %98, %99, %100)[^bb6, ^bb7] <{operandSegmentSizes = array<i32: 1, 0, 6>}> : (i1, vector<8xi32>, vector<8xf32>, vector<8xf32>, vector<8xi1>, vector<8xi32>, vector<8xi1>) -> ()
^bb6():
  %101 = "llvm.fsub"(%18, %19) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %103 = "llvm.mlir.constant"() <{value = dense<[1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824, 1073741824]> : vector<8xi32>}> : () -> vector<8xi32>
  %104 = "llvm.bitcast"(%103) : (vector<8xi32>) -> vector<8xf32>
  %102 = "llvm.fmul"(%15, %104) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %105 = "llvm.fmul"(%16, %102) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %106 = "llvm.fmul"(%101, %101) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %107 = "llvm.fmul"(%105, %105) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %108 = "llvm.fadd"(%106, %107) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %110 = "llvm.mlir.constant"() <{value = dense<[1077936128, 1077936128, 1077936128, 1077936128, 1077936128, 1077936128, 1077936128, 1077936128]> : vector<8xi32>}> : () -> vector<8xi32>
  %111 = "llvm.bitcast"(%110) : (vector<8xi32>) -> vector<8xf32>
  %109 = "llvm.fmul"(%108, %111) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %112 = "llvm.fmul"(%15, %101) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %113 = "llvm.fmul"(%16, %105) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %114 = "llvm.fsub"(%112, %113) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %116 = "llvm.mlir.constant"() <{value = dense<[-1082130432, -1082130432, -1082130432, -1082130432, -1082130432, -1082130432, -1082130432, -1082130432]> : vector<8xi32>}> : () -> vector<8xi32>
  %117 = "llvm.bitcast"(%116) : (vector<8xi32>) -> vector<8xf32>
  %115 = "llvm.fadd"(%114, %117) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %118 = "llvm.fmul"(%15, %105) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %119 = "llvm.fmul"(%16, %101) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %120 = "llvm.fadd"(%118, %119) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %121 = "llvm.fmul"(%101, %115) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %122 = "llvm.fmul"(%105, %120) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %123 = "llvm.fadd"(%122, %121) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %124 = "llvm.fdiv"(%123, %109) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %125 = "llvm.fsub"(%15, %124) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %126 = "llvm.fmul"(%101, %120) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %127 = "llvm.fmul"(%105, %115) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %128 = "llvm.fsub"(%126, %127) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %129 = "llvm.fdiv"(%128, %109) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %130 = "llvm.fsub"(%16, %129) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %132 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %131 = "llvm.add"(%17, %132) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %134 = "llvm.mlir.constant"() <{value = dense<[60, 60, 60, 60, 60, 60, 60, 60]> : vector<8xi32>}> : () -> vector<8xi32>
  %133 = "llvm.icmp"(%131, %134) <{predicate = 0 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %136 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %135 = "llvm.select"(%90, %131, %136) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %138 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %139 = "llvm.bitcast"(%138) : (vector<8xi32>) -> vector<8xf32>
  %137 = "llvm.select"(%90, %130, %139) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %141 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %142 = "llvm.bitcast"(%141) : (vector<8xi32>) -> vector<8xf32>
  %140 = "llvm.select"(%90, %125, %142) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %144 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %145 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %143 = "llvm.select"(%90, %144, %145) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %147 = "llvm.mlir.constant"() <{value = dense<[60, 60, 60, 60, 60, 60, 60, 60]> : vector<8xi32>}> : () -> vector<8xi32>
  %148 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %146 = "llvm.select"(%90, %147, %148) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %150 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %149 = "llvm.select"(%90, %133, %150) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%135, %137, %140, %143, %146, %149)[^bb7] : (vector<8xi32>, vector<8xf32>, vector<8xf32>, vector<8xi1>, vector<8xi32>, vector<8xi1>) -> ()
^bb7(%151: vector<8xi32>, %152: vector<8xf32>, %153: vector<8xf32>, %154: vector<8xi1>, %155: vector<8xi32>, %156: vector<8xi1>):
  %158 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %157 = "llvm.select"(%70, %151, %158) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %160 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %161 = "llvm.bitcast"(%160) : (vector<8xi32>) -> vector<8xf32>
  %159 = "llvm.select"(%70, %152, %161) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %163 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %164 = "llvm.bitcast"(%163) : (vector<8xi32>) -> vector<8xf32>
  %162 = "llvm.select"(%70, %153, %164) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %166 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %167 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %165 = "llvm.select"(%70, %166, %167) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %169 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %168 = "llvm.select"(%70, %154, %169) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %171 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %170 = "llvm.select"(%70, %155, %171) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %173 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %172 = "llvm.select"(%70, %156, %173) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%157, %159, %162, %165, %168, %170, %172)[^bb8] : (vector<8xi32>, vector<8xf32>, vector<8xf32>, vector<8xi1>, vector<8xi1>, vector<8xi32>, vector<8xi1>) -> ()
^bb8(%174: vector<8xi32>, %175: vector<8xf32>, %176: vector<8xf32>, %177: vector<8xi1>, %178: vector<8xi1>, %179: vector<8xi32>, %180: vector<8xi1>):
  %182 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %181 = "llvm.select"(%45, %174, %182) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %184 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %185 = "llvm.bitcast"(%184) : (vector<8xi32>) -> vector<8xf32>
  %183 = "llvm.select"(%45, %175, %185) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %187 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %188 = "llvm.bitcast"(%187) : (vector<8xi32>) -> vector<8xf32>
  %186 = "llvm.select"(%45, %176, %188) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %190 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %189 = "llvm.select"(%45, %177, %190) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %192 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %193 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %191 = "llvm.select"(%45, %192, %193) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %195 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %194 = "llvm.select"(%45, %178, %195) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %197 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %196 = "llvm.select"(%45, %179, %197) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %199 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %198 = "llvm.select"(%45, %180, %199) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%181, %183, %186, %189, %191, %194, %196, %198)[^bb9] : (vector<8xi32>, vector<8xf32>, vector<8xf32>, vector<8xi1>, vector<8xi1>, vector<8xi1>, vector<8xi32>, vector<8xi1>) -> ()
^bb9(%200: vector<8xi32>, %201: vector<8xf32>, %202: vector<8xf32>, %203: vector<8xi1>, %204: vector<8xi1>, %205: vector<8xi1>, %206: vector<8xi32>, %207: vector<8xi1>):
  %209 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %208 = "llvm.select"(%24, %200, %209) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %211 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %212 = "llvm.bitcast"(%211) : (vector<8xi32>) -> vector<8xf32>
  %210 = "llvm.select"(%24, %201, %212) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %214 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %215 = "llvm.bitcast"(%214) : (vector<8xi32>) -> vector<8xf32>
  %213 = "llvm.select"(%24, %202, %215) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  %217 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %216 = "llvm.select"(%24, %203, %217) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %219 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %218 = "llvm.select"(%24, %204, %219) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %221 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %220 = "llvm.select"(%24, %205, %221) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %223 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi32>}> : () -> vector<8xi32>
  %222 = "llvm.select"(%24, %206, %223) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %225 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %224 = "llvm.select"(%24, %207, %225) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%208, %210, %213, %216, %218, %220, %222, %224)[^bb10] : (vector<8xi32>, vector<8xf32>, vector<8xf32>, vector<8xi1>, vector<8xi1>, vector<8xi1>, vector<8xi32>, vector<8xi1>) -> ()
^bb10(%226: vector<8xi32>, %227: vector<8xf32>, %228: vector<8xf32>, %229: vector<8xi1>, %230: vector<8xi1>, %231: vector<8xi1>, %232: vector<8xi32>, %233: vector<8xi1>):
  %235 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %234 = "llvm.xor"(%233, %235) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %237 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %236 = "llvm.select"(%14, %234, %237) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %238 = "llvm.intr.vector.reduce.or"(%236) : (vector<8xi1>) -> i1
  %239 = "llvm.select"(%14, %229, %13) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %240 = "llvm.select"(%14, %230, %12) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %241 = "llvm.select"(%14, %231, %11) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %242 = "llvm.select"(%14, %232, %10) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %243 = "llvm.select"(%14, %17, %9) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.cond_br"(%238, %243, %242, %241, %240, %239, %236, %228, %227, %226)[^bb2, ^bb11] <{operandSegmentSizes = array<i32: 1, 9, 0>}> : (i1, vector<8xi32>, vector<8xi32>, vector<8xi1>, vector<8xi1>, vector<8xi1>, vector<8xi1>, vector<8xf32>, vector<8xf32>, vector<8xi32>) -> ()
^bb11():
  %245 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %244 = "llvm.xor"(%241, %245) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %247 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %246 = "llvm.xor"(%240, %247) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %249 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %248 = "llvm.xor"(%239, %249) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %250 = "llvm.intr.vector.reduce.or"(%244) : (vector<8xi1>) -> i1
  %251 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %252 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%250, %251, %252)[^bb12, ^bb21] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, vector<8xi32>, vector<8xi1>) -> ()
^bb12():
  %254 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %253 = "llvm.select"(%244, %246, %254) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %255 = "llvm.intr.vector.reduce.or"(%253) : (vector<8xi1>) -> i1
  %256 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %257 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%255, %256, %257)[^bb13, ^bb18] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, vector<8xi32>, vector<8xi1>) -> ()
^bb13():
  %259 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %258 = "llvm.select"(%253, %248, %259) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %260 = "llvm.intr.vector.reduce.or"(%258) : (vector<8xi1>) -> i1
  %261 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %262 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  "llvm.cond_br"(%260, %261, %262)[^bb14, ^bb15] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, vector<8xi32>, vector<8xi1>) -> ()
^bb14():
  %264 = "llvm.mlir.constant"() <{value = dense<[2, 2, 2, 2, 2, 2, 2, 2]> : vector<8xi32>}> : () -> vector<8xi32>
  %263 = "llvm.shl"(%243, %264) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %266 = "llvm.mlir.constant"() <{value = dense<[2, 2, 2, 2, 2, 2, 2, 2]> : vector<8xi32>}> : () -> vector<8xi32>
  %265 = "llvm.or"(%263, %266) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %268 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %267 = "llvm.select"(%258, %265, %268) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %270 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %271 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %269 = "llvm.select"(%258, %270, %271) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%267, %269)[^bb15] : (vector<8xi32>, vector<8xi1>) -> ()
^bb15(%272: vector<8xi32>, %273: vector<8xi1>):
  %275 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %274 = "llvm.select"(%253, %273, %275) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %276 = "llvm.intr.vector.reduce.or"(%274) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%276, %272)[^bb16, ^bb17] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xi32>) -> ()
^bb16():
  %278 = "llvm.mlir.constant"() <{value = dense<[2, 2, 2, 2, 2, 2, 2, 2]> : vector<8xi32>}> : () -> vector<8xi32>
  %277 = "llvm.shl"(%243, %278) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %280 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi32>}> : () -> vector<8xi32>
  %279 = "llvm.or"(%277, %280) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %281 = "llvm.select"(%274, %279, %272) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%281)[^bb17] : (vector<8xi32>) -> ()
^bb17(%282: vector<8xi32>):
  %284 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %283 = "llvm.select"(%253, %282, %284) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %286 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %287 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %285 = "llvm.select"(%253, %286, %287) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%283, %285)[^bb18] : (vector<8xi32>, vector<8xi1>) -> ()
^bb18(%288: vector<8xi32>, %289: vector<8xi1>):
  %291 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %290 = "llvm.select"(%244, %289, %291) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %292 = "llvm.intr.vector.reduce.or"(%290) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%292, %288)[^bb19, ^bb20] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xi32>) -> ()
^bb19():
  %294 = "llvm.mlir.constant"() <{value = dense<[2, 2, 2, 2, 2, 2, 2, 2]> : vector<8xi32>}> : () -> vector<8xi32>
  %293 = "llvm.shl"(%243, %294) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %295 = "llvm.select"(%290, %293, %288) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%295)[^bb20] : (vector<8xi32>) -> ()
^bb20(%296: vector<8xi32>):
  %298 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %297 = "llvm.select"(%244, %296, %298) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %300 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %301 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %299 = "llvm.select"(%244, %300, %301) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  "llvm.br"(%297, %299)[^bb21] : (vector<8xi32>, vector<8xi1>) -> ()
^bb21(%302: vector<8xi32>, %303: vector<8xi1>):
  %304 = "llvm.intr.vector.reduce.or"(%303) : (vector<8xi1>) -> i1
  "llvm.cond_br"(%304, %302)[^bb22, ^bb23] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xi32>) -> ()
^bb22():
  %305 = "llvm.select"(%303, %242, %302) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%305)[^bb23] : (vector<8xi32>) -> ()
^bb23(%306: vector<8xi32>):
  "llvm.return"(%306) : (vector<8xi32>) -> ()
}) : () -> ()
}) : () -> ()
