"builtin.module"() ({
  "func.func"() <{function_type = (vector<4x4xi16>, vector<16xi16>, i16, memref<64xi16>, memref<64xi16>) -> (vector<16xi16>, vector<4x4xi16>, vector<8xi16>, vector<2x8xi16>, vector<4xi32>, vector<8xi16>), sym_name = "lanes"}> ({
  ^bb0(%arg0: vector<4x4xi16>, %arg1: vector<16xi16>, %arg2: i16, %arg3: memref<64xi16>, %arg4: memref<64xi16>):
    %0 = "vector.shape_cast"(%arg0) : (vector<4x4xi16>) -> vector<16xi16>
    %1 = "vector.broadcast"(%arg2) : (i16) -> vector<16xi16>
    %2 = "arith.addi"(%0, %arg1) <{overflowFlags = #arith.overflow<none>}> : (vector<16xi16>, vector<16xi16>) -> vector<16xi16>
    %3 = "arith.muli"(%2, %1) <{overflowFlags = #arith.overflow<none>}> : (vector<16xi16>, vector<16xi16>) -> vector<16xi16>
    %4 = "vector.transpose"(%arg0) <{permutation = array<i64: 1, 0>}> : (vector<4x4xi16>) -> vector<4x4xi16>
    %5 = "vector.extract"(%arg0) <{static_position = array<i64: 2>}> : (vector<4x4xi16>) -> vector<4xi16>
    %6 = "vector.insert"(%5, %4) <{static_position = array<i64: 1>}> : (vector<4xi16>, vector<4x4xi16>) -> vector<4x4xi16>
    %7:2 = "vector.deinterleave"(%arg1) : (vector<16xi16>) -> (vector<8xi16>, vector<8xi16>)
    %8 = "arith.subi"(%7#0, %7#1) <{overflowFlags = #arith.overflow<none>}> : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
    %9 = "vector.broadcast"(%8) : (vector<8xi16>) -> vector<2x8xi16>
    %10 = "arith.maxsi"(%9, %9) : (vector<2x8xi16>, vector<2x8xi16>) -> vector<2x8xi16>
    %11 = "arith.extsi"(%arg0) : (vector<4x4xi16>) -> vector<4x4xi32>
    %12 = "arith.constant"() <{value = dense<[0, 1, 2, 3]> : vector<4xi32>}> : () -> vector<4xi32>
    %13 = "vector.multi_reduction"(%11, %12) <{kind = #vector.kind<add>, reduction_dims = [0]}> : (vector<4x4xi32>, vector<4xi32>) -> vector<4xi32>
    %14 = "vector.extract_strided_slice"(%arg1) <{offsets = [4], sizes = [4], strides = [1]}> : (vector<16xi16>) -> vector<4xi16>
    %15 = "vector.insert_strided_slice"(%14, %7#0) <{offsets = [2], strides = [1]}> : (vector<4xi16>, vector<8xi16>) -> vector<8xi16>
    %16 = "vector.shuffle"(%15, %7#1) <{mask = [0, 8, 1, 9, 3, 10, 2, 11]}> : (vector<8xi16>, vector<8xi16>) -> vector<8xi16>
    "func.return"(%3, %6, %8, %10, %13, %16) : (vector<16xi16>, vector<4x4xi16>, vector<8xi16>, vector<2x8xi16>, vector<4xi32>, vector<8xi16>) -> ()
  }) : () -> ()
}) : () -> ()

