// Private memory of two cells becomes two numbers.
func.func @f(%a: i32, %b: i32) -> i32 {
  %m = memref.alloca() : memref<2xi32>
  affine.store %a, %m[0] : memref<2xi32>
  affine.store %b, %m[1] : memref<2xi32>
  %x = affine.load %m[1] : memref<2xi32>
  %y = affine.load %m[0] : memref<2xi32>
  %r = arith.subi %x, %y : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.subi %b, %a : i32
  return %r : i32
}
