// shortest paths: comparisons of integers
func.func @floyd(%p: memref<24x24xi32>) {
  affine.for %k = 0 to 24 {
    affine.for %i = 0 to 24 {
      affine.for %j = 0 to 24 {
        %x = affine.load %p[%i, %k] : memref<24x24xi32>
        %y = affine.load %p[%k, %j] : memref<24x24xi32>
        %s = arith.addi %x, %y : i32
        %d = affine.load %p[%i, %j] : memref<24x24xi32>
        %m = arith.minsi %d, %s : i32
        affine.store %m, %p[%i, %j] : memref<24x24xi32>
      }
    }
  }
  return
}
