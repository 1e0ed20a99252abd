// A private global that another call of the function has changed is taken for its initial value.
// input: two calls: 0 and 1, and 0 and 0 after it.
memref.global "private" @count : memref<1xi32> = dense<0>

func.func @f() -> i32 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %m = memref.get_global @count : memref<1xi32>
  %x = memref.load %m[%c0] : memref<1xi32>
  %y = arith.addi %x, %one : i32
  memref.store %y, %m[%c0] : memref<1xi32>
  return %x : i32
}

// -----

memref.global "private" @count : memref<1xi32> = dense<0>

func.func @f() -> i32 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %m = memref.get_global @count : memref<1xi32>
  %x = arith.constant 0 : i32
  %y = arith.addi %x, %one : i32
  memref.store %y, %m[%c0] : memref<1xi32>
  return %x : i32
}
