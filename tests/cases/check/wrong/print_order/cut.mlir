// A sum is cut before it is printed.
// input: a = 300, b = 0: prints 300, and 44 after it.
func.func @f(%a: i32, %b: i32) {
  %s = arith.addi %a, %b : i32
  vector.print %s : i32
  return
}

// -----

func.func @f(%a: i32, %b: i32) {
  %s = arith.addi %a, %b : i32
  %c = arith.trunci %s : i32 to i8
  vector.print %c : i8
  return
}
