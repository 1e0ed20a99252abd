// The text that is printed is another one.
// input: none: "low", and "high" after it.
func.func @f(%a: i32) {
  vector.print str "low"
  vector.print %a : i32
  return
}

// -----

func.func @f(%a: i32) {
  vector.print str "high"
  vector.print %a : i32
  return
}
