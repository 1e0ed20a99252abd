// Memory that other modules may write becomes constant.
// input: another module stores to @w: that fails after it.
memref.global @w : memref<4xf32> = dense<1.0>

func.func @f(%m: memref<16xf32>) {
  return
}

// -----

memref.global constant @w : memref<4xf32> = dense<1.0>

func.func @f(%m: memref<16xf32>) {
  return
}
