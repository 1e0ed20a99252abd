// A division moves out of the condition that its divisor is not 0.
// input: y = 0: no division runs; after it 1 is divided by 0.
func.func @guard(%x: i32, %y: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %p = arith.cmpi ne, %y, %zero : i32
  %r = scf.if %p -> (i32) {
    %q = arith.divsi %x, %y : i32
    scf.yield %q : i32
  } else {
    scf.yield %zero : i32
  }
  return %r : i32
}

// -----

func.func @guard(%x: i32, %y: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %p = arith.cmpi ne, %y, %zero : i32
  %q = arith.divsi %x, %y : i32
  %r = scf.if %p -> (i32) {
    scf.yield %q : i32
  } else {
    scf.yield %zero : i32
  }
  return %r : i32
}
