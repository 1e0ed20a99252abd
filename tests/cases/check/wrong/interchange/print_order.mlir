// The loops are exchanged although they print.
// input: A[0, 1] = 1, else 0: 0 1 0 0 and 0 0 1 0 are printed.
func.func @show(%A: memref<2x2xi32>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      %x = affine.load %A[%i, %j] : memref<2x2xi32>
      vector.print %x : i32
    }
  }
  return
}

// -----

func.func @show(%A: memref<2x2xi32>) {
  affine.for %j = 0 to 2 {
    affine.for %i = 0 to 2 {
      %x = affine.load %A[%i, %j] : memref<2x2xi32>
      vector.print %x : i32
    }
  }
  return
}
