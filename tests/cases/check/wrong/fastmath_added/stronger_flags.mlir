// Flags that allow another order become `fast`, which also promises that there is no NaN.
// input: a = NaN: NaN, and poison after it.
func.func @f(%A: memref<8xf32>, %s: memref<1xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %o = affine.load %s[0] : memref<1xf32>
    %n = arith.addf %o, %a fastmath<reassoc,nsz> : f32
    affine.store %n, %s[0] : memref<1xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>, %s: memref<1xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %o = affine.load %s[0] : memref<1xf32>
    %n = arith.addf %o, %a fastmath<fast> : f32
    affine.store %n, %s[0] : memref<1xf32>
  }
  return
}
