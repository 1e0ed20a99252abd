// What mlir-opt 19.1.7 makes of the other program
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<() -> (0)>
#map2 = affine_map<() -> (10)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<12xf32>, f32) -> (), sym_name = "scale"}> ({
  ^bb0(%arg0: memref<12xf32>, %arg1: f32):
    %0 = "vector.broadcast"(%arg1) : (f32) -> vector<4xf32>
    "affine.for"() <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 0, 0, 0>, step = 4 : index, upperBoundMap = #map2}> ({
    ^bb0(%arg2: index):
      %1 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %2 = "vector.transfer_read"(%arg0, %arg2, %1) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = #map}> : (memref<12xf32>, index, f32) -> vector<4xf32>
      %3 = "arith.mulf"(%2, %0) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      "vector.transfer_write"(%3, %arg0, %arg2) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = #map}> : (vector<4xf32>, memref<12xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

