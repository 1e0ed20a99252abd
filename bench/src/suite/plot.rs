//! The results as a picture.

use super::results::Results;
use anyhow::{Result, anyhow};
use plotters::prelude::*;
use std::path::Path;

const KERNEL_WIDTH: u32 = 26;
const HEIGHT: u32 = 480;
const LABELS: u32 = 150;

/// A bar for each kernel: how many times Halide's own speed. The line is Halide's.
pub fn save(results: &Results, path: &Path) -> Result<()> {
    let kernels = &results.kernels;
    let highest = kernels.iter().map(|k| k.speedup_over_halide).fold(1.0, f64::max);
    let width = 80 + KERNEL_WIDTH * kernels.len() as u32;
    let area = SVGBackend::new(path, (width, HEIGHT)).into_drawing_area();
    let failed = |e: &dyn std::fmt::Display| anyhow!("{} could not be drawn: {e}", path.display());
    area.fill(&WHITE).map_err(|e| failed(&e))?;
    let names: Vec<&str> = kernels.iter().map(|k| k.name.as_str()).collect();
    let mut chart = ChartBuilder::on(&area)
        .caption("Speed with Isotope, Halide's own = 1", ("sans-serif", 18))
        .margin(10)
        .x_label_area_size(LABELS)
        .y_label_area_size(40)
        .build_cartesian_2d((0..kernels.len()).into_segmented(), 0.0..highest * 1.05)
        .map_err(|e| failed(&e))?;
    let name = |at: &SegmentValue<usize>| match at {
        SegmentValue::CenterOf(at) => names.get(*at).copied().unwrap_or_default().to_owned(),
        _ => String::new(),
    };
    let style = ("sans-serif", 12).into_font().transform(FontTransform::Rotate90);
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(kernels.len())
        .x_label_formatter(&name)
        .x_label_style(style)
        .draw()
        .map_err(|e| failed(&e))?;
    let bars = kernels.iter().enumerate().map(|(at, kernel)| {
        let corners = [(SegmentValue::Exact(at), 0.0), (SegmentValue::Exact(at + 1), kernel.speedup_over_halide)];
        let mut bar = Rectangle::new(corners, BLUE.mix(0.6).filled());
        bar.set_margin(0, 0, 3, 3);
        bar
    });
    chart.draw_series(bars).map_err(|e| failed(&e))?;
    let ends = [(SegmentValue::Exact(0), 1.0), (SegmentValue::Exact(kernels.len()), 1.0)];
    chart.draw_series(LineSeries::new(ends, &BLACK)).map_err(|e| failed(&e))?;
    area.present().map_err(|e| failed(&e))?;
    Ok(())
}
