//! Benchmark runner: every load with one command, the house beside the bare servers.

use serde::Serialize;

use crate::bout::{Bout, Shown, bouts};
use crate::goal::{self, Row};
use crate::house::{House, Setting, is_pinned};
use crate::load::alone;
use crate::report::{Figures, median};

/// All loads, in rounds, with the bare servers in between.
#[derive(Debug, clap::Args)]
pub(crate) struct All {
    /// How often each is measured; what counts is the median.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Everything small, to see that it runs: about a minute. Its figures tell nothing.
    #[arg(long)]
    quick: bool,
    /// Only the loads with that in their name.
    #[arg(long)]
    only: Option<String>,
    #[command(flatten)]
    place: Setting,
}

/// One measurement.
#[derive(Debug, Serialize)]
struct Run {
    round: usize,
    load: &'static str,
    on: &'static str,
    figures: Figures,
}

/// Everything that is written down.
#[derive(Debug, Serialize)]
struct Report<'a> {
    rounds: usize,
    quick: bool,
    /// Whether server and load had a core each.
    pinned: bool,
    /// What was run, with all its numbers.
    loads: Vec<(&'static str, String)>,
    table: &'a [Row],
    medians: Vec<Run>,
    runs: &'a [Run],
}

impl All {
    /// Measures everything, prints the table, writes what is wished.
    ///
    /// # Errors
    /// If a load does not run through; a goal that is missed is no error.
    pub(crate) fn run(self) -> Result<(), String> {
        if self.place.is_elsewhere() {
            return Err(
                "all loads together start their own servers; a house elsewhere takes one load".to_owned()
            );
        }
        self.place.settle()?;
        let wanted = |bout: &Bout| self.only.as_ref().is_none_or(|only| bout.name.contains(only.as_str()));
        let bouts: Vec<_> = bouts(self.quick).into_iter().filter(wanted).collect();
        alone(async {
            let mut runs = Vec::new();
            for round in 1..=self.rounds {
                for bout in &bouts {
                    self.fight(round, bout, &mut runs).await?;
                }
            }
            let rows: Vec<_> = bouts.iter().flat_map(|bout| rows(bout, &runs)).collect();
            println!();
            goal::print(&rows);
            self.write(&bouts, &rows, &runs)
        })
    }

    /// A load on each side, one after another.
    async fn fight(&self, round: usize, bout: &Bout, runs: &mut Vec<Run>) -> Result<(), String> {
        if round > 1 && bout.once {
            return Ok(());
        }
        for (on, side) in bout.sides() {
            let fault = |error| format!("{} on {on}: {error}", bout.name);
            let mut house = House::open(&self.place, side).await.map_err(fault)?;
            let run = bout.load.run(&mut house).await;
            let figures = run.map_err(|error| fault(format!("{error}\n{}", house.last_words())))?;
            house.close().await?;
            println!("round {round}, {} on {on}", bout.name);
            figures.print();
            runs.push(Run { round, load: bout.name, on, figures });
        }
        Ok(())
    }

    fn write(&self, bouts: &[Bout], rows: &[Row], runs: &[Run]) -> Result<(), String> {
        let Some(path) = &self.place.json else { return Ok(()) };
        let medians = bouts.iter().flat_map(|bout| {
            bout.sides().into_iter().map(|(on, _)| {
                let figures: Vec<_> = of(runs, bout.name, on).cloned().collect();
                Run { round: 0, load: bout.name, on, figures: Figures::medians(&figures) }
            })
        });
        let report = Report {
            rounds: self.rounds,
            quick: self.quick,
            pinned: is_pinned(),
            loads: bouts.iter().map(|bout| (bout.name, format!("{:?}", bout.load))).collect(),
            table: rows,
            medians: medians.collect(),
            runs,
        };
        let text = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
        std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
    }
}

fn of<'a>(runs: &'a [Run], load: &'a str, on: &'a str) -> impl Iterator<Item = &'a Figures> {
    runs.iter().filter(move |run| run.load == load && run.on == on).map(|run| &run.figures)
}

/// The rows that a load has in the table.
fn rows(bout: &Bout, runs: &[Run]) -> Vec<Row> {
    let row = |Shown { figure, must, beside, unit }: &Shown| {
        let houses: Vec<_> = of(runs, bout.name, "house").filter_map(|run| run.get(figure)).collect();
        let bare: Vec<_> = beside
            .map(|beside| of(runs, bout.name, beside).filter_map(|run| run.get(figure)).collect())
            .unwrap_or_default();
        let ratios: Vec<_> = houses.iter().zip(&bare).map(|(house, bare)| house / bare).collect();
        let known = |values: Vec<f64>| (!values.is_empty()).then(|| median(values));
        let ratio = known(ratios);
        let house = known(houses)?;
        let what = format!("{}: {figure}", bout.name);
        let what = match beside {
            Some(beside) if bout.beside.len() > 1 => format!("{what}, beside {beside}"),
            _ => what,
        };
        let yardstick = known(bare);
        let good = must.holds(house, yardstick, ratio);
        Some(Row { what, house, yardstick, ratio, unit, must: *must, good })
    };
    bout.shown.iter().filter_map(row).collect()
}
