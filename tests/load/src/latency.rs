//! Latency histogram: how long things took.

use std::time::Duration;

use hdrhistogram::Histogram;

use crate::report::Figures;

/// Times, to three digits.
pub(crate) struct Latency(Histogram<u64>);

impl Latency {
    /// Gathers times.
    pub(crate) fn of(times: impl IntoIterator<Item = Duration>) -> Self {
        let mut histogram = Histogram::new(3).expect("three digits are a precision");
        for time in times {
            histogram.record(time.as_nanos() as u64).expect("it grows as it must");
        }
        Self(histogram)
    }

    /// That part of all was no longer than this, in milliseconds.
    pub(crate) fn quantile_ms(&self, quantile: f64) -> f64 {
        self.0.value_at_quantile(quantile) as f64 / 1e6
    }

    /// Adds the median, the 99th and 99.9th percentile, and the longest.
    pub(crate) fn tell(&self, figures: &mut Figures, names: [&'static str; 4]) {
        for (name, quantile) in names.into_iter().zip([0.5, 0.99, 0.999, 1.0]) {
            figures.add(name, self.quantile_ms(quantile), "ms");
        }
    }
}
