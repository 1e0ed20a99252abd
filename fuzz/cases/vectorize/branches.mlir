#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 2)>
#map2 = affine_map<(d0) -> (d0 mod 2)>
#map3 = affine_map<(d0) -> ((d0 + 1) mod 2)>
#map4 = affine_map<() -> (0)>
#map5 = affine_map<() -> (5)>
#set = affine_set<(d0) : (d0 - 2 >= 0)>
"builtin.module"() ({
  "func.func"() <{function_type = (f32, memref<7xf32>, memref<5xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: memref<7xf32>, %arg2: memref<5xf32>):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 3 : index}> : () -> index
    %3 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<2xf32>
    "affine.for"() <{lowerBoundMap = #map4, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map5}> ({
    ^bb0(%arg3: index):
      %4 = "affine.load"(%arg1, %arg3) <{map = #map}> : (memref<7xf32>, index) -> f32
      %5 = "affine.load"(%arg1, %arg3) <{map = #map1}> : (memref<7xf32>, index) -> f32
      %6 = "arith.mulf"(%4, %5) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
      "affine.store"(%6, %3, %arg3) <{map = #map2}> : (f32, memref<2xf32>, index) -> ()
      "affine.if"(%arg3) ({
        %9 = "affine.load"(%3, %arg3) <{map = #map3}> : (memref<2xf32>, index) -> f32
        %10 = "arith.addf"(%9, %6) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
        %11 = "math.fma"(%10, %arg0, %6) <{fastmath = #arith.fastmath<fast>}> : (f32, f32, f32) -> f32
        "affine.store"(%11, %arg2, %arg3) <{map = #map}> : (f32, memref<5xf32>, index) -> ()
        "affine.yield"() : () -> ()
      }, {
      }) {condition = #set} : (index) -> ()
      %7 = "scf.for"(%0, %2, %1, %arg0) ({
      ^bb0(%arg4: index, %arg5: f32):
        %8 = "arith.maximumf"(%arg5, %6) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "scf.yield"(%8) : (f32) -> ()
      }) : (index, index, index, f32) -> f32
      "affine.store"(%7, %arg2, %arg3) <{map = #map}> : (f32, memref<5xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

