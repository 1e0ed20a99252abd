// The shape of llvm/llvm-project 225247: a loop by steps becomes whole vectors
#map = affine_map<(d0) -> (d0 + 4)>
#map1 = affine_map<() -> (0)>
#map2 = affine_map<() -> (24)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<40xf32>, f32) -> (), sym_name = "every_third"}> ({
  ^bb0(%arg0: memref<40xf32>, %arg1: f32):
    "affine.for"() <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 0, 0, 0>, step = 3 : index, upperBoundMap = #map2}> ({
    ^bb0(%arg2: index):
      "affine.store"(%arg1, %arg0, %arg2) <{map = #map}> : (f32, memref<40xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

