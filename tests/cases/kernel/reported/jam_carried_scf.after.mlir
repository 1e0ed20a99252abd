// Written by hand, as the report says that the other program becomes
"builtin.module"() ({
  "func.func"() <{function_type = (memref<9x7xi32>) -> (), sym_name = "wave"}> ({
  ^bb0(%arg0: memref<9x7xi32>):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 2 : index}> : () -> index
    %3 = "arith.constant"() <{value = 6 : index}> : () -> index
    %4 = "arith.constant"() <{value = 9 : index}> : () -> index
    "scf.for"(%1, %4, %2) ({
    ^bb0(%arg1: index):
      "scf.for"(%0, %3, %1) ({
      ^bb0(%arg2: index):
        %5 = "arith.subi"(%arg1, %1) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        %6 = "arith.addi"(%arg2, %1) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        %7 = "memref.load"(%arg0, %5, %6) : (memref<9x7xi32>, index, index) -> i32
        "memref.store"(%7, %arg0, %arg1, %arg2) : (i32, memref<9x7xi32>, index, index) -> ()
        %8 = "arith.addi"(%arg1, %1) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        %9 = "memref.load"(%arg0, %arg1, %6) : (memref<9x7xi32>, index, index) -> i32
        "memref.store"(%9, %arg0, %8, %arg2) : (i32, memref<9x7xi32>, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

