// The shape of llvm/llvm-project 217538: a buffer that was never filled is copied back
#map = affine_map<() -> (0)>
#map1 = affine_map<() -> (6)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<6xf32>, f32, index) -> (), sym_name = "both"}> ({
  ^bb0(%arg0: memref<6xf32>, %arg1: f32, %arg2: index):
    "affine.for"() <{lowerBoundMap = #map, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map1}> ({
    ^bb0(%arg3: index):
      "affine.store"(%arg1, %arg0) <{map = #map}> : (f32, memref<6xf32>) -> ()
      "memref.store"(%arg1, %arg0, %arg2) : (f32, memref<6xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

