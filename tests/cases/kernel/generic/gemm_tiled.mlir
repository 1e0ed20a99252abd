#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0) -> (d0 + 5, 12)>
#map3 = affine_map<(d0) -> (d0 + 5, 16)>
#map4 = affine_map<(d0) -> (d0 + 5, 8)>
#map5 = affine_map<() -> (0)>
#map6 = affine_map<() -> (12)>
#map7 = affine_map<() -> (16)>
#map8 = affine_map<() -> (8)>
"builtin.module"() ({
  "func.func"() <{function_type = (f32, memref<8x12xf32>, memref<12x16xf32>, memref<8x16xf32>) -> (), sym_name = "gemm"}> ({
  ^bb0(%arg0: f32, %arg1: memref<8x12xf32>, %arg2: memref<12x16xf32>, %arg3: memref<8x16xf32>):
    "affine.for"() <{lowerBoundMap = #map5, operandSegmentSizes = array<i32: 0, 0, 0>, step = 5 : index, upperBoundMap = #map8}> ({
    ^bb0(%arg4: index):
      "affine.for"() <{lowerBoundMap = #map5, operandSegmentSizes = array<i32: 0, 0, 0>, step = 5 : index, upperBoundMap = #map7}> ({
      ^bb0(%arg5: index):
        "affine.for"() <{lowerBoundMap = #map5, operandSegmentSizes = array<i32: 0, 0, 0>, step = 5 : index, upperBoundMap = #map6}> ({
        ^bb0(%arg6: index):
          "affine.for"(%arg4, %arg4) <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 1, 1, 0>, step = 1 : index, upperBoundMap = #map4}> ({
          ^bb0(%arg7: index):
            "affine.for"(%arg5, %arg5) <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 1, 1, 0>, step = 1 : index, upperBoundMap = #map3}> ({
            ^bb0(%arg8: index):
              "affine.for"(%arg6, %arg6) <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 1, 1, 0>, step = 1 : index, upperBoundMap = #map2}> ({
              ^bb0(%arg9: index):
                %0 = "affine.load"(%arg1, %arg7, %arg9) <{map = #map}> : (memref<8x12xf32>, index, index) -> f32
                %1 = "affine.load"(%arg2, %arg9, %arg8) <{map = #map}> : (memref<12x16xf32>, index, index) -> f32
                %2 = "arith.mulf"(%0, %1) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
                %3 = "arith.mulf"(%arg0, %2) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
                %4 = "affine.load"(%arg3, %arg7, %arg8) <{map = #map}> : (memref<8x16xf32>, index, index) -> f32
                %5 = "arith.addf"(%4, %3) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
                "affine.store"(%5, %arg3, %arg7, %arg8) <{map = #map}> : (f32, memref<8x16xf32>, index, index) -> ()
                "affine.yield"() : () -> ()
              }) : (index, index) -> ()
              "affine.yield"() : () -> ()
            }) : (index, index) -> ()
            "affine.yield"() : () -> ()
          }) : (index, index) -> ()
          "affine.yield"() : () -> ()
        }) : () -> ()
        "affine.yield"() : () -> ()
      }) : () -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

