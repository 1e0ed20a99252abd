// Memory of the module begins with other numbers.
// input: the first call: the first program returns 1, the second 2.
memref.global @g : memref<1xi32> = dense<1>

func.func @f() -> i32 {
  %i = arith.constant 0 : index
  %m = memref.get_global @g : memref<1xi32>
  %x = memref.load %m[%i] : memref<1xi32>
  return %x : i32
}

// -----

memref.global @g : memref<1xi32> = dense<2>

func.func @f() -> i32 {
  %i = arith.constant 0 : index
  %m = memref.get_global @g : memref<1xi32>
  %x = memref.load %m[%i] : memref<1xi32>
  return %x : i32
}
