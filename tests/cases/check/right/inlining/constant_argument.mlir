// The function is called with a constant, and is replaced by what it does for that.
// entry: f
func.func private @power(%x: i32, %square: i1) -> i32 {
  %p = arith.muli %x, %x : i32
  %r = arith.select %square, %p, %x : i32
  return %r : i32
}

func.func @f(%x: i32) -> i32 {
  %true = arith.constant true
  %r = func.call @power(%x, %true) : (i32, i1) -> i32
  return %r : i32
}

// -----

func.func private @power(%x: i32, %square: i1) -> i32 {
  %p = arith.muli %x, %x : i32
  %r = arith.select %square, %p, %x : i32
  return %r : i32
}

func.func @f(%x: i32) -> i32 {
  %r = arith.muli %x, %x : i32
  return %r : i32
}
