// The shape of llvm/llvm-project 196604: the first loop is repeated over what the second writes
#map = affine_map<(d0) -> (d0, 0)>
#map1 = affine_map<(d0) -> (d0, 1)>
#map2 = affine_map<(d0) -> (d0, 2)>
#map3 = affine_map<(d0) -> (d0, 3)>
#map4 = affine_map<() -> (0)>
#map5 = affine_map<() -> (3)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1) -> (d0, d1)>
#map8 = affine_map<() -> (5)>
#map9 = affine_map<() -> (4)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<3x4x5xf32>, memref<3x4xf32>) -> (), sym_name = "rows"}> ({
  ^bb0(%arg0: memref<3x4x5xf32>, %arg1: memref<3x4xf32>):
    %0 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    "affine.for"() <{lowerBoundMap = #map4, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map5}> ({
    ^bb0(%arg5: index):
      "affine.store"(%0, %arg1, %arg5) <{map = #map}> : (f32, memref<3x4xf32>, index) -> ()
      "affine.store"(%0, %arg1, %arg5) <{map = #map1}> : (f32, memref<3x4xf32>, index) -> ()
      "affine.store"(%0, %arg1, %arg5) <{map = #map2}> : (f32, memref<3x4xf32>, index) -> ()
      "affine.store"(%0, %arg1, %arg5) <{map = #map3}> : (f32, memref<3x4xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "affine.for"() <{lowerBoundMap = #map4, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map5}> ({
    ^bb0(%arg2: index):
      "affine.for"() <{lowerBoundMap = #map4, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map9}> ({
      ^bb0(%arg3: index):
        "affine.for"() <{lowerBoundMap = #map4, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map8}> ({
        ^bb0(%arg4: index):
          %1 = "affine.load"(%arg0, %arg2, %arg3, %arg4) <{map = #map6}> : (memref<3x4x5xf32>, index, index, index) -> f32
          %2 = "affine.load"(%arg1, %arg2, %arg3) <{map = #map7}> : (memref<3x4xf32>, index, index) -> f32
          %3 = "arith.addf"(%1, %2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "affine.store"(%3, %arg1, %arg2, %arg3) <{map = #map7}> : (f32, memref<3x4xf32>, index, index) -> ()
          "affine.yield"() : () -> ()
        }) : () -> ()
        "affine.yield"() : () -> ()
      }) : () -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

