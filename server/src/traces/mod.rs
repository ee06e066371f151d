//! Traces: the spans of requests, for a collector that speaks OpenTelemetry's protocol (OTLP). Spans alone are sent, and of those the
//! house's own: no event, and so nothing that was logged. Only a program that is built for it does so (`--features opentelemetry`).

#[cfg(feature = "opentelemetry")]
mod client;
mod endpoint;
#[cfg(feature = "opentelemetry")]
mod export;
#[cfg(not(feature = "opentelemetry"))]
mod without;

pub use endpoint::{OtlpEndpoint, OtlpEndpointError};
#[cfg(feature = "opentelemetry")]
pub(crate) use export::{Traces, answered, follow};
#[cfg(not(feature = "opentelemetry"))]
pub(crate) use without::{Traces, answered, follow};

/// Why no spans can be sent.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TracesError {
    /// This program cannot.
    #[cfg(not(feature = "opentelemetry"))]
    #[error(
        "--otlp-endpoint: this program was built without OpenTelemetry, which `cargo build --features opentelemetry` adds"
    )]
    NotBuilt,
    /// The exporter cannot be made.
    #[cfg(feature = "opentelemetry")]
    #[error("--otlp-endpoint: {0}")]
    Exporter(#[from] opentelemetry_otlp::ExporterBuildError),
    /// There is no trusted line to the collector.
    #[cfg(feature = "opentelemetry")]
    #[error("--otlp-endpoint: {0}")]
    Trust(#[from] tokio_rustls::rustls::Error),
}
