// A sum is given to a function in 8 bits and extended there.
// input: a = b = 100: 200, and -56 after it.
func.func private @wide(%x: i32) -> i32 {
  return %x : i32
}

func.func @f(%a: i8, %b: i8) -> i32 {
  %x = arith.extsi %a : i8 to i32
  %y = arith.extsi %b : i8 to i32
  %s = arith.addi %x, %y : i32
  %r = func.call @wide(%s) : (i32) -> i32
  return %r : i32
}

// -----

func.func private @wide(%x: i8) -> i32 {
  %r = arith.extsi %x : i8 to i32
  return %r : i32
}

func.func @f(%a: i8, %b: i8) -> i32 {
  %s = arith.addi %a, %b : i8
  %r = func.call @wide(%s) : (i8) -> i32
  return %r : i32
}
