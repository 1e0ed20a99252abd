//! Sizes of tiles: sums that registers hold.

use super::Machine;

/// Vectors of sums that are in registers with what is read and computed beside them: `temporaries` of each product.
fn fits(machine: Machine, rows: u64, vectors: u64, temporaries: u64) -> bool {
    rows * vectors + vectors + 1 + temporaries <= u64::from(machine.registers)
}

/// The tiles that load the least for each product: rows and vectors, at most those that the result has, the best first.
pub fn tiles(machine: Machine, temporaries: u64, (most_rows, most_vectors): (u64, u64)) -> Vec<(u64, u64)> {
    let mut all: Vec<(u64, u64)> = (1..=most_vectors.clamp(1, 4))
        .flat_map(|vectors| (1..=most_rows.clamp(1, 16)).map(move |rows| (rows, vectors)))
        .filter(|(rows, vectors)| fits(machine, *rows, *vectors, temporaries))
        .collect();
    // Loads of a tile's iteration for each of its products.
    let loads = |(rows, vectors): &(u64, u64)| (*rows + *vectors) as f64 / (*rows * *vectors) as f64;
    all.sort_by(|x, y| loads(x).total_cmp(&loads(y)).then(y.1.cmp(&x.1)));
    all
}
