// The signed quotient by 4 is a shift after 3 was added to negative numbers.
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 4 : i32
  %r = arith.divsi %x, %c : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %a = arith.constant 31 : i32
  %b = arith.constant 30 : i32
  %c = arith.constant 2 : i32
  %s = arith.shrsi %x, %a : i32
  %t = arith.shrui %s, %b : i32
  %u = arith.addi %x, %t : i32
  %r = arith.shrsi %u, %c : i32
  return %r : i32
}
