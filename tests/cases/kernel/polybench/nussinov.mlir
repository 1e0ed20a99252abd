// pairs of bases that fold
// small: N=21
// large: N=2500
func.func @nussinov(%seq: memref<{N}xi32>, %table: memref<{N}x{N}xi32>) {
  affine.for %ii = 0 to {N} {
    affine.for %j = affine_map<(d0) -> ({N} - d0)>(%ii) to {N} {
      %n1 = affine.load %table[{N-1} - %ii, %j] : memref<{N}x{N}xi32>
      %n2 = affine.load %table[{N-1} - %ii, %j - 1] : memref<{N}x{N}xi32>
      %n3 = arith.maxsi %n1, %n2 : i32
      affine.store %n3, %table[{N-1} - %ii, %j] : memref<{N}x{N}xi32>
      %n4 = affine.load %table[{N-1} - %ii, %j] : memref<{N}x{N}xi32>
      %n5 = affine.load %table[{N} - %ii, %j] : memref<{N}x{N}xi32>
      %n6 = arith.maxsi %n4, %n5 : i32
      affine.store %n6, %table[{N-1} - %ii, %j] : memref<{N}x{N}xi32>
      affine.if affine_set<(d0, d1) : (d0 + d1 - {N+1} >= 0)>(%ii, %j) {
        %n7 = affine.load %table[{N-1} - %ii, %j] : memref<{N}x{N}xi32>
        %n8 = affine.load %table[{N} - %ii, %j - 1] : memref<{N}x{N}xi32>
        %n9 = affine.load %seq[{N-1} - %ii] : memref<{N}xi32>
        %n10 = affine.load %seq[%j] : memref<{N}xi32>
        %n11 = arith.addi %n9, %n10 : i32
        %n12 = arith.constant 3 : i32
        %n13 = arith.cmpi eq, %n11, %n12 : i32
        %n14 = arith.extui %n13 : i1 to i32
        %n15 = arith.addi %n8, %n14 : i32
        %n16 = arith.maxsi %n7, %n15 : i32
        affine.store %n16, %table[{N-1} - %ii, %j] : memref<{N}x{N}xi32>
      } else {
        %n17 = affine.load %table[{N-1} - %ii, %j] : memref<{N}x{N}xi32>
        %n18 = affine.load %table[{N} - %ii, %j - 1] : memref<{N}x{N}xi32>
        %n19 = arith.maxsi %n17, %n18 : i32
        affine.store %n19, %table[{N-1} - %ii, %j] : memref<{N}x{N}xi32>
      }
      affine.for %k = affine_map<(d0) -> ({N} - d0)>(%ii) to affine_map<(d0) -> (d0)>(%j) {
        %n20 = affine.load %table[{N-1} - %ii, %j] : memref<{N}x{N}xi32>
        %n21 = affine.load %table[{N-1} - %ii, %k] : memref<{N}x{N}xi32>
        %n22 = affine.load %table[%k + 1, %j] : memref<{N}x{N}xi32>
        %n23 = arith.addi %n21, %n22 : i32
        %n24 = arith.maxsi %n20, %n23 : i32
        affine.store %n24, %table[{N-1} - %ii, %j] : memref<{N}x{N}xi32>
      }
    }
  }
  return
}
