// Nobody can read the private memory after the call.
func.func private @g()

func.func @f(%a: i32) -> i32 {
  %m = memref.alloca() : memref<1xi32>
  affine.store %a, %m[0] : memref<1xi32>
  func.call @g() : () -> ()
  return %a : i32
}

// -----

func.func private @g()

func.func @f(%a: i32) -> i32 {
  func.call @g() : () -> ()
  return %a : i32
}
