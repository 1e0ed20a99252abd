// What mlir-opt 19.1.7 makes of the other program
#map = affine_map<(d0) -> (d0 + 4)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<() -> (0)>
#map3 = affine_map<() -> (24)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<40xf32>, f32) -> (), sym_name = "every_third"}> ({
  ^bb0(%arg0: memref<40xf32>, %arg1: f32):
    %0 = "vector.broadcast"(%arg1) : (f32) -> vector<4xf32>
    "affine.for"() <{lowerBoundMap = #map2, operandSegmentSizes = array<i32: 0, 0, 0>, step = 12 : index, upperBoundMap = #map3}> ({
    ^bb0(%arg2: index):
      %1 = "affine.apply"(%arg2) <{map = #map}> : (index) -> index
      "vector.transfer_write"(%0, %arg0, %1) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = #map1}> : (vector<4xf32>, memref<40xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

