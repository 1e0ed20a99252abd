// The loops are fused before the call, which stays behind both.
func.func private @done(memref<8xf32>)

func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %A[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %z = affine.load %A[%i] : memref<8xf32>
    affine.store %z, %B[%i] : memref<8xf32>
  }
  func.call @done(%B) : (memref<8xf32>) -> ()
  return
}

// -----

func.func private @done(memref<8xf32>)

func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %A[%i] : memref<8xf32>
    %z = affine.load %A[%i] : memref<8xf32>
    affine.store %z, %B[%i] : memref<8xf32>
  }
  func.call @done(%B) : (memref<8xf32>) -> ()
  return
}
