// A buffer that a function without a body has been given is freed, and the function may have kept it.
// input: @keep stores the memref, and @use reads it.
func.func private @keep(memref<4xi32>)
func.func private @use()

func.func @f(%a: i32) {
  %m = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %a, %m[%i] : memref<4xi32>
  }
  func.call @keep(%m) : (memref<4xi32>) -> ()
  func.call @use() : () -> ()
  return
}

// -----

func.func private @keep(memref<4xi32>)
func.func private @use()

func.func @f(%a: i32) {
  %m = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %a, %m[%i] : memref<4xi32>
  }
  func.call @keep(%m) : (memref<4xi32>) -> ()
  memref.dealloc %m : memref<4xi32>
  func.call @use() : () -> ()
  return
}
