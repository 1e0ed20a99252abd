// A statement before the inner loop of the second iteration moves before the inner loop of the first.
// input: A = 1: B[0] is 1 + 8 = 9, and 17 after it.
func.func @before(%A: memref<4x8xi32>, %B: memref<4xi32>, %s: memref<i32>) {
  affine.for %i = 0 to 4 {
    %c = affine.load %A[%i, 0] : memref<4x8xi32>
    affine.store %c, %s[] : memref<i32>
    affine.for %j = 0 to 8 {
      %x = affine.load %A[%i, %j] : memref<4x8xi32>
      %o = affine.load %s[] : memref<i32>
      %n = arith.addi %o, %x : i32
      affine.store %n, %s[] : memref<i32>
    }
    %r = affine.load %s[] : memref<i32>
    affine.store %r, %B[%i] : memref<4xi32>
  }
  return
}

// -----

func.func @before(%A: memref<4x8xi32>, %B: memref<4xi32>, %s: memref<i32>) {
  affine.for %i = 0 to 4 step 2 {
    %c = affine.load %A[%i, 0] : memref<4x8xi32>
    affine.store %c, %s[] : memref<i32>
    %d = affine.load %A[%i + 1, 0] : memref<4x8xi32>
    affine.store %d, %s[] : memref<i32>
    affine.for %j = 0 to 8 {
      %x = affine.load %A[%i, %j] : memref<4x8xi32>
      %o = affine.load %s[] : memref<i32>
      %n = arith.addi %o, %x : i32
      affine.store %n, %s[] : memref<i32>
      %y = affine.load %A[%i + 1, %j] : memref<4x8xi32>
      %p = affine.load %s[] : memref<i32>
      %q = arith.addi %p, %y : i32
      affine.store %q, %s[] : memref<i32>
    }
    %r = affine.load %s[] : memref<i32>
    affine.store %r, %B[%i] : memref<4xi32>
    %t = affine.load %s[] : memref<i32>
    affine.store %t, %B[%i + 1] : memref<4xi32>
  }
  return
}
