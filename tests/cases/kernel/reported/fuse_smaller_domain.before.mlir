// The shape of llvm/llvm-project 212028: the first loop gets the smaller domain of the second
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0 - 1, d1)>
#map2 = affine_map<() -> (0)>
#map3 = affine_map<() -> (6)>
#map4 = affine_map<() -> (1)>
#map5 = affine_map<(d0, d1) -> (d0 + 1, d1)>
#map6 = affine_map<() -> (5)>
#map7 = affine_map<() -> (2)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<6x6xf32>, memref<6x6xf32>) -> (), sym_name = "fields"}> ({
  ^bb0(%arg0: memref<6x6xf32>, %arg1: memref<6x6xf32>):
    "affine.for"() <{lowerBoundMap = #map2, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map7}> ({
    ^bb0(%arg2: index):
      "affine.for"() <{lowerBoundMap = #map4, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map3}> ({
      ^bb0(%arg5: index):
        "affine.for"() <{lowerBoundMap = #map2, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map3}> ({
        ^bb0(%arg6: index):
          %3 = "affine.load"(%arg0, %arg5, %arg6) <{map = #map}> : (memref<6x6xf32>, index, index) -> f32
          %4 = "affine.load"(%arg1, %arg5, %arg6) <{map = #map1}> : (memref<6x6xf32>, index, index) -> f32
          %5 = "arith.subf"(%3, %4) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "affine.store"(%5, %arg0, %arg5, %arg6) <{map = #map}> : (f32, memref<6x6xf32>, index, index) -> ()
          "affine.yield"() : () -> ()
        }) : () -> ()
        "affine.yield"() : () -> ()
      }) : () -> ()
      "affine.for"() <{lowerBoundMap = #map2, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map6}> ({
      ^bb0(%arg3: index):
        "affine.for"() <{lowerBoundMap = #map2, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map6}> ({
        ^bb0(%arg4: index):
          %0 = "affine.load"(%arg1, %arg3, %arg4) <{map = #map}> : (memref<6x6xf32>, index, index) -> f32
          %1 = "affine.load"(%arg0, %arg3, %arg4) <{map = #map5}> : (memref<6x6xf32>, index, index) -> f32
          %2 = "arith.subf"(%0, %1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "affine.store"(%2, %arg1, %arg3, %arg4) <{map = #map}> : (f32, memref<6x6xf32>, index, index) -> ()
          "affine.yield"() : () -> ()
        }) : () -> ()
        "affine.yield"() : () -> ()
      }) : () -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

