// The shape of llvm/llvm-project 191147, 192858 and 196972: a distance of exactly -1 is tiled
#map = affine_map<(d0, d1) -> (d0 + 1, d1 - 1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<() -> (1)>
#map3 = affine_map<() -> (7)>
#map4 = affine_map<() -> (0)>
#map5 = affine_map<() -> (5)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<6x7xf32>, f32) -> (), sym_name = "shear"}> ({
  ^bb0(%arg0: memref<6x7xf32>, %arg1: f32):
    "affine.for"() <{lowerBoundMap = #map4, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map5}> ({
    ^bb0(%arg2: index):
      "affine.for"() <{lowerBoundMap = #map2, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map3}> ({
      ^bb0(%arg3: index):
        %0 = "affine.load"(%arg0, %arg2, %arg3) <{map = #map}> : (memref<6x7xf32>, index, index) -> f32
        %1 = "arith.mulf"(%0, %arg1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "affine.store"(%1, %arg0, %arg2, %arg3) <{map = #map1}> : (f32, memref<6x7xf32>, index, index) -> ()
        "affine.yield"() : () -> ()
      }) : () -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

