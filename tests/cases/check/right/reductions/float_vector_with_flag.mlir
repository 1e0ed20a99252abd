// The flag allows the lanes to be added at the end.
func.func @f(%A: memref<16xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %s = scf.for %i = %c0 to %c16 step %c1 iter_args(%t = %zero) -> (f32) {
    %x = memref.load %A[%i] : memref<16xf32>
    %n = arith.addf %t, %x fastmath<fast> : f32
    scf.yield %n : f32
  }
  return %s : f32
}

// -----

func.func @f(%A: memref<16xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4xf32>
  %v = scf.for %i = %c0 to %c16 step %c4 iter_args(%t = %zeros) -> (vector<4xf32>) {
    %x = vector.load %A[%i] : memref<16xf32>, vector<4xf32>
    %n = arith.addf %t, %x fastmath<fast> : vector<4xf32>
    scf.yield %n : vector<4xf32>
  }
  %s = vector.reduction <add>, %v, %zero fastmath<fast> : vector<4xf32> into f32
  return %s : f32
}
