//! The results as a picture.

use anyhow::{Result, anyhow};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const BAR: u32 = 15;
const WIDTH: u32 = 760;
const NAMES: u32 = 190;
/// Room for the caption and for the axis below the bars.
const AROUND: u32 = 84;
/// The left end of the axis: a little slower than Halide.
const LEAST: f64 = 0.9;

/// The data of a picture.
pub struct Bars<'a> {
    /// The processor.
    pub name: &'a str,
    /// Halide's version.
    pub halide: u32,
    /// The geometric mean of the speeds.
    pub mean: f64,
    /// Kernels, and how many times Halide's own speed each has.
    pub kernels: Vec<(&'a str, f64)>,
}

/// A bar for each kernel, the greatest gain on top: how many times Halide's own speed, on a logarithmic axis. The black line is
/// Halide's speed, the dashed one the geometric mean. SVG.
///
/// # Errors
///
/// The picture cannot be drawn, as where there is no kernel.
pub fn picture(bars: Bars<'_>) -> Result<String> {
    let mut picture = String::new();
    draw(bars, &mut picture).map_err(|error| anyhow!("the picture cannot be drawn: {error}"))?;
    // Text files of the project end in a line.
    Ok(picture.trim_end().to_owned() + "\n")
}

fn draw(bars: Bars<'_>, picture: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let Bars { name, halide, mean, mut kernels } = bars;
    kernels.sort_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(a.0)));
    let greatest = kernels.last().map_or(1.0, |kernel| kernel.1);
    let size = (WIDTH, AROUND + BAR * kernels.len() as u32);
    let area = SVGBackend::with_string(picture, size).into_drawing_area();
    area.fill(&WHITE)?;
    let caption =
        format!("Speed with Isotope, Halide's own code = 1: {name}, Halide {halide}, geometric mean {mean:.2}");
    let axis = (LEAST..greatest * 1.15).log_scale().base(2.0);
    let mut chart = ChartBuilder::on(&area)
        .caption(caption, ("sans-serif", 15))
        .margin(10)
        .x_label_area_size(24)
        .y_label_area_size(NAMES)
        .build_cartesian_2d(axis, (0..kernels.len()).into_segmented())?;
    let label = |at: &SegmentValue<usize>| match at {
        SegmentValue::CenterOf(at) => kernels.get(*at).map_or(String::new(), |kernel| kernel.0.to_owned()),
        _ => String::new(),
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .max_light_lines(1)
        .y_labels(kernels.len())
        .y_label_formatter(&label)
        .y_label_style(("sans-serif", 11))
        .x_label_style(("sans-serif", 11))
        .draw()?;
    chart.draw_series(kernels.iter().enumerate().map(|(at, kernel)| {
        let ends = [(1.0, SegmentValue::Exact(at)), (kernel.1, SegmentValue::Exact(at + 1))];
        let mut bar = Rectangle::new(ends, RGBColor(70, 110, 180).filled());
        bar.set_margin(2, 2, 0, 0);
        bar
    }))?;
    let beside = TextStyle::from(("sans-serif", 10)).pos(Pos::new(HPos::Left, VPos::Center));
    chart.draw_series(kernels.iter().enumerate().map(|(at, kernel)| {
        let speed = kernel.1;
        let place = EmptyElement::at((speed.max(1.0), SegmentValue::CenterOf(at)));
        place + Text::new(format!("{speed:.2}"), (4, 0), beside.clone())
    }))?;
    let ends = |x: f64| [(x, SegmentValue::Exact(0)), (x, SegmentValue::Exact(kernels.len()))];
    chart.draw_series(LineSeries::new(ends(1.0), &BLACK))?;
    chart.draw_series(DashedLineSeries::new(ends(mean), 6, 4, BLACK.mix(0.6).stroke_width(1)))?;
    area.present()?;
    Ok(())
}
