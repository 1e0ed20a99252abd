// Each parallel iteration passes the same memory to a function without a body, which may write it.
// input: @bump adds 1 to A[0]: two calls at once load the same number.
func.func private @bump(memref<4xi32>)

func.func @f(%A: memref<4xi32>) {
  affine.for %i = 0 to 4 {
    func.call @bump(%A) : (memref<4xi32>) -> ()
  }
  return
}

// -----

func.func private @bump(memref<4xi32>)

func.func @f(%A: memref<4xi32>) {
  affine.parallel (%i) = (0) to (4) {
    func.call @bump(%A) : (memref<4xi32>) -> ()
  }
  return
}
