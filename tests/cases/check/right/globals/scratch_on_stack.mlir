// A private global that is written before it is read, in each call, becomes memory of the stack.
memref.global "private" @scratch : memref<4xi32> = uninitialized

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %m = memref.get_global @scratch : memref<4xi32>
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %m[%i] : memref<4xi32>
  }
  affine.for %i = 0 to 4 {
    %x = affine.load %m[3 - %i] : memref<4xi32>
    affine.store %x, %B[%i] : memref<4xi32>
  }
  return
}

// -----

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %m = memref.alloca() : memref<4xi32>
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %m[%i] : memref<4xi32>
  }
  affine.for %i = 0 to 4 {
    %x = affine.load %m[3 - %i] : memref<4xi32>
    affine.store %x, %B[%i] : memref<4xi32>
  }
  return
}
