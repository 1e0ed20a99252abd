// B = A B, A lower triangular, integers
func.func @trmm(%a: memref<36x36xi32>, %b: memref<36x40xi32>) {
  affine.for %i = 0 to 36 {
    affine.for %j = 0 to 40 {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 36 {
        %x = affine.load %a[%k, %i] : memref<36x36xi32>
        %y = affine.load %b[%k, %j] : memref<36x40xi32>
        %p = arith.muli %x, %y : i32
        %s = affine.load %b[%i, %j] : memref<36x40xi32>
        %t = arith.addi %s, %p : i32
        affine.store %t, %b[%i, %j] : memref<36x40xi32>
      }
    }
  }
  return
}
