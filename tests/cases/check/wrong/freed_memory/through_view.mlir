// The memory behind a view is freed before the view is read.
// input: any: the load reads memory that is gone.
func.func @f(%A: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<8xi32>
  memref.copy %A, %m : memref<8xi32> to memref<8xi32>
  %v = memref.subview %m[2] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 2>>
  %x = memref.load %v[%c0] : memref<4xi32, strided<[1], offset: 2>>
  memref.dealloc %m : memref<8xi32>
  return %x : i32
}

// -----

func.func @f(%A: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<8xi32>
  memref.copy %A, %m : memref<8xi32> to memref<8xi32>
  %v = memref.subview %m[2] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 2>>
  memref.dealloc %m : memref<8xi32>
  %x = memref.load %v[%c0] : memref<4xi32, strided<[1], offset: 2>>
  return %x : i32
}
