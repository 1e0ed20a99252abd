"builtin.module"() ({
  "func.func"() <{function_type = (vector<[4]xi32>) -> vector<[4]xi32>, sym_name = "scalable"}> ({
  ^bb0(%arg6: vector<[4]xi32>):
    %10 = "arith.addi"(%arg6, %arg6) <{overflowFlags = #arith.overflow<none>}> : (vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
    "func.return"(%10) : (vector<[4]xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xf32>) -> vector<4xf32>, sym_name = "floats"}> ({
  ^bb0(%arg5: vector<4xf32>):
    %9 = "arith.addf"(%arg5, %arg5) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    "func.return"(%9) : (vector<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "short"}> ({
  ^bb0(%arg4: vector<4xi32>):
    %8 = "arith.addi"(%arg4, %arg4) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%8) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1024xi8>, vector<4xi12>) -> (vector<1024xi8>, vector<4xi12>), sym_name = "wide"}> ({
  ^bb0(%arg2: vector<1024xi8>, %arg3: vector<4xi12>):
    %5 = "arith.addi"(%arg2, %arg2) <{overflowFlags = #arith.overflow<none>}> : (vector<1024xi8>, vector<1024xi8>) -> vector<1024xi8>
    %6 = "arith.muli"(%5, %arg2) <{overflowFlags = #arith.overflow<none>}> : (vector<1024xi8>, vector<1024xi8>) -> vector<1024xi8>
    %7 = "arith.muli"(%arg3, %arg3) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi12>, vector<4xi12>) -> vector<4xi12>
    "func.return"(%6, %7) : (vector<1024xi8>, vector<4xi12>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<16xi8>, memref<16xi8>) -> vector<16xi8>, sym_name = "shared"}> ({
  ^bb0(%arg0: vector<16xi8>, %arg1: memref<16xi8>):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
    %2 = "arith.xori"(%1, %arg0) : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
    "vector.store"(%2, %arg1, %0) : (vector<16xi8>, memref<16xi8>, index) -> ()
    %3 = "arith.maxui"(%2, %1) : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
    %4 = "arith.subi"(%3, %2) <{overflowFlags = #arith.overflow<none>}> : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
    "func.return"(%4) : (vector<16xi8>) -> ()
  }) : () -> ()
}) : () -> ()

