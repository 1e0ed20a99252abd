// The loop of prints is written out.
func.func @f(%A: memref<3xi32>) {
  affine.for %i = 0 to 3 {
    %x = affine.load %A[%i] : memref<3xi32>
    vector.print %x : i32
  }
  return
}

// -----

func.func @f(%A: memref<3xi32>) {
  %x = affine.load %A[0] : memref<3xi32>
  %y = affine.load %A[1] : memref<3xi32>
  %z = affine.load %A[2] : memref<3xi32>
  vector.print %x : i32
  vector.print %y : i32
  vector.print %z : i32
  return
}
