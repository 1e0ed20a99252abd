// The shape of llvm/llvm-project 210585: an analysis that fails counts as no dependence
#map = affine_map<()[s0, s1] -> (s0 * s1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1 - 1, d2 + 1)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<() -> (1)>
#map5 = affine_map<() -> (7)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<12x7x8xf32>, memref<7x8xf32>, index, index, f32) -> (), sym_name = "planes"}> ({
  ^bb0(%arg0: memref<12x7x8xf32>, %arg1: memref<7x8xf32>, %arg2: index, %arg3: index, %arg4: f32):
    "affine.for"() <{lowerBoundMap = #map4, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map5}> ({
    ^bb0(%arg5: index):
      "affine.for"() <{lowerBoundMap = #map4, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map5}> ({
      ^bb0(%arg6: index):
        %0 = "affine.apply"(%arg2, %arg3) <{map = #map}> : (index, index) -> index
        "affine.store"(%arg4, %arg0, %0, %arg5, %arg6) <{map = #map1}> : (f32, memref<12x7x8xf32>, index, index, index) -> ()
        %1 = "affine.load"(%arg0, %0, %arg5, %arg6) <{map = #map2}> : (memref<12x7x8xf32>, index, index, index) -> f32
        "affine.store"(%1, %arg1, %arg5, %arg6) <{map = #map3}> : (f32, memref<7x8xf32>, index, index) -> ()
        "affine.yield"() : () -> ()
      }) : () -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

