// The jam changes the order of sums of different cells only.
func.func @f(%A: memref<6x4xi32>, %x: memref<4xi32>, %y: memref<6xi32>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i, %j] : memref<6x4xi32>
      %b = affine.load %x[%j] : memref<4xi32>
      %p = arith.muli %a, %b : i32
      %o = affine.load %y[%i] : memref<6xi32>
      %n = arith.addi %o, %p : i32
      affine.store %n, %y[%i] : memref<6xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<6x4xi32>, %x: memref<4xi32>, %y: memref<6xi32>) {
  affine.for %i = 0 to 6 step 3 {
    affine.for %j = 0 to 4 {
      %b = affine.load %x[%j] : memref<4xi32>
      affine.for %k = 0 to 3 {
        %a = affine.load %A[%i + %k, %j] : memref<6x4xi32>
        %p = arith.muli %a, %b : i32
        %o = affine.load %y[%i + %k] : memref<6xi32>
        %n = arith.addi %o, %p : i32
        affine.store %n, %y[%i + %k] : memref<6xi32>
      }
    }
  }
  return
}
