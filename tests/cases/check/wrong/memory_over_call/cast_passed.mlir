// The memory goes to the call as an unranked memref, and the loop that fills it moves behind the call.
// input: @show prints the memory: a, and what was there before after it.
func.func private @show(memref<*xf32>)

func.func @f(%A: memref<8xf32>, %a: f32) {
  %u = memref.cast %A : memref<8xf32> to memref<*xf32>
  affine.for %i = 0 to 8 {
    affine.store %a, %A[%i] : memref<8xf32>
  }
  func.call @show(%u) : (memref<*xf32>) -> ()
  return
}

// -----

func.func private @show(memref<*xf32>)

func.func @f(%A: memref<8xf32>, %a: f32) {
  %u = memref.cast %A : memref<8xf32> to memref<*xf32>
  func.call @show(%u) : (memref<*xf32>) -> ()
  affine.for %i = 0 to 8 {
    affine.store %a, %A[%i] : memref<8xf32>
  }
  return
}
