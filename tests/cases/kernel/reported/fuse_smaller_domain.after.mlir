// What mlir-opt 19.1.7 makes of the other program
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0 - 1, d1)>
#map2 = affine_map<() -> (0)>
#map3 = affine_map<() -> (6)>
#map4 = affine_map<() -> (1)>
#map5 = affine_map<(d0) -> (d0 + 1)>
#map6 = affine_map<(d0) -> (d0, 0)>
#map7 = affine_map<(d0, d1) -> (d0 + 1)>
#map8 = affine_map<(d0, d1) -> (d1)>
#map9 = affine_map<() -> (5)>
#map10 = affine_map<() -> (2)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<6x6xf32>, memref<6x6xf32>) -> (), sym_name = "fields"}> ({
  ^bb0(%arg0: memref<6x6xf32>, %arg1: memref<6x6xf32>):
    "affine.for"() <{lowerBoundMap = #map2, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map10}> ({
    ^bb0(%arg2: index):
      %0 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<5x1xf32>
      "affine.for"() <{lowerBoundMap = #map4, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map3}> ({
      ^bb0(%arg5: index):
        "affine.for"() <{lowerBoundMap = #map2, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map3}> ({
        ^bb0(%arg6: index):
          %10 = "affine.load"(%arg0, %arg5, %arg6) <{map = #map}> : (memref<6x6xf32>, index, index) -> f32
          %11 = "affine.load"(%arg1, %arg5, %arg6) <{map = #map1}> : (memref<6x6xf32>, index, index) -> f32
          %12 = "arith.subf"(%10, %11) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "affine.store"(%12, %arg0, %arg5, %arg6) <{map = #map}> : (f32, memref<6x6xf32>, index, index) -> ()
          "affine.yield"() : () -> ()
        }) : () -> ()
        "affine.yield"() : () -> ()
      }) : () -> ()
      "affine.for"() <{lowerBoundMap = #map2, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map9}> ({
      ^bb0(%arg3: index):
        "affine.for"() <{lowerBoundMap = #map2, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map9}> ({
        ^bb0(%arg4: index):
          %1 = "affine.apply"(%arg4) <{map = #map5}> : (index) -> index
          %2 = "affine.load"(%0, %arg4) <{map = #map6}> : (memref<5x1xf32>, index) -> f32
          %3 = "affine.load"(%arg1, %1, %arg3) <{map = #map1}> : (memref<6x6xf32>, index, index) -> f32
          %4 = "arith.subf"(%2, %3) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "affine.store"(%4, %0, %arg4) <{map = #map6}> : (f32, memref<5x1xf32>, index) -> ()
          %5 = "affine.load"(%arg1, %arg4, %arg3) <{map = #map}> : (memref<6x6xf32>, index, index) -> f32
          %6 = "affine.apply"(%arg4, %arg3) <{map = #map7}> : (index, index) -> index
          %7 = "affine.apply"(%arg4, %arg3) <{map = #map8}> : (index, index) -> index
          %8 = "affine.load"(%0, %arg4) <{map = #map6}> : (memref<5x1xf32>, index) -> f32
          %9 = "arith.subf"(%5, %8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "affine.store"(%9, %arg1, %arg4, %arg3) <{map = #map}> : (f32, memref<6x6xf32>, index, index) -> ()
          "affine.yield"() : () -> ()
        }) : () -> ()
        "affine.yield"() : () -> ()
      }) : () -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

