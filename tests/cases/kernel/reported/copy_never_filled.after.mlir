// What mlir-opt 19.1.7 makes of the other program
#map = affine_map<() -> (0)>
#map1 = affine_map<() -> (6)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<6xf32>, f32, index) -> (), sym_name = "both"}> ({
  ^bb0(%arg0: memref<6xf32>, %arg1: f32, %arg2: index):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 0 : index}> : () -> index
    %3 = "arith.constant"() <{value = 0 : index}> : () -> index
    %4 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<1xf32>
    "affine.for"() <{lowerBoundMap = #map, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map1}> ({
    ^bb0(%arg3: index):
      "affine.store"(%arg1, %arg0) <{map = #map}> : (f32, memref<6xf32>) -> ()
      "memref.store"(%arg1, %arg0, %arg2) : (f32, memref<6xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    %5 = "affine.load"(%4) <{map = #map}> : (memref<1xf32>) -> f32
    "affine.store"(%5, %arg0) <{map = #map}> : (f32, memref<6xf32>) -> ()
    "memref.dealloc"(%4) : (memref<1xf32>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

