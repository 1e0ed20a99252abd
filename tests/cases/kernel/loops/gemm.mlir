// C += alpha A B
func.func @gemm(%alpha: f32, %a: memref<40x44xf32>, %b: memref<44x36xf32>, %c: memref<40x36xf32>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 36 {
      affine.for %k = 0 to 44 {
        %x = affine.load %a[%i, %k] : memref<40x44xf32>
        %y = affine.load %b[%k, %j] : memref<44x36xf32>
        %p = arith.mulf %x, %y fastmath<fast> : f32
        %q = arith.mulf %alpha, %p fastmath<fast> : f32
        %s = affine.load %c[%i, %j] : memref<40x36xf32>
        %t = arith.addf %s, %q fastmath<fast> : f32
        affine.store %t, %c[%i, %j] : memref<40x36xf32>
      }
    }
  }
  return
}
