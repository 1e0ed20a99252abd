// The stored number is still there after the call, which cannot reach the memory.
func.func private @g(memref<4xi32>)

func.func @f(%a: i32, %B: memref<4xi32>) -> i32 {
  %m = memref.alloc() : memref<1xi32>
  affine.store %a, %m[0] : memref<1xi32>
  func.call @g(%B) : (memref<4xi32>) -> ()
  %x = affine.load %m[0] : memref<1xi32>
  memref.dealloc %m : memref<1xi32>
  return %x : i32
}

// -----

func.func private @g(memref<4xi32>)

func.func @f(%a: i32, %B: memref<4xi32>) -> i32 {
  %m = memref.alloc() : memref<1xi32>
  affine.store %a, %m[0] : memref<1xi32>
  func.call @g(%B) : (memref<4xi32>) -> ()
  memref.dealloc %m : memref<1xi32>
  return %a : i32
}
