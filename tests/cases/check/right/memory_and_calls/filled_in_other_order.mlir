// The memory is complete before the call in both programs.
func.func private @show(memref<8xi32>)

func.func @f(%A: memref<8xi32>, %a: i32) {
  affine.for %i = 0 to 8 {
    affine.store %a, %A[%i] : memref<8xi32>
  }
  func.call @show(%A) : (memref<8xi32>) -> ()
  return
}

// -----

func.func private @show(memref<8xi32>)

func.func @f(%A: memref<8xi32>, %a: i32) {
  affine.for %i = 0 to 8 {
    affine.store %a, %A[7 - %i] : memref<8xi32>
  }
  func.call @show(%A) : (memref<8xi32>) -> ()
  return
}
