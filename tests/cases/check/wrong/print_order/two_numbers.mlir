// Two prints are exchanged.
// input: a = 1, b = 2: 1 2, and 2 1 after it.
func.func @f(%a: i32, %b: i32) {
  vector.print %a : i32
  vector.print %b : i32
  return
}

// -----

func.func @f(%a: i32, %b: i32) {
  vector.print %b : i32
  vector.print %a : i32
  return
}
