// Thread p writes the cells p, p + 4, p + 8, ...
func.func @f(%A: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xi32>
    %y = arith.muli %x, %x : i32
    affine.store %y, %A[%i] : memref<16xi32>
  }
  return
}

// -----

func.func @f(%A: memref<16xi32>) {
  affine.parallel (%p) = (0) to (4) {
    affine.for %k = 0 to 4 {
      %x = affine.load %A[%k * 4 + %p] : memref<16xi32>
      %y = arith.muli %x, %x : i32
      affine.store %y, %A[%k * 4 + %p] : memref<16xi32>
    }
  }
  return
}
