//! The page that a collector of metrics reads, in OpenMetrics' text form.

use super::Observed;
use super::rows::{self, Kind, Metric, ROWS};
use crate::access::{Access, Quotas};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use std::fmt;

/// The values that are read at the moment when the page is.
#[derive(Debug)]
struct Now {
    observed: Observed,
    access: Access,
}

/// The registry of everything that is shown.
pub(super) fn registry(observed: &Observed, access: Access) -> Registry {
    let mut registry = Registry::with_prefix("isotope");
    let (calls, seconds) = (observed.inner.calls.clone(), observed.inner.seconds.clone());
    registry.register(rows::CALLS.name, rows::CALLS.help, calls);
    registry.register(rows::CALL_SECONDS.name, rows::CALL_SECONDS.help, seconds);
    registry.register_collector(Box::new(Now { observed: observed.clone(), access }));
    registry
}

fn one(encoder: &mut DescriptorEncoder<'_>, name: &str, help: &str, kind: Kind, value: f64) -> fmt::Result {
    match kind {
        Kind::Counter => {
            let metric = ConstCounter::new(value);
            metric.encode(encoder.encode_descriptor(name, help, None, metric.metric_type())?)
        }
        // The other kinds are no single number.
        Kind::Gauge | Kind::Histogram | Kind::Info => {
            let metric = ConstGauge::new(value);
            metric.encode(encoder.encode_descriptor(name, help, None, metric.metric_type())?)
        }
    }
}

fn single(encoder: &mut DescriptorEncoder<'_>, metric: &Metric, value: f64) -> fmt::Result {
    one(encoder, metric.name, metric.help, metric.kind, value)
}

/// A number of an identity's quotas.
type Taken = fn(&Quotas) -> u64;

impl Now {
    /// Which parts lack something, by name.
    fn parts(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let mut metric = encoder.encode_descriptor(rows::LACKING.name, rows::LACKING.help, None, MetricType::Gauge)?;
        for part in self.observed.lacking() {
            ConstGauge::new(1_i64).encode(metric.encode_family(&[("part", part)])?)?;
        }
        Ok(())
    }

    /// The refusals of each identity, and what it holds.
    fn identities(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let all = self.access.identities();
        let values = |of: Taken| {
            all.iter().map(move |identity| (identity.name().to_owned(), of(identity.quotas()))).collect::<Vec<_>>()
        };
        let refused = values(Quotas::refused);
        let Metric { name, help, .. } = rows::QUOTA_REFUSED;
        let mut metric = encoder.encode_descriptor(name, help, None, MetricType::Counter)?;
        for (name, value) in refused {
            ConstCounter::new(value).encode(metric.encode_family(&[("identity", name)])?)?;
        }
        let counts = [
            (rows::IDENTITY_CALLS, (|quotas| quotas.now().0) as Taken),
            (rows::IDENTITY_SEARCHES, |quotas| quotas.now().1),
        ];
        for (Metric { name, help, .. }, of) in counts {
            let mut metric = encoder.encode_descriptor(name, help, None, MetricType::Gauge)?;
            for (identity, value) in values(of) {
                let value = i64::try_from(value).unwrap_or(i64::MAX);
                ConstGauge::new(value).encode(metric.encode_family(&[("identity", identity)])?)?;
            }
        }
        Ok(())
    }
}

impl Collector for Now {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let state = self.observed.state();
        single(&mut encoder, &rows::READY, f64::from(u8::from(state.ready)))?;
        single(&mut encoder, &rows::DEGRADED, state.degraded.len() as f64)?;
        self.parts(&mut encoder)?;
        self.identities(&mut encoder)?;
        let Some(stats) = self.observed.subject().and_then(|subject| subject.stats()) else { return Ok(()) };
        let texts = [("version", &stats.version), ("epoch", &stats.epoch), ("prover", &stats.prover)];
        let info = Info::new(texts.map(|(name, text)| (name, text.clone())));
        info.encode(encoder.encode_descriptor(rows::BUILD.name, rows::BUILD.help, None, MetricType::Info)?)?;
        ROWS.iter().try_for_each(|(name, kind, help, value)| {
            let (shown, value) = (rows::shown(name), value(&stats));
            if shown != *name {
                one(&mut encoder, name, &rows::old(name, *kind), *kind, value)?;
            }
            one(&mut encoder, &shown, help, *kind, value)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use prometheus_client::encoding::text::encode;
    use std::collections::BTreeSet;
    use std::time::Duration;
    use tonic::Code;

    /// The page of a daemon that is not ready yet has all metrics that are no number of `Stats`, but for what runs.
    #[test]
    fn the_list_of_metrics_is_the_page() {
        let (observed, mut page) = (Observed::default(), String::new());
        // A metric without a value is not on the page yet.
        observed.call("Select", Code::Ok, Duration::from_millis(1));
        encode(&mut page, &registry(&observed, Access::default())).unwrap();
        let helps = page.lines().filter_map(|line| line.strip_prefix("# HELP isotope_")?.split(' ').next());
        let listed = rows::OTHERS.iter().map(|metric| metric.name).filter(|name| *name != rows::BUILD.name);
        assert_eq!(helps.collect::<BTreeSet<_>>(), listed.collect());
    }
}
