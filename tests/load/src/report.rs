//! Figures, as they are printed and written.

use serde::Serialize;

/// What one run of a load measured.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Figures(Vec<Figure>);

/// One of them.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Figure {
    /// What it is.
    pub(crate) name: &'static str,
    pub(crate) value: f64,
    /// What it is counted in.
    pub(crate) unit: &'static str,
}

impl Figures {
    /// Adds one.
    pub(crate) fn add(&mut self, name: &'static str, value: f64, unit: &'static str) {
        self.0.push(Figure { name, value, unit });
    }

    /// The same, if it is known.
    pub(crate) fn add_known(&mut self, name: &'static str, value: Option<f64>, unit: &'static str) {
        if let Some(value) = value {
            self.add(name, value, unit);
        }
    }

    /// One of them, if it was measured.
    pub(crate) fn get(&self, name: &str) -> Option<f64> {
        self.0.iter().find(|figure| figure.name == name).map(|figure| figure.value)
    }

    /// The medians of several runs.
    pub(crate) fn medians(runs: &[Self]) -> Self {
        let Some(first) = runs.first() else { return Self::default() };
        let median = |figure: &Figure| {
            let values: Vec<_> = runs.iter().filter_map(|run| run.get(figure.name)).collect();
            Figure { value: median(values), ..figure.clone() }
        };
        Self(first.0.iter().map(median).collect())
    }

    /// A figure a line.
    pub(crate) fn print(&self) {
        let widest = self.0.iter().map(|figure| figure.name.len()).max().unwrap_or(0);
        for Figure { name, value, unit } in &self.0 {
            println!("  {name:<widest$}  {:>12} {unit}", rounded(*value));
        }
    }
}

/// The one in the middle; of two the mean.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match (values.get(values.len().wrapping_sub(1) / 2), values.get(values.len() / 2)) {
        (Some(low), Some(high)) => f64::midpoint(*low, *high),
        _ => f64::NAN,
    }
}

/// As many digits as tell something.
pub(crate) fn rounded(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(vec![]).is_nan());
    }
}
