#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<() -> (0)>
#map2 = affine_map<() -> (4)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<4x4xi8>, memref<4x4xi8>, memref<4x4xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<4x4xi8>, %arg1: memref<4x4xi8>, %arg2: memref<4x4xi32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "affine.for"() <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map2}> ({
    ^bb0(%arg3: index):
      "affine.for"() <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map2}> ({
      ^bb0(%arg4: index):
        "affine.store"(%0, %arg2, %arg3, %arg4) <{map = #map}> : (i32, memref<4x4xi32>, index, index) -> ()
        "affine.for"() <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map2}> ({
        ^bb0(%arg5: index):
          %1 = "affine.load"(%arg0, %arg3, %arg5) <{map = #map}> : (memref<4x4xi8>, index, index) -> i8
          %2 = "affine.load"(%arg1, %arg5, %arg4) <{map = #map}> : (memref<4x4xi8>, index, index) -> i8
          %3 = "arith.extui"(%1) : (i8) -> i32
          %4 = "arith.extui"(%2) : (i8) -> i32
          %5 = "arith.muli"(%3, %4) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
          %6 = "affine.load"(%arg2, %arg3, %arg4) <{map = #map}> : (memref<4x4xi32>, index, index) -> i32
          %7 = "arith.addi"(%6, %5) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
          "affine.store"(%7, %arg2, %arg3, %arg4) <{map = #map}> : (i32, memref<4x4xi32>, index, index) -> ()
          "affine.yield"() : () -> ()
        }) : () -> ()
        "affine.yield"() : () -> ()
      }) : () -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

