// The two arms are exchanged.
// input: i = 0: B[0] is A[0], and 0 after it.
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) -> f32 {
      affine.yield %x : f32
    } else {
      affine.yield %zero : f32
    }
    affine.store %y, %B[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) -> f32 {
      affine.yield %zero : f32
    } else {
      affine.yield %x : f32
    }
    affine.store %y, %B[%i] : memref<8xf32>
  }
  return
}
