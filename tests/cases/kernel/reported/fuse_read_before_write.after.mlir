// What mlir-opt 19.1.7 makes of the other program
#map = affine_map<() -> (1)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<() -> (5)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<5xf32>, memref<5xf32>, memref<5xf32>) -> (), sym_name = "swap"}> ({
  ^bb0(%arg0: memref<5xf32>, %arg1: memref<5xf32>, %arg2: memref<5xf32>):
    "affine.for"() <{lowerBoundMap = #map, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map2}> ({
    ^bb0(%arg3: index):
      %0 = "affine.load"(%arg0) <{map = #map}> : (memref<5xf32>) -> f32
      %1 = "affine.load"(%arg1, %arg3) <{map = #map1}> : (memref<5xf32>, index) -> f32
      %2 = "arith.mulf"(%0, %1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "affine.store"(%2, %arg2, %arg3) <{map = #map1}> : (f32, memref<5xf32>, index) -> ()
      %3 = "affine.load"(%arg2, %arg3) <{map = #map1}> : (memref<5xf32>, index) -> f32
      "affine.store"(%3, %arg0, %arg3) <{map = #map1}> : (f32, memref<5xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

