// What mlir-opt 19.1.7 makes of the other program
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<() -> (0)>
#map2 = affine_map<() -> (6)>
#map3 = affine_map<() -> (3)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<6xf32>, memref<3xf32>, f32) -> (), sym_name = "double"}> ({
  ^bb0(%arg0: memref<6xf32>, %arg1: memref<3xf32>, %arg2: f32):
    %0 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<1xf32>
    "affine.for"() <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map2}> ({
    ^bb0(%arg4: index):
      %4 = "affine.load"(%arg0, %arg4) <{map = #map}> : (memref<6xf32>, index) -> f32
      %5 = "arith.mulf"(%4, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "affine.store"(%5, %arg0, %arg4) <{map = #map}> : (f32, memref<6xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "affine.for"() <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map3}> ({
    ^bb0(%arg3: index):
      %1 = "affine.load"(%0) <{map = #map1}> : (memref<1xf32>) -> f32
      %2 = "arith.mulf"(%1, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "affine.store"(%2, %0) <{map = #map1}> : (f32, memref<1xf32>) -> ()
      %3 = "affine.load"(%0) <{map = #map1}> : (memref<1xf32>) -> f32
      "affine.store"(%3, %arg1, %arg3) <{map = #map}> : (f32, memref<3xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

