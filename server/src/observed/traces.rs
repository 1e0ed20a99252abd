//! Traces over OTLP: the spans of a call, whose trace they continue, and where they go.
//!
//! Spans have a target of their own at the lowest level, so that the log does not show them and nothing makes them while
//! nobody collects them. They wait in a queue with a bound, which a thread of its own empties: a collector that is slow,
//! down or lying costs spans, which the log says once, and no call anything.

use super::request_id::RequestId;
use crate::limits;
use http::HeaderMap;
use opentelemetry::propagation::{Extractor, TextMapPropagator as _};
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::{SpanExporter as ToCollector, WithExportConfig as _, WithTonicConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, SdkTracerProvider, SpanData, SpanExporter};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tonic::transport::ClientTlsConfig;
use tracing::{Level, Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::registry::LookupSpan;

/// The target of all spans that are traced, and of nothing else.
pub const TARGET: &str = "isotope_trace";

/// The way of traces.
#[derive(Clone, Debug)]
pub struct Traces {
    provider: SdkTracerProvider,
}

/// The way to the collector, and whether it was there when it was last used.
#[derive(Debug)]
struct Watched {
    to: ToCollector,
    is_down: AtomicBool,
}

impl SpanExporter for Watched {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let spans = batch.len();
        let sent = self.to.export(batch).await;
        let was_down = self.is_down.swap(sent.is_err(), Ordering::Relaxed);
        match &sent {
            Err(error) if !was_down => {
                tracing::warn!(%error, spans, "spans are lost: the collector of --otlp takes none; it is tried again");
            }
            Ok(()) if was_down => tracing::info!("the collector of --otlp takes spans again"),
            _ => {}
        }
        sent
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.to.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.to.set_resource(resource);
    }
}

impl Traces {
    /// Whether `url` can be that of a collector.
    pub fn check(url: &str) -> Result<(), String> {
        let read: http::Uri = url.parse().map_err(|error| wrong(url, &error))?;
        match (read.scheme_str(), read.host()) {
            (Some("http" | "https"), Some(_)) => Ok(()),
            _ => Err(wrong(url, &"it is no address of HTTP")),
        }
    }

    /// To the collector at `url`, by gRPC. Asks it nothing: it may be down. Called inside a tokio runtime, which carries the
    /// spans.
    pub fn to(url: &str) -> Result<Self, String> {
        Self::check(url)?;
        let has_tls = url.starts_with("https://");
        let mut builder = ToCollector::builder().with_tonic().with_endpoint(url).with_timeout(limits::TRACE_TIMEOUT);
        if has_tls {
            builder = builder.with_tls_config(ClientTlsConfig::new().with_native_roots());
        }
        let to = builder.build().map_err(|error| wrong(url, &error))?;
        let queue = BatchConfigBuilder::default()
            .with_max_queue_size(limits::MAX_TRACED_SPANS)
            .with_scheduled_delay(limits::TRACE_DELAY)
            .build();
        let watched = Watched { to, is_down: AtomicBool::new(false) };
        let processor = BatchSpanProcessor::builder(watched).with_batch_config(queue).build();
        let version = opentelemetry::KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        let resource = Resource::builder().with_service_name("isotoped").with_attribute(version).build();
        let provider = SdkTracerProvider::builder().with_span_processor(processor).with_resource(resource).build();
        Ok(Traces { provider })
    }

    /// The layer that a subscriber needs for it.
    pub fn layer<S>(&self) -> impl Layer<S> + Send + Sync + use<S>
    where
        S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
    {
        let only = Targets::new().with_target(TARGET, Level::TRACE);
        tracing_opentelemetry::layer().with_tracer(self.provider.tracer("isotoped")).with_filter(only)
    }

    /// Sends what waits, for as long as `limit`.
    pub fn close(self, limit: Duration) {
        // A trace that it did not take is lost, as it would have been before.
        let _ = self.provider.shutdown_with_timeout(limit);
    }
}

fn wrong(url: &str, why: &dyn std::fmt::Display) -> String {
    format!("{url} cannot be used: {why}; write http://HOST:4317")
}

/// Headers as those who read a trace's context want them.
struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(http::HeaderName::as_str).collect()
    }
}

/// The span of a whole call, in the trace that its caller names (`traceparent`), or in one of its own.
pub fn call(method: &'static str, id: &RequestId, headers: &HeaderMap) -> Span {
    let span = tracing::trace_span!(
        target: TARGET,
        "call",
        otel.name = %format_args!("isotope.v1.Isotope/{method}"),
        otel.kind = "server",
        otel.status_code = tracing::field::Empty,
        rpc.system = "grpc",
        rpc.grpc.status_code = tracing::field::Empty,
        isotope.call = %id,
    );
    if !span.is_disabled() {
        // Without a layer that takes it there is no trace to continue.
        let _ = span.set_parent(TraceContextPropagator::new().extract(&Headers(headers)));
    }
    span
}
