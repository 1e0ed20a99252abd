// A print moves out of its loop and happens once.
// input: a = 1: four lines, and one after it.
func.func @f(%a: i32) {
  affine.for %i = 0 to 4 {
    vector.print %a : i32
  }
  return
}

// -----

func.func @f(%a: i32) {
  affine.for %i = 0 to 4 {
  }
  vector.print %a : i32
  return
}
