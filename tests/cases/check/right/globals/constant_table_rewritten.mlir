// The table has other numbers, and the program adds what is missing.
memref.global "private" constant @table : memref<4xi32> = dense<[5, 6, 7, 8]>

func.func @f(%A: memref<4xi32>) {
  %m = memref.get_global @table : memref<4xi32>
  %five = arith.constant 5 : i32
  affine.for %i = 0 to 4 {
    %x = affine.load %m[%i] : memref<4xi32>
    affine.store %x, %A[%i] : memref<4xi32>
  }
  return
}

// -----

memref.global "private" constant @table : memref<4xi32> = dense<[0, 1, 2, 3]>

func.func @f(%A: memref<4xi32>) {
  %m = memref.get_global @table : memref<4xi32>
  %five = arith.constant 5 : i32
  affine.for %i = 0 to 4 {
    %x = affine.load %m[%i] : memref<4xi32>
    %y = arith.addi %x, %five : i32
    affine.store %y, %A[%i] : memref<4xi32>
  }
  return
}
