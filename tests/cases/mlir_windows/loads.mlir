#map = affine_map<(d0, d1) -> (d0 * 2, d1)>
#map1 = affine_map<(d0, d1) -> (d0 * 2, d1 + 3)>
#map2 = affine_map<(d0, d1) -> (d0 * 2 + 1, d1)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<() -> (0)>
#map5 = affine_map<() -> (32)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<64x64xi8>, memref<?xi8>, memref<64xi8>) -> (), sym_name = "loads"}> ({
  ^bb0(%arg0: memref<64x64xi8>, %arg1: memref<?xi8>, %arg2: memref<64xi8>):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 5 : index}> : () -> index
    %2 = "arith.constant"() <{value = 0 : i8}> : () -> i8
    "affine.for"() <{lowerBoundMap = #map4, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map5}> ({
    ^bb0(%arg4: index):
      "affine.for"() <{lowerBoundMap = #map4, operandSegmentSizes = array<i32: 0, 0, 0>, step = 8 : index, upperBoundMap = #map5}> ({
      ^bb0(%arg5: index):
        %10 = "affine.vector_load"(%arg0, %arg4, %arg5) <{map = #map}> : (memref<64x64xi8>, index, index) -> vector<8xi8>
        %11 = "affine.vector_load"(%arg0, %arg4, %arg5) <{map = #map1}> : (memref<64x64xi8>, index, index) -> vector<8xi8>
        %12 = "affine.vector_load"(%arg0, %arg4, %arg5) <{map = #map2}> : (memref<64x64xi8>, index, index) -> vector<8xi8>
        %13 = "arith.addi"(%10, %11) <{overflowFlags = #arith.overflow<none>}> : (vector<8xi8>, vector<8xi8>) -> vector<8xi8>
        %14 = "arith.maxui"(%13, %12) : (vector<8xi8>, vector<8xi8>) -> vector<8xi8>
        "affine.vector_store"(%14, %arg2, %arg5) <{map = #map3}> : (vector<8xi8>, memref<64xi8>, index) -> ()
        "affine.yield"() : () -> ()
      }) : () -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "scf.for"(%0, %1, %1) ({
    ^bb0(%arg3: index):
      %3 = "arith.addi"(%1, %arg3) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %4 = "arith.addi"(%3, %1) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %5 = "vector.load"(%arg1, %arg3) : (memref<?xi8>, index) -> vector<16xi8>
      %6 = "vector.transfer_read"(%arg1, %4, %2) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = #map3}> : (memref<?xi8>, index, i8) -> vector<16xi8>
      %7 = "vector.transfer_read"(%arg1, %3, %2) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = #map3}> : (memref<?xi8>, index, i8) -> vector<16xi8>
      %8 = "arith.subi"(%5, %6) <{overflowFlags = #arith.overflow<none>}> : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
      %9 = "arith.andi"(%8, %7) : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
      "vector.store"(%9, %arg1, %arg3) : (vector<16xi8>, memref<?xi8>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

