// A call without arguments moves out of the loop.
// input: @next returns 0, 1, 2, ...: B = 0, 1, 2, 3, and 0, 0, 0, 0 after it.
func.func private @next() -> i32

func.func @f(%B: memref<4xi32>) {
  affine.for %i = 0 to 4 {
    %x = func.call @next() : () -> i32
    affine.store %x, %B[%i] : memref<4xi32>
  }
  return
}

// -----

func.func private @next() -> i32

func.func @f(%B: memref<4xi32>) {
  %x = func.call @next() : () -> i32
  affine.for %i = 0 to 4 {
    affine.store %x, %B[%i] : memref<4xi32>
  }
  return
}
