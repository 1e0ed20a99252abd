// The lanes of a vector are added one after the other in the order of the loop, without a flag.
func.func @f(%A: memref<4xf32>, %init: f32) -> f32 {
  %s = affine.for %i = 0 to 4 iter_args(%t = %init) -> (f32) {
    %x = affine.load %A[%i] : memref<4xf32>
    %n = arith.addf %t, %x : f32
    affine.yield %n : f32
  }
  return %s : f32
}

// -----

func.func @f(%A: memref<4xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %v = vector.load %A[%c0] : memref<4xf32>, vector<4xf32>
  %a = vector.extract %v[0] : f32 from vector<4xf32>
  %b = vector.extract %v[1] : f32 from vector<4xf32>
  %c = vector.extract %v[2] : f32 from vector<4xf32>
  %d = vector.extract %v[3] : f32 from vector<4xf32>
  %p = arith.addf %init, %a : f32
  %q = arith.addf %p, %b : f32
  %u = arith.addf %q, %c : f32
  %s = arith.addf %u, %d : f32
  return %s : f32
}
