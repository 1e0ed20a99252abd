// The shape of llvm/llvm-project 198266: the same of scf.for; the second program is written by hand
"builtin.module"() ({
  "func.func"() <{function_type = (memref<9x7xi32>) -> (), sym_name = "wave"}> ({
  ^bb0(%arg0: memref<9x7xi32>):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 6 : index}> : () -> index
    %3 = "arith.constant"() <{value = 9 : index}> : () -> index
    "scf.for"(%1, %3, %1) ({
    ^bb0(%arg1: index):
      "scf.for"(%0, %2, %1) ({
      ^bb0(%arg2: index):
        %4 = "arith.subi"(%arg1, %1) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        %5 = "arith.addi"(%arg2, %1) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        %6 = "memref.load"(%arg0, %4, %5) : (memref<9x7xi32>, index, index) -> i32
        "memref.store"(%6, %arg0, %arg1, %arg2) : (i32, memref<9x7xi32>, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

