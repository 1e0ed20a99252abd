// The shape of llvm/llvm-project 218120: the last vector writes past the iteration space
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<() -> (0)>
#map2 = affine_map<() -> (10)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<12xf32>, f32) -> (), sym_name = "scale"}> ({
  ^bb0(%arg0: memref<12xf32>, %arg1: f32):
    "affine.for"() <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map2}> ({
    ^bb0(%arg2: index):
      %0 = "affine.load"(%arg0, %arg2) <{map = #map}> : (memref<12xf32>, index) -> f32
      %1 = "arith.mulf"(%0, %arg1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "affine.store"(%1, %arg0, %arg2) <{map = #map}> : (f32, memref<12xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

