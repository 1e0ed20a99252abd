// The store moves down to the call, and nothing between reads the cell.
func.func private @show(memref<4xi32>)

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>, %a: i32) {
  affine.store %a, %A[0] : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %a, %B[%i] : memref<4xi32>
  }
  func.call @show(%A) : (memref<4xi32>) -> ()
  return
}

// -----

func.func private @show(memref<4xi32>)

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>, %a: i32) {
  affine.for %i = 0 to 4 {
    affine.store %a, %B[%i] : memref<4xi32>
  }
  affine.store %a, %A[0] : memref<4xi32>
  func.call @show(%A) : (memref<4xi32>) -> ()
  return
}
