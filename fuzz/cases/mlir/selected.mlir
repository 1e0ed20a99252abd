#map = affine_map<() -> (0, 0)>
#map1 = affine_map<() -> (1, 0)>
#map2 = affine_map<() -> (2, 0)>
#map3 = affine_map<() -> (3, 0)>
#map4 = affine_map<() -> (4, 0)>
#map5 = affine_map<() -> (5, 0)>
#map6 = affine_map<() -> (6, 0)>
#map7 = affine_map<() -> (7, 0)>
#map8 = affine_map<() -> (0, 4)>
#map9 = affine_map<() -> (1, 4)>
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{llvm.noalias}, {llvm.noalias}, {llvm.noalias}], function_type = (memref<2x8xi8>, memref<8x8xi8>, memref<2x8xi32>) -> (), sym_name = "contraction"}> ({
  ^bb0(%arg0: memref<2x8xi8>, %arg1: memref<8x8xi8>, %arg2: memref<2x8xi32>):
    %0 = "affine.vector_load"(%arg2) <{map = #map}> : (memref<2x8xi32>) -> vector<8xi32>
    %1 = "affine.vector_load"(%arg2) <{map = #map1}> : (memref<2x8xi32>) -> vector<8xi32>
    %2 = "affine.vector_load"(%arg1) <{map = #map}> : (memref<8x8xi8>) -> vector<8xi8>
    %3 = "affine.vector_load"(%arg1) <{map = #map1}> : (memref<8x8xi8>) -> vector<8xi8>
    %4 = "affine.vector_load"(%arg1) <{map = #map2}> : (memref<8x8xi8>) -> vector<8xi8>
    %5 = "affine.vector_load"(%arg1) <{map = #map3}> : (memref<8x8xi8>) -> vector<8xi8>
    %6 = "affine.vector_load"(%arg0) <{map = #map}> : (memref<2x8xi8>) -> vector<4xi8>
    %7 = "affine.vector_load"(%arg0) <{map = #map1}> : (memref<2x8xi8>) -> vector<4xi8>
    %8 = "affine.vector_load"(%arg1) <{map = #map4}> : (memref<8x8xi8>) -> vector<8xi8>
    %9 = "affine.vector_load"(%arg1) <{map = #map5}> : (memref<8x8xi8>) -> vector<8xi8>
    %10 = "affine.vector_load"(%arg1) <{map = #map6}> : (memref<8x8xi8>) -> vector<8xi8>
    %11 = "affine.vector_load"(%arg1) <{map = #map7}> : (memref<8x8xi8>) -> vector<8xi8>
    %12 = "affine.vector_load"(%arg0) <{map = #map8}> : (memref<2x8xi8>) -> vector<4xi8>
    %13 = "llvm.freeze"(%6) : (vector<4xi8>) -> vector<4xi8>
    %14 = "llvm.freeze"(%2) : (vector<8xi8>) -> vector<8xi8>
    %15 = "llvm.freeze"(%4) : (vector<8xi8>) -> vector<8xi8>
    %16 = "llvm.freeze"(%3) : (vector<8xi8>) -> vector<8xi8>
    %17 = "llvm.freeze"(%5) : (vector<8xi8>) -> vector<8xi8>
    %18 = "llvm.freeze"(%12) : (vector<4xi8>) -> vector<4xi8>
    %19 = "llvm.freeze"(%8) : (vector<8xi8>) -> vector<8xi8>
    %20 = "llvm.freeze"(%10) : (vector<8xi8>) -> vector<8xi8>
    %21 = "llvm.freeze"(%9) : (vector<8xi8>) -> vector<8xi8>
    %22 = "llvm.freeze"(%11) : (vector<8xi8>) -> vector<8xi8>
    %23 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
    %24 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
    %25 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
    %26 = "llvm.mlir.constant"() <{value = 2 : i64}> : () -> i64
    %27 = "llvm.mlir.constant"() <{value = 16 : i32}> : () -> i32
    %28 = "llvm.mlir.constant"() <{value = 3 : i64}> : () -> i64
    %29 = "llvm.mlir.constant"() <{value = 24 : i32}> : () -> i32
    %30 = "llvm.mlir.poison"() : () -> vector<8xi32>
    %31 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
    %32 = "llvm.mlir.constant"() <{value = dense<0> : vector<8xi8>}> : () -> vector<8xi8>
    %33 = "llvm.extractelement"(%13, %23) : (vector<4xi8>, i64) -> i8
    %34 = "llvm.zext"(%33) : (i8) -> i32
    %35 = "llvm.extractelement"(%13, %24) : (vector<4xi8>, i64) -> i8
    %36 = "llvm.zext"(%35) : (i8) -> i32
    %37 = "llvm.shl"(%36, %25) <{overflowFlags = #llvm.overflow<none>}> : (i32, i32) -> i32
    %38 = "llvm.or"(%34, %37) : (i32, i32) -> i32
    %39 = "llvm.extractelement"(%13, %26) : (vector<4xi8>, i64) -> i8
    %40 = "llvm.zext"(%39) : (i8) -> i32
    %41 = "llvm.shl"(%40, %27) <{overflowFlags = #llvm.overflow<none>}> : (i32, i32) -> i32
    %42 = "llvm.or"(%38, %41) : (i32, i32) -> i32
    %43 = "llvm.extractelement"(%13, %28) : (vector<4xi8>, i64) -> i8
    %44 = "llvm.zext"(%43) : (i8) -> i32
    %45 = "llvm.shl"(%44, %29) <{overflowFlags = #llvm.overflow<none>}> : (i32, i32) -> i32
    %46 = "llvm.or"(%42, %45) : (i32, i32) -> i32
    %47 = "llvm.insertelement"(%30, %46, %23) : (vector<8xi32>, i32, i64) -> vector<8xi32>
    %48 = "llvm.shufflevector"(%47, %30) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
    %49 = "llvm.shufflevector"(%14, %32) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8>}> : (vector<8xi8>, vector<8xi8>) -> vector<16xi8>
    %50 = "llvm.shufflevector"(%16, %32) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8>}> : (vector<8xi8>, vector<8xi8>) -> vector<16xi8>
    %51 = "llvm.shufflevector"(%49, %50) <{mask = array<i32: 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>}> : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
    %52 = "llvm.shufflevector"(%15, %32) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8>}> : (vector<8xi8>, vector<8xi8>) -> vector<16xi8>
    %53 = "llvm.shufflevector"(%17, %32) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8>}> : (vector<8xi8>, vector<8xi8>) -> vector<16xi8>
    %54 = "llvm.shufflevector"(%52, %53) <{mask = array<i32: 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>}> : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
    %55 = "llvm.bitcast"(%51) : (vector<16xi8>) -> vector<8xi16>
    %56 = "llvm.bitcast"(%54) : (vector<16xi8>) -> vector<8xi16>
    %57 = "llvm.shufflevector"(%55, %56) <{mask = array<i32: 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15>}> : (vector<8xi16>, vector<8xi16>) -> vector<16xi16>
    %58 = "llvm.bitcast"(%48) : (vector<8xi32>) -> vector<32xi8>
    %59 = "llvm.bitcast"(%57) : (vector<16xi16>) -> vector<32xi8>
    %60 = "llvm.bitcast"(%58) : (vector<32xi8>) -> vector<4xi64>
    %61 = "llvm.bitcast"(%59) : (vector<32xi8>) -> vector<4xi64>
    %62 = "llvm.bitcast"(%60) : (vector<4xi64>) -> vector<8xi32>
    %63 = "llvm.bitcast"(%61) : (vector<4xi64>) -> vector<8xi32>
    %64 = "llvm.call_intrinsic"(%0, %62, %63) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.x86.avx512.vpdpbusd.256"}> : (vector<8xi32>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
    %65 = "llvm.extractelement"(%18, %23) : (vector<4xi8>, i64) -> i8
    %66 = "llvm.zext"(%65) : (i8) -> i32
    %67 = "llvm.extractelement"(%18, %24) : (vector<4xi8>, i64) -> i8
    %68 = "llvm.zext"(%67) : (i8) -> i32
    %69 = "llvm.shl"(%68, %25) <{overflowFlags = #llvm.overflow<none>}> : (i32, i32) -> i32
    %70 = "llvm.or"(%66, %69) : (i32, i32) -> i32
    %71 = "llvm.extractelement"(%18, %26) : (vector<4xi8>, i64) -> i8
    %72 = "llvm.zext"(%71) : (i8) -> i32
    %73 = "llvm.shl"(%72, %27) <{overflowFlags = #llvm.overflow<none>}> : (i32, i32) -> i32
    %74 = "llvm.or"(%70, %73) : (i32, i32) -> i32
    %75 = "llvm.extractelement"(%18, %28) : (vector<4xi8>, i64) -> i8
    %76 = "llvm.zext"(%75) : (i8) -> i32
    %77 = "llvm.shl"(%76, %29) <{overflowFlags = #llvm.overflow<none>}> : (i32, i32) -> i32
    %78 = "llvm.or"(%74, %77) : (i32, i32) -> i32
    %79 = "llvm.insertelement"(%30, %78, %23) : (vector<8xi32>, i32, i64) -> vector<8xi32>
    %80 = "llvm.shufflevector"(%79, %30) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
    %81 = "llvm.shufflevector"(%19, %32) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8>}> : (vector<8xi8>, vector<8xi8>) -> vector<16xi8>
    %82 = "llvm.shufflevector"(%21, %32) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8>}> : (vector<8xi8>, vector<8xi8>) -> vector<16xi8>
    %83 = "llvm.shufflevector"(%81, %82) <{mask = array<i32: 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>}> : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
    %84 = "llvm.shufflevector"(%20, %32) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8>}> : (vector<8xi8>, vector<8xi8>) -> vector<16xi8>
    %85 = "llvm.shufflevector"(%22, %32) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8>}> : (vector<8xi8>, vector<8xi8>) -> vector<16xi8>
    %86 = "llvm.shufflevector"(%84, %85) <{mask = array<i32: 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>}> : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
    %87 = "llvm.bitcast"(%83) : (vector<16xi8>) -> vector<8xi16>
    %88 = "llvm.bitcast"(%86) : (vector<16xi8>) -> vector<8xi16>
    %89 = "llvm.shufflevector"(%87, %88) <{mask = array<i32: 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15>}> : (vector<8xi16>, vector<8xi16>) -> vector<16xi16>
    %90 = "llvm.bitcast"(%80) : (vector<8xi32>) -> vector<32xi8>
    %91 = "llvm.bitcast"(%89) : (vector<16xi16>) -> vector<32xi8>
    %92 = "llvm.bitcast"(%90) : (vector<32xi8>) -> vector<4xi64>
    %93 = "llvm.bitcast"(%91) : (vector<32xi8>) -> vector<4xi64>
    %94 = "llvm.bitcast"(%92) : (vector<4xi64>) -> vector<8xi32>
    %95 = "llvm.bitcast"(%93) : (vector<4xi64>) -> vector<8xi32>
    %96 = "llvm.call_intrinsic"(%64, %94, %95) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.x86.avx512.vpdpbusd.256"}> : (vector<8xi32>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
    %97 = "affine.vector_load"(%arg0) <{map = #map9}> : (memref<2x8xi8>) -> vector<4xi8>
    %98 = "llvm.freeze"(%7) : (vector<4xi8>) -> vector<4xi8>
    %99 = "llvm.freeze"(%2) : (vector<8xi8>) -> vector<8xi8>
    %100 = "llvm.freeze"(%4) : (vector<8xi8>) -> vector<8xi8>
    %101 = "llvm.freeze"(%3) : (vector<8xi8>) -> vector<8xi8>
    %102 = "llvm.freeze"(%5) : (vector<8xi8>) -> vector<8xi8>
    %103 = "llvm.freeze"(%97) : (vector<4xi8>) -> vector<4xi8>
    %104 = "llvm.freeze"(%8) : (vector<8xi8>) -> vector<8xi8>
    %105 = "llvm.freeze"(%10) : (vector<8xi8>) -> vector<8xi8>
    %106 = "llvm.freeze"(%9) : (vector<8xi8>) -> vector<8xi8>
    %107 = "llvm.freeze"(%11) : (vector<8xi8>) -> vector<8xi8>
    %108 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
    %109 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
    %110 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
    %111 = "llvm.mlir.constant"() <{value = 2 : i64}> : () -> i64
    %112 = "llvm.mlir.constant"() <{value = 16 : i32}> : () -> i32
    %113 = "llvm.mlir.constant"() <{value = 3 : i64}> : () -> i64
    %114 = "llvm.mlir.constant"() <{value = 24 : i32}> : () -> i32
    %115 = "llvm.mlir.poison"() : () -> vector<8xi32>
    %116 = "llvm.mlir.constant"() <{value = 0 : i8}> : () -> i8
    %117 = "llvm.mlir.constant"() <{value = dense<0> : vector<8xi8>}> : () -> vector<8xi8>
    %118 = "llvm.extractelement"(%98, %108) : (vector<4xi8>, i64) -> i8
    %119 = "llvm.zext"(%118) : (i8) -> i32
    %120 = "llvm.extractelement"(%98, %109) : (vector<4xi8>, i64) -> i8
    %121 = "llvm.zext"(%120) : (i8) -> i32
    %122 = "llvm.shl"(%121, %110) <{overflowFlags = #llvm.overflow<none>}> : (i32, i32) -> i32
    %123 = "llvm.or"(%119, %122) : (i32, i32) -> i32
    %124 = "llvm.extractelement"(%98, %111) : (vector<4xi8>, i64) -> i8
    %125 = "llvm.zext"(%124) : (i8) -> i32
    %126 = "llvm.shl"(%125, %112) <{overflowFlags = #llvm.overflow<none>}> : (i32, i32) -> i32
    %127 = "llvm.or"(%123, %126) : (i32, i32) -> i32
    %128 = "llvm.extractelement"(%98, %113) : (vector<4xi8>, i64) -> i8
    %129 = "llvm.zext"(%128) : (i8) -> i32
    %130 = "llvm.shl"(%129, %114) <{overflowFlags = #llvm.overflow<none>}> : (i32, i32) -> i32
    %131 = "llvm.or"(%127, %130) : (i32, i32) -> i32
    %132 = "llvm.insertelement"(%115, %131, %108) : (vector<8xi32>, i32, i64) -> vector<8xi32>
    %133 = "llvm.shufflevector"(%132, %115) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
    %134 = "llvm.shufflevector"(%99, %117) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8>}> : (vector<8xi8>, vector<8xi8>) -> vector<16xi8>
    %135 = "llvm.shufflevector"(%101, %117) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8>}> : (vector<8xi8>, vector<8xi8>) -> vector<16xi8>
    %136 = "llvm.shufflevector"(%134, %135) <{mask = array<i32: 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>}> : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
    %137 = "llvm.shufflevector"(%100, %117) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8>}> : (vector<8xi8>, vector<8xi8>) -> vector<16xi8>
    %138 = "llvm.shufflevector"(%102, %117) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8>}> : (vector<8xi8>, vector<8xi8>) -> vector<16xi8>
    %139 = "llvm.shufflevector"(%137, %138) <{mask = array<i32: 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>}> : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
    %140 = "llvm.bitcast"(%136) : (vector<16xi8>) -> vector<8xi16>
    %141 = "llvm.bitcast"(%139) : (vector<16xi8>) -> vector<8xi16>
    %142 = "llvm.shufflevector"(%140, %141) <{mask = array<i32: 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15>}> : (vector<8xi16>, vector<8xi16>) -> vector<16xi16>
    %143 = "llvm.bitcast"(%133) : (vector<8xi32>) -> vector<32xi8>
    %144 = "llvm.bitcast"(%142) : (vector<16xi16>) -> vector<32xi8>
    %145 = "llvm.bitcast"(%143) : (vector<32xi8>) -> vector<4xi64>
    %146 = "llvm.bitcast"(%144) : (vector<32xi8>) -> vector<4xi64>
    %147 = "llvm.bitcast"(%145) : (vector<4xi64>) -> vector<8xi32>
    %148 = "llvm.bitcast"(%146) : (vector<4xi64>) -> vector<8xi32>
    %149 = "llvm.call_intrinsic"(%1, %147, %148) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.x86.avx512.vpdpbusd.256"}> : (vector<8xi32>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
    %150 = "llvm.extractelement"(%103, %108) : (vector<4xi8>, i64) -> i8
    %151 = "llvm.zext"(%150) : (i8) -> i32
    %152 = "llvm.extractelement"(%103, %109) : (vector<4xi8>, i64) -> i8
    %153 = "llvm.zext"(%152) : (i8) -> i32
    %154 = "llvm.shl"(%153, %110) <{overflowFlags = #llvm.overflow<none>}> : (i32, i32) -> i32
    %155 = "llvm.or"(%151, %154) : (i32, i32) -> i32
    %156 = "llvm.extractelement"(%103, %111) : (vector<4xi8>, i64) -> i8
    %157 = "llvm.zext"(%156) : (i8) -> i32
    %158 = "llvm.shl"(%157, %112) <{overflowFlags = #llvm.overflow<none>}> : (i32, i32) -> i32
    %159 = "llvm.or"(%155, %158) : (i32, i32) -> i32
    %160 = "llvm.extractelement"(%103, %113) : (vector<4xi8>, i64) -> i8
    %161 = "llvm.zext"(%160) : (i8) -> i32
    %162 = "llvm.shl"(%161, %114) <{overflowFlags = #llvm.overflow<none>}> : (i32, i32) -> i32
    %163 = "llvm.or"(%159, %162) : (i32, i32) -> i32
    %164 = "llvm.insertelement"(%115, %163, %108) : (vector<8xi32>, i32, i64) -> vector<8xi32>
    %165 = "llvm.shufflevector"(%164, %115) <{mask = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
    %166 = "llvm.shufflevector"(%104, %117) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8>}> : (vector<8xi8>, vector<8xi8>) -> vector<16xi8>
    %167 = "llvm.shufflevector"(%106, %117) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8>}> : (vector<8xi8>, vector<8xi8>) -> vector<16xi8>
    %168 = "llvm.shufflevector"(%166, %167) <{mask = array<i32: 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>}> : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
    %169 = "llvm.shufflevector"(%105, %117) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8>}> : (vector<8xi8>, vector<8xi8>) -> vector<16xi8>
    %170 = "llvm.shufflevector"(%107, %117) <{mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8>}> : (vector<8xi8>, vector<8xi8>) -> vector<16xi8>
    %171 = "llvm.shufflevector"(%169, %170) <{mask = array<i32: 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>}> : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
    %172 = "llvm.bitcast"(%168) : (vector<16xi8>) -> vector<8xi16>
    %173 = "llvm.bitcast"(%171) : (vector<16xi8>) -> vector<8xi16>
    %174 = "llvm.shufflevector"(%172, %173) <{mask = array<i32: 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15>}> : (vector<8xi16>, vector<8xi16>) -> vector<16xi16>
    %175 = "llvm.bitcast"(%165) : (vector<8xi32>) -> vector<32xi8>
    %176 = "llvm.bitcast"(%174) : (vector<16xi16>) -> vector<32xi8>
    %177 = "llvm.bitcast"(%175) : (vector<32xi8>) -> vector<4xi64>
    %178 = "llvm.bitcast"(%176) : (vector<32xi8>) -> vector<4xi64>
    %179 = "llvm.bitcast"(%177) : (vector<4xi64>) -> vector<8xi32>
    %180 = "llvm.bitcast"(%178) : (vector<4xi64>) -> vector<8xi32>
    %181 = "llvm.call_intrinsic"(%149, %179, %180) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.x86.avx512.vpdpbusd.256"}> : (vector<8xi32>, vector<8xi32>, vector<8xi32>) -> vector<8xi32>
    "affine.vector_store"(%96, %arg2) <{map = #map}> : (vector<8xi32>, memref<2x8xi32>) -> ()
    "affine.vector_store"(%181, %arg2) <{map = #map1}> : (vector<8xi32>, memref<2x8xi32>) -> ()
    "func.return"() : () -> ()
  }) {passthrough = [["target-cpu", "alderlake"]]} : () -> ()
}) : () -> ()

