// The loops are fused over a call to which the memory between them is passed.
// input: @touch sets B[0] to 7: C[0] is 7, and A[0] after it.
// source: LLVM issue #211591 (affine-loop-fusion)
func.func private @touch(memref<16xf64>)

func.func @around(%A: memref<16xf64>, %B: memref<16xf64>, %C: memref<16xf64>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf64>
    affine.store %x, %B[%i] : memref<16xf64>
  }
  func.call @touch(%B) : (memref<16xf64>) -> ()
  affine.for %i = 0 to 16 {
    %y = affine.load %B[%i] : memref<16xf64>
    affine.store %y, %C[%i] : memref<16xf64>
  }
  return
}

// -----

func.func private @touch(memref<16xf64>)

func.func @around(%A: memref<16xf64>, %B: memref<16xf64>, %C: memref<16xf64>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf64>
    affine.store %x, %B[%i] : memref<16xf64>
    %y = affine.load %B[%i] : memref<16xf64>
    affine.store %y, %C[%i] : memref<16xf64>
  }
  func.call @touch(%B) : (memref<16xf64>) -> ()
  return
}
