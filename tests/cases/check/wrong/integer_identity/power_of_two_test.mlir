// The test for a power of two accepts 0.
// input: x = 0: false, and true after it.
func.func @f(%x: i32) -> i1 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %m = arith.subi %x, %one : i32
  %b = arith.andi %x, %m : i32
  %p = arith.cmpi eq, %b, %zero : i32
  %q = arith.cmpi ne, %x, %zero : i32
  %r = arith.andi %p, %q : i1
  return %r : i1
}

// -----

func.func @f(%x: i32) -> i1 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %m = arith.subi %x, %one : i32
  %b = arith.andi %x, %m : i32
  %p = arith.cmpi eq, %b, %zero : i32
  return %p : i1
}
