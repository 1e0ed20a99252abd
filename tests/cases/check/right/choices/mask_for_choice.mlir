// A choice between x and 0 is x under a mask of the sign.
func.func @f(%a: i32, %b: i32, %x: i32) -> i32 {
  %p = arith.cmpi slt, %a, %b : i32
  %zero = arith.constant 0 : i32
  %r = arith.select %p, %x, %zero : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32, %x: i32) -> i32 {
  %p = arith.cmpi slt, %a, %b : i32
  %m = arith.extsi %p : i1 to i32
  %r = arith.andi %x, %m : i32
  return %r : i32
}
