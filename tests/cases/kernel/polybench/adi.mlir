// alternating directions of a diffusion
// small: N=19 TSTEPS=3
// large: N=1000 TSTEPS=500
func.func @adi(
    %a: f64,
    %b: f64,
    %c: f64,
    %d: f64,
    %e: f64,
    %f: f64,
    %u: memref<{N}x{N}xf64>,
    %v: memref<{N}x{N}xf64>,
    %p: memref<{N}x{N}xf64>,
    %q: memref<{N}x{N}xf64>) {
  affine.for %t = 1 to {TSTEPS+1} {
    affine.for %i = 1 to {N-1} {
      %n1 = arith.constant 1.0 : f64
      affine.store %n1, %v[0, %i] : memref<{N}x{N}xf64>
      %n2 = arith.constant 0.0 : f64
      affine.store %n2, %p[%i, 0] : memref<{N}x{N}xf64>
      %n3 = affine.load %v[0, %i] : memref<{N}x{N}xf64>
      affine.store %n3, %q[%i, 0] : memref<{N}x{N}xf64>
      affine.for %j = 1 to {N-1} {
        %n4 = arith.negf %c : f64
        %n5 = affine.load %p[%i, %j - 1] : memref<{N}x{N}xf64>
        %n6 = arith.mulf %a, %n5 : f64
        %n7 = arith.addf %n6, %b : f64
        %n8 = arith.divf %n4, %n7 : f64
        affine.store %n8, %p[%i, %j] : memref<{N}x{N}xf64>
        %n9 = arith.negf %d : f64
        %n10 = affine.load %u[%j, %i - 1] : memref<{N}x{N}xf64>
        %n11 = arith.mulf %n9, %n10 : f64
        %n12 = arith.constant 1.0 : f64
        %n13 = arith.constant 2.0 : f64
        %n14 = arith.mulf %n13, %d : f64
        %n15 = arith.addf %n12, %n14 : f64
        %n16 = affine.load %u[%j, %i] : memref<{N}x{N}xf64>
        %n17 = arith.mulf %n15, %n16 : f64
        %n18 = arith.addf %n11, %n17 : f64
        %n19 = affine.load %u[%j, %i + 1] : memref<{N}x{N}xf64>
        %n20 = arith.mulf %f, %n19 : f64
        %n21 = arith.subf %n18, %n20 : f64
        %n22 = affine.load %q[%i, %j - 1] : memref<{N}x{N}xf64>
        %n23 = arith.mulf %a, %n22 : f64
        %n24 = arith.subf %n21, %n23 : f64
        %n25 = affine.load %p[%i, %j - 1] : memref<{N}x{N}xf64>
        %n26 = arith.mulf %a, %n25 : f64
        %n27 = arith.addf %n26, %b : f64
        %n28 = arith.divf %n24, %n27 : f64
        affine.store %n28, %q[%i, %j] : memref<{N}x{N}xf64>
      }
      %n29 = arith.constant 1.0 : f64
      affine.store %n29, %v[{N-1}, %i] : memref<{N}x{N}xf64>
      affine.for %j = 1 to {N-1} {
        %n30 = affine.load %p[%i, {N-1} - %j] : memref<{N}x{N}xf64>
        %n31 = affine.load %v[{N} - %j, %i] : memref<{N}x{N}xf64>
        %n32 = arith.mulf %n30, %n31 : f64
        %n33 = affine.load %q[%i, {N-1} - %j] : memref<{N}x{N}xf64>
        %n34 = arith.addf %n32, %n33 : f64
        affine.store %n34, %v[{N-1} - %j, %i] : memref<{N}x{N}xf64>
      }
    }
    affine.for %i = 1 to {N-1} {
      %n35 = arith.constant 1.0 : f64
      affine.store %n35, %u[%i, 0] : memref<{N}x{N}xf64>
      %n36 = arith.constant 0.0 : f64
      affine.store %n36, %p[%i, 0] : memref<{N}x{N}xf64>
      %n37 = affine.load %u[%i, 0] : memref<{N}x{N}xf64>
      affine.store %n37, %q[%i, 0] : memref<{N}x{N}xf64>
      affine.for %j = 1 to {N-1} {
        %n38 = arith.negf %f : f64
        %n39 = affine.load %p[%i, %j - 1] : memref<{N}x{N}xf64>
        %n40 = arith.mulf %d, %n39 : f64
        %n41 = arith.addf %n40, %e : f64
        %n42 = arith.divf %n38, %n41 : f64
        affine.store %n42, %p[%i, %j] : memref<{N}x{N}xf64>
        %n43 = arith.negf %a : f64
        %n44 = affine.load %v[%i - 1, %j] : memref<{N}x{N}xf64>
        %n45 = arith.mulf %n43, %n44 : f64
        %n46 = arith.constant 1.0 : f64
        %n47 = arith.constant 2.0 : f64
        %n48 = arith.mulf %n47, %a : f64
        %n49 = arith.addf %n46, %n48 : f64
        %n50 = affine.load %v[%i, %j] : memref<{N}x{N}xf64>
        %n51 = arith.mulf %n49, %n50 : f64
        %n52 = arith.addf %n45, %n51 : f64
        %n53 = affine.load %v[%i + 1, %j] : memref<{N}x{N}xf64>
        %n54 = arith.mulf %c, %n53 : f64
        %n55 = arith.subf %n52, %n54 : f64
        %n56 = affine.load %q[%i, %j - 1] : memref<{N}x{N}xf64>
        %n57 = arith.mulf %d, %n56 : f64
        %n58 = arith.subf %n55, %n57 : f64
        %n59 = affine.load %p[%i, %j - 1] : memref<{N}x{N}xf64>
        %n60 = arith.mulf %d, %n59 : f64
        %n61 = arith.addf %n60, %e : f64
        %n62 = arith.divf %n58, %n61 : f64
        affine.store %n62, %q[%i, %j] : memref<{N}x{N}xf64>
      }
      %n63 = arith.constant 1.0 : f64
      affine.store %n63, %u[%i, {N-1}] : memref<{N}x{N}xf64>
      affine.for %j = 1 to {N-1} {
        %n64 = affine.load %p[%i, {N-1} - %j] : memref<{N}x{N}xf64>
        %n65 = affine.load %u[%i, {N} - %j] : memref<{N}x{N}xf64>
        %n66 = arith.mulf %n64, %n65 : f64
        %n67 = affine.load %q[%i, {N-1} - %j] : memref<{N}x{N}xf64>
        %n68 = arith.addf %n66, %n67 : f64
        affine.store %n68, %u[%i, {N-1} - %j] : memref<{N}x{N}xf64>
      }
    }
  }
  return
}
