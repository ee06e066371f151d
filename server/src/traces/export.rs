//! Exporter: spans go into a bounded queue, and a thread of their own sends them in batches. Whoever makes one waits for nothing: what finds
//! the queue full is left out.

use std::sync::Arc;

use axum::extract::Request;
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::HeaderExtractor;
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, SdkTracerProvider};
use tracing::{Level, Metadata, Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::registry::LookupSpan;

use super::client::CollectorClient;
use super::{OtlpEndpoint, TracesError};
use crate::clock::Clock;
use crate::limits;

/// Spans on their way to a collector.
#[derive(Debug)]
pub(crate) struct Traces(SdkTracerProvider);

impl Traces {
    /// Begins to send.
    ///
    /// # Errors
    /// If the exporter cannot be made.
    pub(crate) async fn start(endpoint: &OtlpEndpoint, clock: &Clock) -> Result<Self, TracesError> {
        let client = Arc::new(CollectorClient::new(clock.clone()).await?);
        let exporter = SpanExporter::builder()
            .with_http()
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(endpoint.traces())
            .with_timeout(limits::TRACES_TIMEOUT)
            .with_shared_http_client(client)
            .build()?;
        let batches = BatchConfigBuilder::default()
            .with_max_queue_size(limits::TRACES_QUEUE)
            .with_max_export_batch_size(limits::TRACES_BATCH)
            .with_scheduled_delay(limits::TRACES_EVERY)
            .build();
        let processor = BatchSpanProcessor::builder(exporter).with_batch_config(batches).build();
        let about = Resource::builder().with_service_name("cydonia").build();
        Ok(Self(SdkTracerProvider::builder().with_resource(about).with_span_processor(processor).build()))
    }

    /// Takes spans in: those of the house, and nothing of what else is told of them.
    pub(crate) fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        let is_own = |about: &Metadata<'_>| {
            about.is_span() && *about.level() <= Level::DEBUG && about.target().starts_with("cydonia")
        };
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer("cydonia"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_level(false)
            .with_tracked_inactivity(false)
            .with_filter(filter_fn(is_own))
    }

    /// Sends what is left, for a moment at most.
    pub(crate) async fn end(self) {
        let Self(provider) = self;
        // It waits on its own thread for what this runtime sends.
        let ended =
            tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(limits::TRACES_LAST)).await;
        if let Ok(Err(error)) = ended {
            tracing::warn!(%error, "the last spans could not be sent");
        }
    }
}

/// Makes a request's span a part of the trace that its head says it is of (W3C Trace Context). Only of somebody who is believed: anybody
/// else would put spans into the traces of others.
pub(crate) fn follow(span: &Span, request: &Request) {
    let context = TraceContextPropagator::new().extract(&HeaderExtractor(request.headers()));
    // Nobody looks at traces where there is no such layer.
    drop(span.set_parent(context));
}

/// Notes down what became of the request that is being answered, under the names that OpenTelemetry has for it. A route is told as the
/// interface lists it: addresses hold ids and keys.
pub(crate) fn answered(method: &'static str, route: &str, status: u16) {
    let span = Span::current();
    span.set_attribute("http.request.method", method);
    span.set_attribute("http.route", route.to_owned());
    span.set_attribute("http.response.status_code", i64::from(status));
}
