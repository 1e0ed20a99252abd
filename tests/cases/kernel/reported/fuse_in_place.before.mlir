// The shape of llvm/llvm-project 210490: an update in place is computed twice
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<() -> (0)>
#map2 = affine_map<() -> (6)>
#map3 = affine_map<() -> (3)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<6xf32>, memref<3xf32>, f32) -> (), sym_name = "double"}> ({
  ^bb0(%arg0: memref<6xf32>, %arg1: memref<3xf32>, %arg2: f32):
    "affine.for"() <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map2}> ({
    ^bb0(%arg4: index):
      %1 = "affine.load"(%arg0, %arg4) <{map = #map}> : (memref<6xf32>, index) -> f32
      %2 = "arith.mulf"(%1, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "affine.store"(%2, %arg0, %arg4) <{map = #map}> : (f32, memref<6xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "affine.for"() <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map3}> ({
    ^bb0(%arg3: index):
      %0 = "affine.load"(%arg0, %arg3) <{map = #map}> : (memref<6xf32>, index) -> f32
      "affine.store"(%0, %arg1, %arg3) <{map = #map}> : (f32, memref<3xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

