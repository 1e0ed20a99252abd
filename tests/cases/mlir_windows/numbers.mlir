"builtin.module"() ({
  "func.func"() <{function_type = (vector<8xi8>, vector<8xi8>, vector<8xi1>, memref<8xi32>, memref<8xi8>, memref<8xi1>) -> (), sym_name = "numbers"}> ({
  ^bb0(%arg0: vector<8xi8>, %arg1: vector<8xi8>, %arg2: vector<8xi1>, %arg3: memref<8xi32>, %arg4: memref<8xi8>, %arg5: memref<8xi1>):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = dense<[1, 2, 3, 4, 5, 6, 7, 0]> : vector<8xi8>}> : () -> vector<8xi8>
    %2 = "arith.constant"() <{value = dense<3> : vector<8xi8>}> : () -> vector<8xi8>
    %3 = "arith.extsi"(%arg0) : (vector<8xi8>) -> vector<8xi32>
    %4 = "arith.extui"(%arg1) : (vector<8xi8>) -> vector<8xi32>
    %5 = "arith.subi"(%3, %4) <{overflowFlags = #arith.overflow<none>}> : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
    %6 = "math.absi"(%5) : (vector<8xi32>) -> vector<8xi32>
    "vector.store"(%6, %arg3, %0) : (vector<8xi32>, memref<8xi32>, index) -> ()
    %7 = "arith.shrsi"(%arg0, %1) : (vector<8xi8>, vector<8xi8>) -> vector<8xi8>
    %8 = "arith.divui"(%arg1, %2) : (vector<8xi8>, vector<8xi8>) -> vector<8xi8>
    %9 = "arith.cmpi"(%arg0, %arg1) <{predicate = 6 : i64}> : (vector<8xi8>, vector<8xi8>) -> vector<8xi1>
    %10 = "arith.select"(%9, %7, %8) : (vector<8xi1>, vector<8xi8>, vector<8xi8>) -> vector<8xi8>
    %11 = "math.ctpop"(%10) : (vector<8xi8>) -> vector<8xi8>
    "vector.store"(%11, %arg4, %0) : (vector<8xi8>, memref<8xi8>, index) -> ()
    %12 = "arith.select"(%arg2, %9, %arg2) : (vector<8xi1>, vector<8xi1>, vector<8xi1>) -> vector<8xi1>
    %13 = "arith.xori"(%12, %9) : (vector<8xi1>, vector<8xi1>) -> vector<8xi1>
    %14 = "arith.extsi"(%13) : (vector<8xi1>) -> vector<8xi8>
    %15 = "arith.trunci"(%14) : (vector<8xi8>) -> vector<8xi1>
    "vector.store"(%15, %arg5, %0) : (vector<8xi1>, memref<8xi1>, index) -> ()
    %16 = "arith.shli"(%arg0, %arg1) <{overflowFlags = #arith.overflow<none>}> : (vector<8xi8>, vector<8xi8>) -> vector<8xi8>
    %17 = "arith.addi"(%16, %16) <{overflowFlags = #arith.overflow<none>}> : (vector<8xi8>, vector<8xi8>) -> vector<8xi8>
    %18 = "arith.xori"(%17, %1) : (vector<8xi8>, vector<8xi8>) -> vector<8xi8>
    %19 = "vector.reduction"(%18) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<minsi>}> : (vector<8xi8>) -> i8
    "memref.store"(%19, %arg4, %0) : (i8, memref<8xi8>, index) -> ()
    "func.return"() : () -> ()
  }) {passthrough = [["target-cpu", "znver3"], ["target-features", "-gfni"]]} : () -> ()
}) : () -> ()

