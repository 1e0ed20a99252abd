// Prints of two statements alternated, and come in two blocks.
// input: A = 1, B = 2: 1 2 1 2, and 1 1 2 2.
func.func @show(%A: memref<2xf32>, %B: memref<2xf32>) {
  affine.for %i = 0 to 2 {
    %x = affine.load %A[%i] : memref<2xf32>
    vector.print %x : f32
    %y = affine.load %B[%i] : memref<2xf32>
    vector.print %y : f32
  }
  return
}

// -----

func.func @show(%A: memref<2xf32>, %B: memref<2xf32>) {
  affine.for %i = 0 to 2 {
    %x = affine.load %A[%i] : memref<2xf32>
    vector.print %x : f32
  }
  affine.for %i = 0 to 2 {
    %y = affine.load %B[%i] : memref<2xf32>
    vector.print %y : f32
  }
  return
}
