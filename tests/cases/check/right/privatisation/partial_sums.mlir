// Each parallel iteration sums up its own part, and the parts are added behind the loop: integers may be regrouped.
func.func @f(%A: memref<16xi32>, %s: memref<i32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xi32>
    %o = affine.load %s[] : memref<i32>
    %n = arith.addi %o, %x : i32
    affine.store %n, %s[] : memref<i32>
  }
  return
}

// -----

func.func @f(%A: memref<16xi32>, %s: memref<i32>) {
  %zero = arith.constant 0 : i32
  %p = memref.alloca() : memref<4xi32>
  affine.parallel (%t) = (0) to (4) {
    affine.store %zero, %p[%t] : memref<4xi32>
    affine.for %i = 0 to 4 {
      %x = affine.load %A[%t * 4 + %i] : memref<16xi32>
      %o = affine.load %p[%t] : memref<4xi32>
      %n = arith.addi %o, %x : i32
      affine.store %n, %p[%t] : memref<4xi32>
    }
  }
  affine.for %t = 0 to 4 {
    %x = affine.load %p[%t] : memref<4xi32>
    %o = affine.load %s[] : memref<i32>
    %n = arith.addi %o, %x : i32
    affine.store %n, %s[] : memref<i32>
  }
  return
}
