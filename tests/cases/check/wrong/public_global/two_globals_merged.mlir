// Two public globals are written as if they were one.
// input: @a is 1 and @b is 2, and @a is 2 and @b is 0 after it.
memref.global @a : memref<1xi32> = dense<0>
memref.global @b : memref<1xi32> = dense<0>

func.func @f() {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %m = memref.get_global @a : memref<1xi32>
  %n = memref.get_global @b : memref<1xi32>
  memref.store %one, %m[%c0] : memref<1xi32>
  memref.store %two, %n[%c0] : memref<1xi32>
  return
}

// -----

memref.global @a : memref<1xi32> = dense<0>
memref.global @b : memref<1xi32> = dense<0>

func.func @f() {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %m = memref.get_global @a : memref<1xi32>
  %n = memref.get_global @a : memref<1xi32>
  memref.store %one, %m[%c0] : memref<1xi32>
  memref.store %two, %n[%c0] : memref<1xi32>
  return
}
