// orthonormal columns
// small: M=19 N=17
// large: M=1000 N=1200
func.func @gramschmidt(%A: memref<{M}x{N}xf64>, %Rr: memref<{N}x{N}xf64>, %Q: memref<{M}x{N}xf64>) {
  %nrm = memref.alloc() : memref<f64>
  affine.for %k = 0 to {N} {
    %n1 = arith.constant 0.0 : f64
    affine.store %n1, %nrm[] : memref<f64>
    affine.for %i = 0 to {M} {
      %n2 = affine.load %nrm[] : memref<f64>
      %n3 = affine.load %A[%i, %k] : memref<{M}x{N}xf64>
      %n4 = affine.load %A[%i, %k] : memref<{M}x{N}xf64>
      %n5 = arith.mulf %n3, %n4 : f64
      %n6 = arith.addf %n2, %n5 : f64
      affine.store %n6, %nrm[] : memref<f64>
    }
    %n7 = affine.load %nrm[] : memref<f64>
    %n8 = math.sqrt %n7 : f64
    affine.store %n8, %Rr[%k, %k] : memref<{N}x{N}xf64>
    affine.for %i = 0 to {M} {
      %n9 = affine.load %A[%i, %k] : memref<{M}x{N}xf64>
      %n10 = affine.load %Rr[%k, %k] : memref<{N}x{N}xf64>
      %n11 = arith.divf %n9, %n10 : f64
      affine.store %n11, %Q[%i, %k] : memref<{M}x{N}xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to {N} {
      %n12 = arith.constant 0.0 : f64
      affine.store %n12, %Rr[%k, %j] : memref<{N}x{N}xf64>
      affine.for %i = 0 to {M} {
        %n13 = affine.load %Rr[%k, %j] : memref<{N}x{N}xf64>
        %n14 = affine.load %Q[%i, %k] : memref<{M}x{N}xf64>
        %n15 = affine.load %A[%i, %j] : memref<{M}x{N}xf64>
        %n16 = arith.mulf %n14, %n15 : f64
        %n17 = arith.addf %n13, %n16 : f64
        affine.store %n17, %Rr[%k, %j] : memref<{N}x{N}xf64>
      }
      affine.for %i = 0 to {M} {
        %n18 = affine.load %A[%i, %j] : memref<{M}x{N}xf64>
        %n19 = affine.load %Q[%i, %k] : memref<{M}x{N}xf64>
        %n20 = affine.load %Rr[%k, %j] : memref<{N}x{N}xf64>
        %n21 = arith.mulf %n19, %n20 : f64
        %n22 = arith.subf %n18, %n21 : f64
        affine.store %n22, %A[%i, %j] : memref<{M}x{N}xf64>
      }
    }
  }
  memref.dealloc %nrm : memref<f64>
  return
}
