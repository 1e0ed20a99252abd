//! The page that a collector of metrics reads, in OpenMetrics' text form.

use super::Observed;
use super::rows::{Kind, ROWS};
use crate::access::{Access, Quotas};
use crate::wire::stats::stats;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use std::fmt;

/// What is read at the moment when the page is.
#[derive(Debug)]
struct Now {
    observed: Observed,
    access: Access,
}

/// The registry of everything that is shown.
pub(super) fn registry(observed: &Observed, access: Access) -> Registry {
    let mut registry = Registry::with_prefix("isotope");
    let (calls, seconds) = (observed.inner.calls.clone(), observed.inner.seconds.clone());
    registry.register("calls", "Calls by method and gRPC code, when their answer begins", calls);
    registry.register("call_seconds", "Time from a call to the begin of its answer", seconds);
    registry.register_collector(Box::new(Now { observed: observed.clone(), access }));
    registry
}

fn one(encoder: &mut DescriptorEncoder<'_>, name: &str, help: &str, kind: Kind, value: f64) -> fmt::Result {
    match kind {
        Kind::Counter => {
            let metric = ConstCounter::new(value);
            metric.encode(encoder.encode_descriptor(name, help, None, metric.metric_type())?)
        }
        Kind::Gauge => {
            let metric = ConstGauge::new(value);
            metric.encode(encoder.encode_descriptor(name, help, None, metric.metric_type())?)
        }
    }
}

/// A number of an identity's quotas.
type Taken = fn(&Quotas) -> u64;

impl Now {
    /// Which parts lack something, by name.
    fn parts(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let help = "1 for each part that lacks something";
        let mut metric = encoder.encode_descriptor("lacking", help, None, MetricType::Gauge)?;
        for part in self.observed.lacking() {
            ConstGauge::new(1_i64).encode(metric.encode_family(&[("part", part)])?)?;
        }
        Ok(())
    }

    /// What each identity was refused, and holds.
    fn identities(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let all = self.access.identities();
        let values = |of: Taken| {
            all.iter().map(move |identity| (identity.name().to_owned(), of(identity.quotas()))).collect::<Vec<_>>()
        };
        let refused = values(Quotas::refused);
        let mut metric = encoder.encode_descriptor(
            "quota_refused",
            "What an identity's quotas refused",
            None,
            MetricType::Counter,
        )?;
        for (name, value) in refused {
            ConstCounter::new(value).encode(metric.encode_family(&[("identity", name)])?)?;
        }
        for (name, help, of) in [
            ("identity_calls", "Calls of an identity under way", (|quotas| quotas.now().0) as Taken),
            ("identity_searches", "Its searches under way or waiting", |quotas| quotas.now().1),
        ] {
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
        one(&mut encoder, "ready", "1 if it takes calls", Kind::Gauge, f64::from(u8::from(state.ready)))?;
        let lacks = state.degraded.len() as f64;
        one(&mut encoder, "degraded", "What it lacks, counted; /whole says what", Kind::Gauge, lacks)?;
        self.parts(&mut encoder)?;
        self.identities(&mut encoder)?;
        let Some(readiness) = self.observed.readiness() else { return Ok(()) };
        let Ok(core) = readiness.core() else { return Ok(()) };
        let stats = stats(&core, readiness.started());
        let texts = [("version", &stats.version), ("epoch", &stats.epoch), ("prover", &stats.prover)];
        let info = Info::new(texts.map(|(name, text)| (name, text.clone())));
        info.encode(encoder.encode_descriptor("build", "What runs", None, MetricType::Info)?)?;
        ROWS.iter().try_for_each(|(name, kind, help, value)| one(&mut encoder, name, help, *kind, value(&stats)))
    }
}
