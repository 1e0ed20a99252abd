//! Arithmetic on measurements: what the tables print, from samples that this run took.

use std::time::Duration;

/// The middle of the samples; between two middles, their mean. `None` of nothing.
pub fn median(samples: &[f64]) -> Option<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        length if length % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

/// The geometric mean. `None` of nothing, or where a sample is not positive.
pub fn geometric_mean(samples: &[f64]) -> Option<f64> {
    if samples.is_empty() || samples.iter().any(|&sample| sample <= 0.0) {
        return None;
    }
    Some((samples.iter().map(|sample| sample.ln()).sum::<f64>() / samples.len() as f64).exp())
}

/// Spearman's: how far two orders agree, 1 in all, -1 where one is the other backwards; equals share the mean of their ranks.
/// `None` of fewer than two pairs, or where all of one side are equal.
pub fn rank_correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let ranks = |values: Vec<f64>| -> Vec<f64> {
        let rank = |v: f64| {
            let below = values.iter().filter(|other| **other < v).count();
            let equal = values.iter().filter(|other| **other == v).count();
            below as f64 + (equal - 1) as f64 / 2.0
        };
        values.iter().map(|&v| rank(v)).collect()
    };
    let (left, right) = (ranks(pairs.iter().map(|p| p.0).collect()), ranks(pairs.iter().map(|p| p.1).collect()));
    let middle = (pairs.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - middle) * (b - middle)).sum::<f64>();
    let spread = (product(&left, &left) * product(&right, &right)).sqrt();
    (pairs.len() > 1 && spread > 0.0).then(|| product(&left, &right) / spread)
}

/// A time in milliseconds.
pub fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// A number to three significant digits or so, for tables: 0.042, 1.23, 45.6, 789.
pub fn short(number: f64) -> String {
    let decimals = match number.abs() {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        size if size >= 1.0 => 2,
        _ => 3,
    };
    format!("{number:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    #[test]
    fn geometric_means() {
        assert_eq!(geometric_mean(&[]), None);
        assert_eq!(geometric_mean(&[1.0, 0.0]), None);
        assert!((geometric_mean(&[2.0, 8.0]).unwrap() - 4.0).abs() < 1e-12);
    }

    #[test]
    fn rank_correlations() {
        assert_eq!(rank_correlation(&[(1.0, 2.0)]), None);
        assert_eq!(rank_correlation(&[(1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(rank_correlation(&[(1.0, 2.0), (2.0, 9.0), (3.0, 10.0)]), Some(1.0));
        assert_eq!(rank_correlation(&[(1.0, 2.0), (2.0, 1.0)]), Some(-1.0));
        // With ties: 1, 2.5, 2.5, 4 against 1, 2, 3, 4.
        let tied = rank_correlation(&[(1.0, 1.0), (2.0, 2.0), (2.0, 3.0), (3.0, 4.0)]).unwrap();
        assert!((tied - 0.9486832980505138).abs() < 1e-12);
    }

    #[test]
    fn short_numbers() {
        assert_eq!([0.0421, 1.234, 45.64, 789.4].map(short), ["0.042", "1.23", "45.6", "789"]);
    }
}
