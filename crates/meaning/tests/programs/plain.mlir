"builtin.module"() ({
"func.func"() <{arg_attrs = [{llvm.noalias}, {llvm.noalias}, {llvm.noalias}], function_type = (memref<2x8xi8>, memref<8x8xi8>, memref<2x8xi32>) -> (), sym_name = "contraction"}> ({
^bb0(%arg0: memref<2x8xi8>, %arg1: memref<8x8xi8>, %arg2: memref<2x8xi32>):
"affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (2)>}> ({
^bb0(%v1: index):
"affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (8)>}> ({
^bb0(%v3: index):
"affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (8)>}> ({
^bb0(%v5: index):
%v7 = "affine.load"(%arg0, %v1, %v5) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<2x8xi8>, index, index) -> i8
%v8 = "arith.extui"(%v7) : (i8) -> i32
%v9 = "affine.load"(%arg1, %v5, %v3) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<8x8xi8>, index, index) -> i8
%v10 = "arith.extsi"(%v9) : (i8) -> i32
%v11 = "affine.load"(%arg2, %v1, %v3) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<2x8xi32>, index, index) -> i32
%v12 = "arith.muli"(%v8, %v10) : (i32, i32) -> i32
%v13 = "arith.addi"(%v11, %v12) : (i32, i32) -> i32
"affine.store"(%v13, %arg2, %v1, %v3) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (i32, memref<2x8xi32>, index, index) -> ()
"affine.yield"() : () -> ()
}) : () -> ()
"affine.yield"() : () -> ()
}) : () -> ()
"affine.yield"() : () -> ()
}) : () -> ()
"func.return"() : () -> ()
}) : () -> ()
}) : () -> ()
