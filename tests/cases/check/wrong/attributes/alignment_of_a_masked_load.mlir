// A masked load says that its address is aligned, as MLIR 22 writes it.
// input: any: the load may fail, because its address is 4 bytes behind that of m.
func.func @f(%m: memref<64xf32>, %o: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %mask = arith.constant dense<true> : vector<4xi1>
  %p = arith.constant dense<0.0> : vector<4xf32>
  %v = vector.maskedload %m[%c1], %mask, %p
      : memref<64xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %o[%c1], %mask, %v : memref<64xf32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<64xf32>, %o: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %mask = arith.constant dense<true> : vector<4xi1>
  %p = arith.constant dense<0.0> : vector<4xf32>
  %v = vector.maskedload %m[%c1], %mask, %p {alignment = 64 : i64}
      : memref<64xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %o[%c1], %mask, %v : memref<64xf32>, vector<4xi1>, vector<4xf32>
  return
}
