// A conversion that may have no value is multiplied by zero, in memory of the program's own.
// input: A = 1e30: 0, and no value after it.
func.func @f(%A: memref<8xf32>, %C: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.store %zero, %C[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>, %C: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %t = memref.alloc() : memref<8xi32>
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %x = arith.fptosi %a : f32 to i32
    affine.store %x, %t[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %t[%i] : memref<8xi32>
    %y = arith.muli %x, %zero : i32
    affine.store %y, %C[%i] : memref<8xi32>
  }
  memref.dealloc %t : memref<8xi32>
  return
}
