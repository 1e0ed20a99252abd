"builtin.module"() ({
"llvm.func"() <{sym_name = "scalar"}> ({
^bb0(%0: i32):
  %1 = "llvm.alloca"() <{isotope.bytes = 16 : i64, alignment = 16 : i64, isotope.element = 0 : i64}> : () -> !llvm.ptr
  %3 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %4 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %5 = "llvm.mul"(%3, %4) : (i64, i64) -> i64
  %6 = "llvm.getelementptr"(%1, %5) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %7 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %2 = "llvm.getelementptr"(%6, %7) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %8 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%8, %2) <{alignment = 16 : i64}> : (i8, !llvm.ptr) -> ()
  %10 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %11 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %12 = "llvm.mul"(%10, %11) : (i64, i64) -> i64
  %13 = "llvm.getelementptr"(%1, %12) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %14 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %9 = "llvm.getelementptr"(%13, %14) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %15 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%15, %9) <{alignment = 1 : i64}> : (i8, !llvm.ptr) -> ()
  %17 = "llvm.mlir.constant"() <{value = 2 : i64}> : () -> i64
  %18 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %19 = "llvm.mul"(%17, %18) : (i64, i64) -> i64
  %20 = "llvm.getelementptr"(%1, %19) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %21 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %16 = "llvm.getelementptr"(%20, %21) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %22 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%22, %16) <{alignment = 2 : i64}> : (i8, !llvm.ptr) -> ()
  %24 = "llvm.mlir.constant"() <{value = 3 : i64}> : () -> i64
  %25 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %26 = "llvm.mul"(%24, %25) : (i64, i64) -> i64
  %27 = "llvm.getelementptr"(%1, %26) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %28 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %23 = "llvm.getelementptr"(%27, %28) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %29 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%29, %23) <{alignment = 1 : i64}> : (i8, !llvm.ptr) -> ()
  %31 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %32 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %33 = "llvm.mul"(%31, %32) : (i64, i64) -> i64
  %34 = "llvm.getelementptr"(%1, %33) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %35 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %30 = "llvm.getelementptr"(%34, %35) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %36 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%36, %30) <{alignment = 4 : i64}> : (i8, !llvm.ptr) -> ()
  %38 = "llvm.mlir.constant"() <{value = 5 : i64}> : () -> i64
  %39 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %40 = "llvm.mul"(%38, %39) : (i64, i64) -> i64
  %41 = "llvm.getelementptr"(%1, %40) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %42 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %37 = "llvm.getelementptr"(%41, %42) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %43 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%43, %37) <{alignment = 1 : i64}> : (i8, !llvm.ptr) -> ()
  %45 = "llvm.mlir.constant"() <{value = 6 : i64}> : () -> i64
  %46 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %47 = "llvm.mul"(%45, %46) : (i64, i64) -> i64
  %48 = "llvm.getelementptr"(%1, %47) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %49 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %44 = "llvm.getelementptr"(%48, %49) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %50 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%50, %44) <{alignment = 2 : i64}> : (i8, !llvm.ptr) -> ()
  %52 = "llvm.mlir.constant"() <{value = 7 : i64}> : () -> i64
  %53 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %54 = "llvm.mul"(%52, %53) : (i64, i64) -> i64
  %55 = "llvm.getelementptr"(%1, %54) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %56 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %51 = "llvm.getelementptr"(%55, %56) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %57 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%57, %51) <{alignment = 1 : i64}> : (i8, !llvm.ptr) -> ()
  %59 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %60 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %61 = "llvm.mul"(%59, %60) : (i64, i64) -> i64
  %62 = "llvm.getelementptr"(%1, %61) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %63 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %58 = "llvm.getelementptr"(%62, %63) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %64 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%64, %58) <{alignment = 8 : i64}> : (i8, !llvm.ptr) -> ()
  %66 = "llvm.mlir.constant"() <{value = 9 : i64}> : () -> i64
  %67 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %68 = "llvm.mul"(%66, %67) : (i64, i64) -> i64
  %69 = "llvm.getelementptr"(%1, %68) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %70 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %65 = "llvm.getelementptr"(%69, %70) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %71 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%71, %65) <{alignment = 1 : i64}> : (i8, !llvm.ptr) -> ()
  %73 = "llvm.mlir.constant"() <{value = 10 : i64}> : () -> i64
  %74 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %75 = "llvm.mul"(%73, %74) : (i64, i64) -> i64
  %76 = "llvm.getelementptr"(%1, %75) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %77 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %72 = "llvm.getelementptr"(%76, %77) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %78 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%78, %72) <{alignment = 2 : i64}> : (i8, !llvm.ptr) -> ()
  %80 = "llvm.mlir.constant"() <{value = 11 : i64}> : () -> i64
  %81 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %82 = "llvm.mul"(%80, %81) : (i64, i64) -> i64
  %83 = "llvm.getelementptr"(%1, %82) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %84 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %79 = "llvm.getelementptr"(%83, %84) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %85 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%85, %79) <{alignment = 1 : i64}> : (i8, !llvm.ptr) -> ()
  %87 = "llvm.mlir.constant"() <{value = 12 : i64}> : () -> i64
  %88 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %89 = "llvm.mul"(%87, %88) : (i64, i64) -> i64
  %90 = "llvm.getelementptr"(%1, %89) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %91 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %86 = "llvm.getelementptr"(%90, %91) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %92 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%92, %86) <{alignment = 4 : i64}> : (i8, !llvm.ptr) -> ()
  %94 = "llvm.mlir.constant"() <{value = 13 : i64}> : () -> i64
  %95 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %96 = "llvm.mul"(%94, %95) : (i64, i64) -> i64
  %97 = "llvm.getelementptr"(%1, %96) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %98 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %93 = "llvm.getelementptr"(%97, %98) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %99 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%99, %93) <{alignment = 1 : i64}> : (i8, !llvm.ptr) -> ()
  %101 = "llvm.mlir.constant"() <{value = 14 : i64}> : () -> i64
  %102 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %103 = "llvm.mul"(%101, %102) : (i64, i64) -> i64
  %104 = "llvm.getelementptr"(%1, %103) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %105 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %100 = "llvm.getelementptr"(%104, %105) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %106 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%106, %100) <{alignment = 2 : i64}> : (i8, !llvm.ptr) -> ()
  %108 = "llvm.mlir.constant"() <{value = 15 : i64}> : () -> i64
  %109 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %110 = "llvm.mul"(%108, %109) : (i64, i64) -> i64
  %111 = "llvm.getelementptr"(%1, %110) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %112 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %107 = "llvm.getelementptr"(%111, %112) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %113 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%113, %107) <{alignment = 1 : i64}> : (i8, !llvm.ptr) -> ()
  %115 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %114 = "llvm.icmp"(%0, %115) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %116 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %117 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.cond_br"(%114, %116, %0, %117)[^bb3, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
^bb1(%118: i32, %119: i32):
  %121 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
  %120 = "llvm.and"(%118, %121) : (i32, i32) -> i32
  %122 = "llvm.zext"(%120) <{isotope.promises}> : (i32) -> i64
  %124 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %125 = "llvm.mlir.constant"() <{value = 16 : i64}> : () -> i64
  %126 = "llvm.mul"(%124, %125) : (i64, i64) -> i64
  %127 = "llvm.getelementptr"(%1, %126) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %128 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %129 = "llvm.mul"(%122, %128) : (i64, i64) -> i64
  %130 = "llvm.getelementptr"(%127, %129) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %131 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %123 = "llvm.getelementptr"(%130, %131) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %132 = "llvm.load"(%123) <{isotope.promises, alignment = 1 : i64}> : (!llvm.ptr) -> i8
  %134 = "llvm.mlir.constant"() <{value = 1 : i8}> : () -> i8
  %133 = "llvm.add"(%132, %134) : (i8, i8) -> i8
  "llvm.store"(%133, %123) <{isotope.promises, alignment = 1 : i64}> : (i8, !llvm.ptr) -> ()
  %135 = "llvm.zext"(%119) <{isotope.promises}> : (i32) -> i64
  %137 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %138 = "llvm.mlir.constant"() <{value = 16 : i64}> : () -> i64
  %139 = "llvm.mul"(%137, %138) : (i64, i64) -> i64
  %140 = "llvm.getelementptr"(%1, %139) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %141 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %142 = "llvm.mul"(%135, %141) : (i64, i64) -> i64
  %143 = "llvm.getelementptr"(%140, %142) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %144 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %136 = "llvm.getelementptr"(%143, %144) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %145 = "llvm.load"(%136) <{isotope.promises, alignment = 1 : i64}> : (!llvm.ptr) -> i8
  %146 = "llvm.icmp"(%133, %145) <{predicate = 8 : i64}> : (i8, i8) -> i1
  %147 = "llvm.select"(%146, %120, %119) : (i1, i32, i32) -> i32
  %149 = "llvm.mlir.constant"() <{value = 4 : i32}> : () -> i32
  %148 = "llvm.lshr"(%118, %149) : (i32, i32) -> i32
  %151 = "llvm.mlir.constant"() <{value = 16 : i32}> : () -> i32
  %150 = "llvm.icmp"(%118, %151) <{predicate = 6 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%150, %148, %147)[^bb2, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, i32, i32) -> ()
^bb2():
  %152 = "llvm.zext"(%147) <{isotope.promises}> : (i32) -> i64
  %154 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %155 = "llvm.mlir.constant"() <{value = 16 : i64}> : () -> i64
  %156 = "llvm.mul"(%154, %155) : (i64, i64) -> i64
  %157 = "llvm.getelementptr"(%1, %156) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %158 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %159 = "llvm.mul"(%152, %158) : (i64, i64) -> i64
  %160 = "llvm.getelementptr"(%157, %159) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %161 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %153 = "llvm.getelementptr"(%160, %161) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %162 = "llvm.load"(%153) <{isotope.promises, alignment = 1 : i64}> : (!llvm.ptr) -> i8
  %164 = "llvm.mlir.constant"() <{value = 4 : i32}> : () -> i32
  %163 = "llvm.shl"(%147, %164) <{isotope.promises}> : (i32, i32) -> i32
  %165 = "llvm.zext"(%162) : (i8) -> i32
  %166 = "llvm.add"(%163, %165) <{isotope.promises}> : (i32, i32) -> i32
  "llvm.br"(%166)[^bb3] : (i32) -> ()
^bb3(%167: i32):
  "llvm.return"(%167) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "structured"}> ({
^bb0(%0: i32):
  %1 = "llvm.alloca"() <{isotope.bytes = 16 : i64, alignment = 16 : i64, isotope.element = 0 : i64}> : () -> !llvm.ptr
  %3 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %4 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %5 = "llvm.mul"(%3, %4) : (i64, i64) -> i64
  %6 = "llvm.getelementptr"(%1, %5) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %7 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %2 = "llvm.getelementptr"(%6, %7) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %8 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%8, %2) <{alignment = 16 : i64}> : (i8, !llvm.ptr) -> ()
  %10 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %11 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %12 = "llvm.mul"(%10, %11) : (i64, i64) -> i64
  %13 = "llvm.getelementptr"(%1, %12) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %14 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %9 = "llvm.getelementptr"(%13, %14) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %15 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%15, %9) <{alignment = 1 : i64}> : (i8, !llvm.ptr) -> ()
  %17 = "llvm.mlir.constant"() <{value = 2 : i64}> : () -> i64
  %18 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %19 = "llvm.mul"(%17, %18) : (i64, i64) -> i64
  %20 = "llvm.getelementptr"(%1, %19) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %21 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %16 = "llvm.getelementptr"(%20, %21) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %22 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%22, %16) <{alignment = 2 : i64}> : (i8, !llvm.ptr) -> ()
  %24 = "llvm.mlir.constant"() <{value = 3 : i64}> : () -> i64
  %25 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %26 = "llvm.mul"(%24, %25) : (i64, i64) -> i64
  %27 = "llvm.getelementptr"(%1, %26) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %28 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %23 = "llvm.getelementptr"(%27, %28) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %29 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%29, %23) <{alignment = 1 : i64}> : (i8, !llvm.ptr) -> ()
  %31 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %32 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %33 = "llvm.mul"(%31, %32) : (i64, i64) -> i64
  %34 = "llvm.getelementptr"(%1, %33) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %35 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %30 = "llvm.getelementptr"(%34, %35) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %36 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%36, %30) <{alignment = 4 : i64}> : (i8, !llvm.ptr) -> ()
  %38 = "llvm.mlir.constant"() <{value = 5 : i64}> : () -> i64
  %39 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %40 = "llvm.mul"(%38, %39) : (i64, i64) -> i64
  %41 = "llvm.getelementptr"(%1, %40) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %42 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %37 = "llvm.getelementptr"(%41, %42) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %43 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%43, %37) <{alignment = 1 : i64}> : (i8, !llvm.ptr) -> ()
  %45 = "llvm.mlir.constant"() <{value = 6 : i64}> : () -> i64
  %46 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %47 = "llvm.mul"(%45, %46) : (i64, i64) -> i64
  %48 = "llvm.getelementptr"(%1, %47) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %49 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %44 = "llvm.getelementptr"(%48, %49) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %50 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%50, %44) <{alignment = 2 : i64}> : (i8, !llvm.ptr) -> ()
  %52 = "llvm.mlir.constant"() <{value = 7 : i64}> : () -> i64
  %53 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %54 = "llvm.mul"(%52, %53) : (i64, i64) -> i64
  %55 = "llvm.getelementptr"(%1, %54) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %56 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %51 = "llvm.getelementptr"(%55, %56) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %57 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%57, %51) <{alignment = 1 : i64}> : (i8, !llvm.ptr) -> ()
  %59 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %60 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %61 = "llvm.mul"(%59, %60) : (i64, i64) -> i64
  %62 = "llvm.getelementptr"(%1, %61) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %63 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %58 = "llvm.getelementptr"(%62, %63) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %64 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%64, %58) <{alignment = 8 : i64}> : (i8, !llvm.ptr) -> ()
  %66 = "llvm.mlir.constant"() <{value = 9 : i64}> : () -> i64
  %67 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %68 = "llvm.mul"(%66, %67) : (i64, i64) -> i64
  %69 = "llvm.getelementptr"(%1, %68) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %70 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %65 = "llvm.getelementptr"(%69, %70) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %71 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%71, %65) <{alignment = 1 : i64}> : (i8, !llvm.ptr) -> ()
  %73 = "llvm.mlir.constant"() <{value = 10 : i64}> : () -> i64
  %74 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %75 = "llvm.mul"(%73, %74) : (i64, i64) -> i64
  %76 = "llvm.getelementptr"(%1, %75) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %77 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %72 = "llvm.getelementptr"(%76, %77) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %78 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%78, %72) <{alignment = 2 : i64}> : (i8, !llvm.ptr) -> ()
  %80 = "llvm.mlir.constant"() <{value = 11 : i64}> : () -> i64
  %81 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %82 = "llvm.mul"(%80, %81) : (i64, i64) -> i64
  %83 = "llvm.getelementptr"(%1, %82) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %84 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %79 = "llvm.getelementptr"(%83, %84) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %85 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%85, %79) <{alignment = 1 : i64}> : (i8, !llvm.ptr) -> ()
  %87 = "llvm.mlir.constant"() <{value = 12 : i64}> : () -> i64
  %88 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %89 = "llvm.mul"(%87, %88) : (i64, i64) -> i64
  %90 = "llvm.getelementptr"(%1, %89) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %91 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %86 = "llvm.getelementptr"(%90, %91) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %92 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%92, %86) <{alignment = 4 : i64}> : (i8, !llvm.ptr) -> ()
  %94 = "llvm.mlir.constant"() <{value = 13 : i64}> : () -> i64
  %95 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %96 = "llvm.mul"(%94, %95) : (i64, i64) -> i64
  %97 = "llvm.getelementptr"(%1, %96) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %98 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %93 = "llvm.getelementptr"(%97, %98) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %99 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%99, %93) <{alignment = 1 : i64}> : (i8, !llvm.ptr) -> ()
  %101 = "llvm.mlir.constant"() <{value = 14 : i64}> : () -> i64
  %102 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %103 = "llvm.mul"(%101, %102) : (i64, i64) -> i64
  %104 = "llvm.getelementptr"(%1, %103) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %105 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %100 = "llvm.getelementptr"(%104, %105) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %106 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%106, %100) <{alignment = 2 : i64}> : (i8, !llvm.ptr) -> ()
  %108 = "llvm.mlir.constant"() <{value = 15 : i64}> : () -> i64
  %109 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %110 = "llvm.mul"(%108, %109) : (i64, i64) -> i64
  %111 = "llvm.getelementptr"(%1, %110) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %112 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %107 = "llvm.getelementptr"(%111, %112) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %113 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
  "llvm.store"(%113, %107) <{alignment = 1 : i64}> : (i8, !llvm.ptr) -> ()
  %115 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  %114 = "llvm.icmp"(%0, %115) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %116 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.cond_br"(%114, %116)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb1():
  %117 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.br"(%0, %117)[^bb3] : (i32, i32) -> ()
^bb2(%118: i32):
  "llvm.br"()[^bb5] : () -> ()
^bb3(%119: i32, %120: i32):
  %122 = "llvm.mlir.constant"() <{value = 15 : i32}> : () -> i32
  %121 = "llvm.and"(%119, %122) : (i32, i32) -> i32
  %123 = "llvm.zext"(%121) : (i32) -> i64
  %125 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %126 = "llvm.mlir.constant"() <{value = 16 : i64}> : () -> i64
  %127 = "llvm.mul"(%125, %126) : (i64, i64) -> i64
  %128 = "llvm.getelementptr"(%1, %127) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %129 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %130 = "llvm.mul"(%123, %129) : (i64, i64) -> i64
  %131 = "llvm.getelementptr"(%128, %130) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %132 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %124 = "llvm.getelementptr"(%131, %132) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %133 = "llvm.load"(%124) <{alignment = 1 : i64}> : (!llvm.ptr) -> i8
  %135 = "llvm.mlir.constant"() <{value = 1 : i8}> : () -> i8
  %134 = "llvm.add"(%133, %135) : (i8, i8) -> i8
  "llvm.store"(%134, %124) <{alignment = 1 : i64}> : (i8, !llvm.ptr) -> ()
  %136 = "llvm.zext"(%120) : (i32) -> i64
  %138 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %139 = "llvm.mlir.constant"() <{value = 16 : i64}> : () -> i64
  %140 = "llvm.mul"(%138, %139) : (i64, i64) -> i64
  %141 = "llvm.getelementptr"(%1, %140) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %142 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %143 = "llvm.mul"(%136, %142) : (i64, i64) -> i64
  %144 = "llvm.getelementptr"(%141, %143) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %145 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %137 = "llvm.getelementptr"(%144, %145) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %146 = "llvm.load"(%137) <{alignment = 1 : i64}> : (!llvm.ptr) -> i8
  %147 = "llvm.icmp"(%134, %146) <{predicate = 8 : i64}> : (i8, i8) -> i1
  %148 = "llvm.select"(%147, %121, %120) : (i1, i32, i32) -> i32
  %150 = "llvm.mlir.constant"() <{value = 4 : i32}> : () -> i32
  %149 = "llvm.lshr"(%119, %150) : (i32, i32) -> i32
  %152 = "llvm.mlir.constant"() <{value = 16 : i32}> : () -> i32
  %151 = "llvm.icmp"(%119, %152) <{predicate = 6 : i64}> : (i32, i32) -> i1
  "llvm.cond_br"(%151, %148, %149, %148)[^bb4, ^bb3] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i32) -> ()
^bb4(%153: i32):
  %154 = "llvm.zext"(%153) : (i32) -> i64
  %156 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %157 = "llvm.mlir.constant"() <{value = 16 : i64}> : () -> i64
  %158 = "llvm.mul"(%156, %157) : (i64, i64) -> i64
  %159 = "llvm.getelementptr"(%1, %158) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %160 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %161 = "llvm.mul"(%154, %160) : (i64, i64) -> i64
  %162 = "llvm.getelementptr"(%159, %161) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %163 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %155 = "llvm.getelementptr"(%162, %163) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %164 = "llvm.load"(%155) <{alignment = 1 : i64}> : (!llvm.ptr) -> i8
  %166 = "llvm.mlir.constant"() <{value = 4 : i32}> : () -> i32
  %165 = "llvm.shl"(%153, %166) : (i32, i32) -> i32
  %167 = "llvm.zext"(%164) : (i8) -> i32
  %168 = "llvm.add"(%165, %167) : (i32, i32) -> i32
  "llvm.br"(%168)[^bb2] : (i32) -> ()
^bb5():
  "llvm.return"(%118) : (i32) -> ()
}) : () -> ()
"llvm.func"() <{sym_name = "vector"}> ({
^bb0(%0: vector<8xi32>):
  %1 = "llvm.alloca"() <{isotope.bytes = 128 : i64, alignment = 16 : i64, isotope.element = 1 : i64}> : () -> !llvm.ptr
  "llvm.br"()[^bb1] : () -> ()
^bb1():
  %3 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %4 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %5 = "llvm.mul"(%3, %4) : (i64, i64) -> i64
  %6 = "llvm.getelementptr"(%1, %5) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %7 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %2 = "llvm.getelementptr"(%6, %7) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %8 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi8>}> : () -> vector<8xi8>
  "llvm.store"(%8, %2) <{alignment = 1 : i64}> : (vector<8xi8>, !llvm.ptr) -> ()
  %10 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %11 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %12 = "llvm.mul"(%10, %11) : (i64, i64) -> i64
  %13 = "llvm.getelementptr"(%1, %12) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %14 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %9 = "llvm.getelementptr"(%13, %14) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %15 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi8>}> : () -> vector<8xi8>
  "llvm.store"(%15, %9) <{alignment = 1 : i64}> : (vector<8xi8>, !llvm.ptr) -> ()
  %17 = "llvm.mlir.constant"() <{value = 2 : i64}> : () -> i64
  %18 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %19 = "llvm.mul"(%17, %18) : (i64, i64) -> i64
  %20 = "llvm.getelementptr"(%1, %19) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %21 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %16 = "llvm.getelementptr"(%20, %21) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %22 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi8>}> : () -> vector<8xi8>
  "llvm.store"(%22, %16) <{alignment = 1 : i64}> : (vector<8xi8>, !llvm.ptr) -> ()
  %24 = "llvm.mlir.constant"() <{value = 3 : i64}> : () -> i64
  %25 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %26 = "llvm.mul"(%24, %25) : (i64, i64) -> i64
  %27 = "llvm.getelementptr"(%1, %26) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %28 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %23 = "llvm.getelementptr"(%27, %28) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %29 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi8>}> : () -> vector<8xi8>
  "llvm.store"(%29, %23) <{alignment = 1 : i64}> : (vector<8xi8>, !llvm.ptr) -> ()
  %31 = "llvm.mlir.constant"() <{value = 4 : i64}> : () -> i64
  %32 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %33 = "llvm.mul"(%31, %32) : (i64, i64) -> i64
  %34 = "llvm.getelementptr"(%1, %33) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %35 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %30 = "llvm.getelementptr"(%34, %35) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %36 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi8>}> : () -> vector<8xi8>
  "llvm.store"(%36, %30) <{alignment = 1 : i64}> : (vector<8xi8>, !llvm.ptr) -> ()
  %38 = "llvm.mlir.constant"() <{value = 5 : i64}> : () -> i64
  %39 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %40 = "llvm.mul"(%38, %39) : (i64, i64) -> i64
  %41 = "llvm.getelementptr"(%1, %40) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %42 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %37 = "llvm.getelementptr"(%41, %42) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %43 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi8>}> : () -> vector<8xi8>
  "llvm.store"(%43, %37) <{alignment = 1 : i64}> : (vector<8xi8>, !llvm.ptr) -> ()
  %45 = "llvm.mlir.constant"() <{value = 6 : i64}> : () -> i64
  %46 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %47 = "llvm.mul"(%45, %46) : (i64, i64) -> i64
  %48 = "llvm.getelementptr"(%1, %47) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %49 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %44 = "llvm.getelementptr"(%48, %49) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %50 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi8>}> : () -> vector<8xi8>
  "llvm.store"(%50, %44) <{alignment = 1 : i64}> : (vector<8xi8>, !llvm.ptr) -> ()
  %52 = "llvm.mlir.constant"() <{value = 7 : i64}> : () -> i64
  %53 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %54 = "llvm.mul"(%52, %53) : (i64, i64) -> i64
  %55 = "llvm.getelementptr"(%1, %54) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %56 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %51 = "llvm.getelementptr"(%55, %56) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %57 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi8>}> : () -> vector<8xi8>
  "llvm.store"(%57, %51) <{alignment = 1 : i64}> : (vector<8xi8>, !llvm.ptr) -> ()
  %59 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %60 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %61 = "llvm.mul"(%59, %60) : (i64, i64) -> i64
  %62 = "llvm.getelementptr"(%1, %61) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %63 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %58 = "llvm.getelementptr"(%62, %63) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %64 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi8>}> : () -> vector<8xi8>
  "llvm.store"(%64, %58) <{alignment = 1 : i64}> : (vector<8xi8>, !llvm.ptr) -> ()
  %66 = "llvm.mlir.constant"() <{value = 9 : i64}> : () -> i64
  %67 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %68 = "llvm.mul"(%66, %67) : (i64, i64) -> i64
  %69 = "llvm.getelementptr"(%1, %68) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %70 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %65 = "llvm.getelementptr"(%69, %70) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %71 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi8>}> : () -> vector<8xi8>
  "llvm.store"(%71, %65) <{alignment = 1 : i64}> : (vector<8xi8>, !llvm.ptr) -> ()
  %73 = "llvm.mlir.constant"() <{value = 10 : i64}> : () -> i64
  %74 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %75 = "llvm.mul"(%73, %74) : (i64, i64) -> i64
  %76 = "llvm.getelementptr"(%1, %75) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %77 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %72 = "llvm.getelementptr"(%76, %77) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %78 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi8>}> : () -> vector<8xi8>
  "llvm.store"(%78, %72) <{alignment = 1 : i64}> : (vector<8xi8>, !llvm.ptr) -> ()
  %80 = "llvm.mlir.constant"() <{value = 11 : i64}> : () -> i64
  %81 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %82 = "llvm.mul"(%80, %81) : (i64, i64) -> i64
  %83 = "llvm.getelementptr"(%1, %82) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %84 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %79 = "llvm.getelementptr"(%83, %84) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %85 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi8>}> : () -> vector<8xi8>
  "llvm.store"(%85, %79) <{alignment = 1 : i64}> : (vector<8xi8>, !llvm.ptr) -> ()
  %87 = "llvm.mlir.constant"() <{value = 12 : i64}> : () -> i64
  %88 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %89 = "llvm.mul"(%87, %88) : (i64, i64) -> i64
  %90 = "llvm.getelementptr"(%1, %89) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %91 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %86 = "llvm.getelementptr"(%90, %91) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %92 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi8>}> : () -> vector<8xi8>
  "llvm.store"(%92, %86) <{alignment = 1 : i64}> : (vector<8xi8>, !llvm.ptr) -> ()
  %94 = "llvm.mlir.constant"() <{value = 13 : i64}> : () -> i64
  %95 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %96 = "llvm.mul"(%94, %95) : (i64, i64) -> i64
  %97 = "llvm.getelementptr"(%1, %96) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %98 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %93 = "llvm.getelementptr"(%97, %98) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %99 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi8>}> : () -> vector<8xi8>
  "llvm.store"(%99, %93) <{alignment = 1 : i64}> : (vector<8xi8>, !llvm.ptr) -> ()
  %101 = "llvm.mlir.constant"() <{value = 14 : i64}> : () -> i64
  %102 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %103 = "llvm.mul"(%101, %102) : (i64, i64) -> i64
  %104 = "llvm.getelementptr"(%1, %103) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %105 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %100 = "llvm.getelementptr"(%104, %105) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %106 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi8>}> : () -> vector<8xi8>
  "llvm.store"(%106, %100) <{alignment = 1 : i64}> : (vector<8xi8>, !llvm.ptr) -> ()
  %108 = "llvm.mlir.constant"() <{value = 15 : i64}> : () -> i64
  %109 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %110 = "llvm.mul"(%108, %109) : (i64, i64) -> i64
  %111 = "llvm.getelementptr"(%1, %110) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %112 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %107 = "llvm.getelementptr"(%111, %112) <{elem_type = i8}> : (!llvm.ptr, i64) -> !llvm.ptr
  %113 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi8>}> : () -> vector<8xi8>
  "llvm.store"(%113, %107) <{alignment = 1 : i64}> : (vector<8xi8>, !llvm.ptr) -> ()
  %115 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %114 = "llvm.icmp"(%0, %115) <{predicate = 1 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %116 = "llvm.intr.vector.reduce.or"(%114) : (vector<8xi1>) -> i1
  %117 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  "llvm.cond_br"(%116, %117)[^bb2, ^bb5] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, vector<8xi32>) -> ()
^bb2():
  %118 = "llvm.mlir.poison"() : () -> vector<8xi32>
  %119 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  "llvm.br"(%118, %114, %0, %119)[^bb3] : (vector<8xi32>, vector<8xi1>, vector<8xi32>, vector<8xi32>) -> ()
^bb3(%120: vector<8xi32>, %121: vector<8xi1>, %122: vector<8xi32>, %123: vector<8xi32>):
  %125 = "llvm.mlir.constant"() <{value = dense<[15, 15, 15, 15, 15, 15, 15, 15]> : vector<8xi32>}> : () -> vector<8xi32>
  %124 = "llvm.and"(%122, %125) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %126 = "llvm.zext"(%124) : (vector<8xi32>) -> vector<8xi64>
  %128 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %129 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %127 = "llvm.insertelement"(%128, %1, %129) : (vector<8x!llvm.ptr>, !llvm.ptr, i64) -> vector<8x!llvm.ptr>
  %131 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %130 = "llvm.shufflevector"(%127, %131) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8x!llvm.ptr>, vector<8x!llvm.ptr>) -> vector<8x!llvm.ptr>
  %133 = "llvm.mlir.constant"() <{value = dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi64>}> : () -> vector<8xi64>
  %134 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %135 = "llvm.mul"(%133, %134) : (vector<8xi64>, i64) -> vector<8xi64>
  %136 = "llvm.getelementptr"(%130, %135) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %137 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %132 = "llvm.getelementptr"(%136, %137) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %139 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %140 = "llvm.mlir.constant"() <{value = 128 : i64}> : () -> i64
  %141 = "llvm.mul"(%139, %140) : (i64, i64) -> i64
  %142 = "llvm.getelementptr"(%132, %141) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %143 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %138 = "llvm.getelementptr"(%142, %143) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %145 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %146 = "llvm.mul"(%126, %145) : (vector<8xi64>, i64) -> vector<8xi64>
  %147 = "llvm.getelementptr"(%138, %146) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %148 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %144 = "llvm.getelementptr"(%147, %148) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %150 = "llvm.mlir.poison"() : () -> vector<8xi8>
  %149 = "llvm.intr.masked.gather"(%144, %121, %150) <{alignment = 1 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi8>) -> vector<8xi8>
  %152 = "llvm.mlir.constant"() <{value = dense<[1, 1, 1, 1, 1, 1, 1, 1]> : vector<8xi8>}> : () -> vector<8xi8>
  %151 = "llvm.add"(%149, %152) : (vector<8xi8>, vector<8xi8>) -> vector<8xi8>
  "llvm.intr.masked.scatter"(%151, %144, %121) <{alignment = 1 : i64}> : (vector<8xi8>, vector<8x!llvm.ptr>, vector<8xi1>) -> ()
  %153 = "llvm.zext"(%123) : (vector<8xi32>) -> vector<8xi64>
  %155 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %156 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %154 = "llvm.insertelement"(%155, %1, %156) : (vector<8x!llvm.ptr>, !llvm.ptr, i64) -> vector<8x!llvm.ptr>
  %158 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %157 = "llvm.shufflevector"(%154, %158) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8x!llvm.ptr>, vector<8x!llvm.ptr>) -> vector<8x!llvm.ptr>
  %160 = "llvm.mlir.constant"() <{value = dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi64>}> : () -> vector<8xi64>
  %161 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %162 = "llvm.mul"(%160, %161) : (vector<8xi64>, i64) -> vector<8xi64>
  %163 = "llvm.getelementptr"(%157, %162) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %164 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %159 = "llvm.getelementptr"(%163, %164) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %166 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %167 = "llvm.mlir.constant"() <{value = 128 : i64}> : () -> i64
  %168 = "llvm.mul"(%166, %167) : (i64, i64) -> i64
  %169 = "llvm.getelementptr"(%159, %168) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %170 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %165 = "llvm.getelementptr"(%169, %170) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %172 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %173 = "llvm.mul"(%153, %172) : (vector<8xi64>, i64) -> vector<8xi64>
  %174 = "llvm.getelementptr"(%165, %173) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %175 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %171 = "llvm.getelementptr"(%174, %175) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %177 = "llvm.mlir.poison"() : () -> vector<8xi8>
  %176 = "llvm.intr.masked.gather"(%171, %121, %177) <{alignment = 1 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi8>) -> vector<8xi8>
  %178 = "llvm.icmp"(%151, %176) <{predicate = 8 : i64}> : (vector<8xi8>, vector<8xi8>) -> vector<8xi1>
  %179 = "llvm.select"(%178, %124, %123) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %181 = "llvm.mlir.constant"() <{value = dense<[4, 4, 4, 4, 4, 4, 4, 4]> : vector<8xi32>}> : () -> vector<8xi32>
  %180 = "llvm.lshr"(%122, %181) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %183 = "llvm.mlir.constant"() <{value = dense<[16, 16, 16, 16, 16, 16, 16, 16]> : vector<8xi32>}> : () -> vector<8xi32>
  %182 = "llvm.icmp"(%122, %183) <{predicate = 6 : i64}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi1>
  %185 = "llvm.mlir.constant"() <{value = dense<[-1, -1, -1, -1, -1, -1, -1, -1]> : vector<8xi1>}> : () -> vector<8xi1>
  %184 = "llvm.xor"(%182, %185) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %187 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi1>}> : () -> vector<8xi1>
  %186 = "llvm.select"(%121, %184, %187) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
  %188 = "llvm.intr.vector.reduce.or"(%186) : (vector<8xi1>) -> i1
  %189 = "llvm.select"(%121, %179, %120) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.cond_br"(%188, %189, %186, %180, %179)[^bb3, ^bb4] <{operandSegmentSizes = array<i32: 1, 4, 0>}> : (i1, vector<8xi32>, vector<8xi1>, vector<8xi32>, vector<8xi32>) -> ()
^bb4():
  %190 = "llvm.zext"(%189) : (vector<8xi32>) -> vector<8xi64>
  %192 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %193 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %191 = "llvm.insertelement"(%192, %1, %193) : (vector<8x!llvm.ptr>, !llvm.ptr, i64) -> vector<8x!llvm.ptr>
  %195 = "llvm.mlir.poison"() : () -> vector<8x!llvm.ptr>
  %194 = "llvm.shufflevector"(%191, %195) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8x!llvm.ptr>, vector<8x!llvm.ptr>) -> vector<8x!llvm.ptr>
  %197 = "llvm.mlir.constant"() <{value = dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi64>}> : () -> vector<8xi64>
  %198 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
  %199 = "llvm.mul"(%197, %198) : (vector<8xi64>, i64) -> vector<8xi64>
  %200 = "llvm.getelementptr"(%194, %199) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %201 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %196 = "llvm.getelementptr"(%200, %201) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %203 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %204 = "llvm.mlir.constant"() <{value = 128 : i64}> : () -> i64
  %205 = "llvm.mul"(%203, %204) : (i64, i64) -> i64
  %206 = "llvm.getelementptr"(%196, %205) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %207 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %202 = "llvm.getelementptr"(%206, %207) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %209 = "llvm.mlir.constant"() <{value = 8 : i64}> : () -> i64
  %210 = "llvm.mul"(%190, %209) : (vector<8xi64>, i64) -> vector<8xi64>
  %211 = "llvm.getelementptr"(%202, %210) <{elem_type = i8}> : (vector<8x!llvm.ptr>, vector<8xi64>) -> vector<8x!llvm.ptr>
  %212 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
  %208 = "llvm.getelementptr"(%211, %212) <{elem_type = i8}> : (vector<8x!llvm.ptr>, i64) -> vector<8x!llvm.ptr>
  %214 = "llvm.mlir.poison"() : () -> vector<8xi8>
  %213 = "llvm.intr.masked.gather"(%208, %114, %214) <{alignment = 1 : i64}> : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi8>) -> vector<8xi8>
  %216 = "llvm.mlir.constant"() <{value = dense<[4, 4, 4, 4, 4, 4, 4, 4]> : vector<8xi32>}> : () -> vector<8xi32>
  %215 = "llvm.shl"(%189, %216) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %217 = "llvm.zext"(%213) : (vector<8xi8>) -> vector<8xi32>
  %218 = "llvm.add"(%215, %217) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %220 = "llvm.mlir.constant"() <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi32>}> : () -> vector<8xi32>
  %219 = "llvm.select"(%114, %218, %220) : (vector<8xi1>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  "llvm.br"(%219)[^bb5] : (vector<8xi32>) -> ()
^bb5(%221: vector<8xi32>):
  "llvm.br"()[^bb6] : () -> ()
^bb6():
  "llvm.return"(%221) : (vector<8xi32>) -> ()
}) : () -> ()
}) : () -> ()
