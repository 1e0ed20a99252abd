// A shift gets the promise that no bits that are set leave.
// input: x = 0x80000000: 0, and poison after it.
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %r = arith.shli %x, %c : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %r = arith.shli %x, %c overflow<nuw> : i32
  return %r : i32
}
