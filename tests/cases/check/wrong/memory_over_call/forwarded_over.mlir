// A load takes the value of a store before the call to which the memory is passed.
// input: @fill stores 7: 7, and a after it.
func.func private @fill(memref<4xi32>)

func.func @f(%a: i32) -> i32 {
  %m = memref.alloca() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %a, %m[%i] : memref<4xi32>
  }
  func.call @fill(%m) : (memref<4xi32>) -> ()
  %x = affine.load %m[0] : memref<4xi32>
  return %x : i32
}

// -----

func.func private @fill(memref<4xi32>)

func.func @f(%a: i32) -> i32 {
  %m = memref.alloca() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %a, %m[%i] : memref<4xi32>
  }
  func.call @fill(%m) : (memref<4xi32>) -> ()
  return %a : i32
}
