// The shape of llvm/llvm-project 196973: an address by strides becomes whole vectors
#map = affine_map<(d0) -> (d0 * 5)>
#map1 = affine_map<() -> (0)>
#map2 = affine_map<() -> (12)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<60xf32>, f32) -> (), sym_name = "every_fifth"}> ({
  ^bb0(%arg0: memref<60xf32>, %arg1: f32):
    "affine.for"() <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map2}> ({
    ^bb0(%arg2: index):
      "affine.store"(%arg1, %arg0, %arg2) <{map = #map}> : (f32, memref<60xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

