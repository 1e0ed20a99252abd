// a contraction over three dimensions through a buffer
func.func @doitgen(%a: memref<12x14x20xf32>, %m: memref<20x20xf32>) {
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() : memref<20xf32>
  affine.for %r = 0 to 12 {
    affine.for %q = 0 to 14 {
      affine.for %p = 0 to 20 {
        affine.store %zero, %sum[%p] : memref<20xf32>
        affine.for %s = 0 to 20 {
          %x = affine.load %a[%r, %q, %s] : memref<12x14x20xf32>
          %y = affine.load %m[%s, %p] : memref<20x20xf32>
          %u = arith.mulf %x, %y fastmath<fast> : f32
          %v = affine.load %sum[%p] : memref<20xf32>
          %w = arith.addf %v, %u fastmath<fast> : f32
          affine.store %w, %sum[%p] : memref<20xf32>
        }
      }
      affine.for %p = 0 to 20 {
        %v = affine.load %sum[%p] : memref<20xf32>
        affine.store %v, %a[%r, %q, %p] : memref<12x14x20xf32>
      }
    }
  }
  memref.dealloc %sum : memref<20xf32>
  return
}
