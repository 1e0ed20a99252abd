"func.func"() <{function_type = (memref<1xf32>) -> (), sym_name = "loop"}> ({
^bb0(%0: memref<1xf32>):
  "func.return"() : () -> ()
}) : () -> ()
