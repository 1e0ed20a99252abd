// The shape of llvm/llvm-project 212032: what the first loop still reads is written
#map = affine_map<() -> (1)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<() -> (5)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<5xf32>, memref<5xf32>, memref<5xf32>) -> (), sym_name = "swap"}> ({
  ^bb0(%arg0: memref<5xf32>, %arg1: memref<5xf32>, %arg2: memref<5xf32>):
    "affine.for"() <{lowerBoundMap = #map, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map2}> ({
    ^bb0(%arg4: index):
      %1 = "affine.load"(%arg0) <{map = #map}> : (memref<5xf32>) -> f32
      %2 = "affine.load"(%arg1, %arg4) <{map = #map1}> : (memref<5xf32>, index) -> f32
      %3 = "arith.mulf"(%1, %2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "affine.store"(%3, %arg2, %arg4) <{map = #map1}> : (f32, memref<5xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "affine.for"() <{lowerBoundMap = #map, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map2}> ({
    ^bb0(%arg3: index):
      %0 = "affine.load"(%arg2, %arg3) <{map = #map1}> : (memref<5xf32>, index) -> f32
      "affine.store"(%0, %arg0, %arg3) <{map = #map1}> : (f32, memref<5xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

