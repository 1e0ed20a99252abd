// What mlir-opt 19.1.7 makes of the other program
#map = affine_map<(d0, d1) -> (d0 + 1, d1 - 1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0) -> (d0 + 2)>
#map4 = affine_map<(d0) -> (d0 + 2, 5)>
#map5 = affine_map<() -> (1)>
#map6 = affine_map<() -> (7)>
#map7 = affine_map<() -> (0)>
#map8 = affine_map<() -> (5)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<6x7xf32>, f32) -> (), sym_name = "shear"}> ({
  ^bb0(%arg0: memref<6x7xf32>, %arg1: f32):
    "affine.for"() <{lowerBoundMap = #map7, operandSegmentSizes = array<i32: 0, 0, 0>, step = 2 : index, upperBoundMap = #map8}> ({
    ^bb0(%arg2: index):
      "affine.for"() <{lowerBoundMap = #map5, operandSegmentSizes = array<i32: 0, 0, 0>, step = 2 : index, upperBoundMap = #map6}> ({
      ^bb0(%arg3: index):
        "affine.for"(%arg2, %arg2) <{lowerBoundMap = #map2, operandSegmentSizes = array<i32: 1, 1, 0>, step = 1 : index, upperBoundMap = #map4}> ({
        ^bb0(%arg4: index):
          "affine.for"(%arg3, %arg3) <{lowerBoundMap = #map2, operandSegmentSizes = array<i32: 1, 1, 0>, step = 1 : index, upperBoundMap = #map3}> ({
          ^bb0(%arg5: index):
            %0 = "affine.load"(%arg0, %arg4, %arg5) <{map = #map}> : (memref<6x7xf32>, index, index) -> f32
            %1 = "arith.mulf"(%0, %arg1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            "affine.store"(%1, %arg0, %arg4, %arg5) <{map = #map1}> : (f32, memref<6x7xf32>, index, index) -> ()
            "affine.yield"() : () -> ()
          }) : (index, index) -> ()
          "affine.yield"() : () -> ()
        }) : (index, index) -> ()
        "affine.yield"() : () -> ()
      }) : () -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

