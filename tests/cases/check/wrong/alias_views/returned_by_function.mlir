// A function without a body may return its argument, and a store through its result is taken for one to other memory.
// input: @same returns A: 2, and 1 after it.
func.func private @same(memref<4xi32>) -> memref<4xi32>

func.func @f(%A: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %p = func.call @same(%A) : (memref<4xi32>) -> memref<4xi32>
  memref.store %one, %A[%c0] : memref<4xi32>
  memref.store %two, %p[%c0] : memref<4xi32>
  %x = memref.load %A[%c0] : memref<4xi32>
  return %x : i32
}

// -----

func.func private @same(memref<4xi32>) -> memref<4xi32>

func.func @f(%A: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %p = func.call @same(%A) : (memref<4xi32>) -> memref<4xi32>
  memref.store %one, %A[%c0] : memref<4xi32>
  memref.store %two, %p[%c0] : memref<4xi32>
  return %one : i32
}
