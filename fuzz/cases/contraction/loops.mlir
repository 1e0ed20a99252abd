
"builtin.module"() ({
"func.func"() <{arg_attrs = [{llvm.noalias}, {llvm.noalias}, {llvm.noalias}], function_type = (memref<4x6xf32>, memref<6x8xf32>, memref<4x8xf32>) -> (), sym_name = "contraction"}> ({
^bb0(%arg0: memref<4x6xf32>, %arg1: memref<6x8xf32>, %arg2: memref<4x8xf32>):
"affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({
^bb0(%v1: index):
"affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (8)>}> ({
^bb0(%v3: index):
%v5 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
"affine.store"(%v5, %arg2, %v1, %v3) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (f32, memref<4x8xf32>, index, index) -> ()
"affine.yield"() : () -> ()
}) : () -> ()
"affine.yield"() : () -> ()
}) : () -> ()
"affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({
^bb0(%v6: index):
"affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (8)>}> ({
^bb0(%v8: index):
"affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (6)>}> ({
^bb0(%v10: index):
%v12 = "affine.load"(%arg0, %v6, %v10) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<4x6xf32>, index, index) -> f32
%v13 = "affine.load"(%arg1, %v10, %v8) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<6x8xf32>, index, index) -> f32
%v14 = "affine.load"(%arg2, %v6, %v8) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<4x8xf32>, index, index) -> f32
%v15 = "arith.mulf"(%v12, %v13) <{fastmath = #arith.fastmath<reassoc,contract>}> : (f32, f32) -> f32
%v16 = "arith.addf"(%v14, %v15) <{fastmath = #arith.fastmath<reassoc,contract>}> : (f32, f32) -> f32
"affine.store"(%v16, %arg2, %v6, %v8) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (f32, memref<4x8xf32>, index, index) -> ()
"affine.yield"() : () -> ()
}) : () -> ()
"affine.yield"() : () -> ()
}) : () -> ()
"affine.yield"() : () -> ()
}) : () -> ()
"func.return"() : () -> ()
}) : () -> ()
}) : () -> ()
