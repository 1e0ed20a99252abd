// The store comes before the memory is given away in both programs.
func.func private @keep(memref<4xi32>)

func.func @f(%a: i32, %b: i32) {
  %m = memref.alloc() : memref<4xi32>
  affine.store %a, %m[0] : memref<4xi32>
  affine.for %i = 1 to 4 {
    affine.store %b, %m[%i] : memref<4xi32>
  }
  func.call @keep(%m) : (memref<4xi32>) -> ()
  return
}

// -----

func.func private @keep(memref<4xi32>)

func.func @f(%a: i32, %b: i32) {
  %m = memref.alloc() : memref<4xi32>
  affine.for %i = 1 to 4 {
    affine.store %b, %m[%i] : memref<4xi32>
  }
  affine.store %a, %m[0] : memref<4xi32>
  func.call @keep(%m) : (memref<4xi32>) -> ()
  return
}
