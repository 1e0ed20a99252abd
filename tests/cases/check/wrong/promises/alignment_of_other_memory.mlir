// Memory that another module defines is declared with a larger alignment.
// input: @w at an address that 4096 does not divide.
memref.global @w : memref<4xf32>

func.func @f(%m: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @w : memref<4xf32>
  %z = memref.load %g[%c0] : memref<4xf32>
  memref.store %z, %m[%c0] : memref<16xf32>
  return
}

// -----

memref.global @w : memref<4xf32> {alignment = 4096 : i64}

func.func @f(%m: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @w : memref<4xf32>
  %z = memref.load %g[%c0] : memref<4xf32>
  memref.store %z, %m[%c0] : memref<16xf32>
  return
}
