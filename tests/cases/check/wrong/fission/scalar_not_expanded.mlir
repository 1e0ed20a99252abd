// The scalar that carries a value to the second statement keeps only the last one.
// input: A = 0, 1, ..., 7: B[0] is 0, and 49 after it.
func.func @scalar(%A: memref<8xi32>, %B: memref<8xi32>) {
  %t = memref.alloca() : memref<i32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.muli %x, %x : i32
    affine.store %y, %t[] : memref<i32>
    %z = affine.load %t[] : memref<i32>
    affine.store %z, %B[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @scalar(%A: memref<8xi32>, %B: memref<8xi32>) {
  %t = memref.alloca() : memref<i32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = arith.muli %x, %x : i32
    affine.store %y, %t[] : memref<i32>
  }
  affine.for %i = 0 to 8 {
    %z = affine.load %t[] : memref<i32>
    affine.store %z, %B[%i] : memref<8xi32>
  }
  return
}
