// The called function cannot reach the memory, which was never given away.
func.func private @g()

func.func @f(%a: i32, %B: memref<4xi32>) {
  %m = memref.alloca() : memref<1xi32>
  affine.store %a, %m[0] : memref<1xi32>
  func.call @g() : () -> ()
  %x = affine.load %m[0] : memref<1xi32>
  affine.store %x, %B[0] : memref<4xi32>
  return
}

// -----

func.func private @g()

func.func @f(%a: i32, %B: memref<4xi32>) {
  %m = memref.alloca() : memref<1xi32>
  func.call @g() : () -> ()
  affine.store %a, %m[0] : memref<1xi32>
  %x = affine.load %m[0] : memref<1xi32>
  affine.store %x, %B[0] : memref<4xi32>
  return
}
