//! Targets: what the figures are to be, and whether they are.

use serde::Serialize;

use crate::report::rounded;

/// What must be true of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Must {
    /// No more than this.
    AtMost(f64),
    /// No more than so many times the yardstick's.
    RatioAtMost(f64),
    /// No less than that part of the yardstick's.
    RatioAtLeast(f64),
    /// Of the yardstick: no less than this, or it is no measure.
    YardstickAtLeast(f64),
    /// It is only shown.
    Nothing,
}

/// A line of the table.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    /// What was measured.
    pub(crate) what: String,
    /// The median of what the house did.
    pub(crate) house: f64,
    /// The median of what the bare server did.
    pub(crate) yardstick: Option<f64>,
    /// The median of the rounds' ratios.
    pub(crate) ratio: Option<f64>,
    /// What both are counted in.
    pub(crate) unit: &'static str,
    /// What it is to be.
    pub(crate) must: Must,
    /// Whether it is; none if nothing is asked.
    pub(crate) good: Option<bool>,
}

impl Must {
    /// Whether it is true; none if nothing is asked.
    pub(crate) fn holds(self, house: f64, yardstick: Option<f64>, ratio: Option<f64>) -> Option<bool> {
        match self {
            Self::AtMost(most) => Some(house <= most),
            Self::RatioAtMost(most) => Some(ratio.is_some_and(|ratio| ratio <= most)),
            Self::RatioAtLeast(least) => Some(ratio.is_some_and(|ratio| ratio >= least)),
            Self::YardstickAtLeast(least) => Some(yardstick.is_some_and(|yardstick| yardstick >= least)),
            Self::Nothing => None,
        }
    }

    fn sentence(self) -> String {
        match self {
            Self::AtMost(most) => format!("≤ {}", rounded(most)),
            Self::RatioAtMost(most) => format!("ratio ≤ {most}"),
            Self::RatioAtLeast(least) => format!("ratio ≥ {least}"),
            Self::YardstickAtLeast(least) => format!("yardstick ≥ {}", rounded(least)),
            Self::Nothing => String::new(),
        }
    }
}

/// Prints the table, its columns in line.
pub(crate) fn print(rows: &[Row]) {
    let head = ["", "house", "yardstick", "ratio", "", "must", ""].map(str::to_owned);
    let cells = |row: &Row| {
        [
            row.what.clone(),
            rounded(row.house),
            row.yardstick.map(rounded).unwrap_or_default(),
            row.ratio.map(|ratio| format!("{ratio:.2}")).unwrap_or_default(),
            row.unit.to_owned(),
            row.must.sentence(),
            row.good.map(|good| if good { "good" } else { "MISSED" }).unwrap_or_default().to_owned(),
        ]
    };
    let lines: Vec<_> = std::iter::once(head).chain(rows.iter().map(cells)).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let [what, house, yardstick, ratio, unit, must, _] = std::array::from_fn(width);
    for [a, b, c, d, e, f, g] in &lines {
        println!("{a:what$}  {b:>house$}  {c:>yardstick$}  {d:>ratio$}  {e:unit$}  {f:must$}  {g}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_reached_or_missed() {
        assert_eq!(Must::AtMost(2.0).holds(2.0, None, None), Some(true));
        assert_eq!(Must::RatioAtMost(1.4).holds(9.0, Some(7.0), Some(1.3)), Some(true));
        assert_eq!(Must::RatioAtLeast(0.65).holds(9.0, None, None), Some(false));
        assert_eq!(Must::YardstickAtLeast(45_000.0).holds(9.0, Some(44_000.0), None), Some(false));
        assert_eq!(Must::Nothing.holds(9.0, None, None), None);
    }
}
