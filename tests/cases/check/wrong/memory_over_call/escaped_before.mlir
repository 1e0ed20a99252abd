// The memory escaped in an earlier call, and the second call may still read it.
// input: @keep stores the memref, @use reads cell 0: it sees 1, and 0 after it.
func.func private @keep(memref<4xi32>)
func.func private @use()

func.func @f() {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %m = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %zero, %m[%i] : memref<4xi32>
  }
  func.call @keep(%m) : (memref<4xi32>) -> ()
  affine.store %one, %m[0] : memref<4xi32>
  func.call @use() : () -> ()
  return
}

// -----

func.func private @keep(memref<4xi32>)
func.func private @use()

func.func @f() {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %m = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %zero, %m[%i] : memref<4xi32>
  }
  func.call @keep(%m) : (memref<4xi32>) -> ()
  func.call @use() : () -> ()
  affine.store %one, %m[0] : memref<4xi32>
  return
}
