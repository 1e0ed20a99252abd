// What mlir-opt 19.1.7 makes of the other program
#map = affine_map<(d0, d1) -> (d0 - 1, d1 + 1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0) -> (d0 + 1)>
#map3 = affine_map<(d0) -> (d0 + 2)>
#map4 = affine_map<(d0) -> (d0 + 3)>
#map5 = affine_map<() -> (0)>
#map6 = affine_map<() -> (6)>
#map7 = affine_map<() -> (1)>
#map8 = affine_map<() -> (9)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<9x7xf32>, f32) -> (), sym_name = "wave"}> ({
  ^bb0(%arg0: memref<9x7xf32>, %arg1: f32):
    "affine.for"() <{lowerBoundMap = #map7, operandSegmentSizes = array<i32: 0, 0, 0>, step = 4 : index, upperBoundMap = #map8}> ({
    ^bb0(%arg2: index):
      "affine.for"() <{lowerBoundMap = #map5, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map6}> ({
      ^bb0(%arg3: index):
        %0 = "affine.load"(%arg0, %arg2, %arg3) <{map = #map}> : (memref<9x7xf32>, index, index) -> f32
        %1 = "arith.addf"(%0, %arg1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "affine.store"(%1, %arg0, %arg2, %arg3) <{map = #map1}> : (f32, memref<9x7xf32>, index, index) -> ()
        %2 = "affine.apply"(%arg2) <{map = #map2}> : (index) -> index
        %3 = "affine.load"(%arg0, %2, %arg3) <{map = #map}> : (memref<9x7xf32>, index, index) -> f32
        %4 = "arith.addf"(%3, %arg1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "affine.store"(%4, %arg0, %2, %arg3) <{map = #map1}> : (f32, memref<9x7xf32>, index, index) -> ()
        %5 = "affine.apply"(%arg2) <{map = #map3}> : (index) -> index
        %6 = "affine.load"(%arg0, %5, %arg3) <{map = #map}> : (memref<9x7xf32>, index, index) -> f32
        %7 = "arith.addf"(%6, %arg1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "affine.store"(%7, %arg0, %5, %arg3) <{map = #map1}> : (f32, memref<9x7xf32>, index, index) -> ()
        %8 = "affine.apply"(%arg2) <{map = #map4}> : (index) -> index
        %9 = "affine.load"(%arg0, %8, %arg3) <{map = #map}> : (memref<9x7xf32>, index, index) -> f32
        %10 = "arith.addf"(%9, %arg1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "affine.store"(%10, %arg0, %8, %arg3) <{map = #map1}> : (f32, memref<9x7xf32>, index, index) -> ()
        "affine.yield"() : () -> ()
      }) : () -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

