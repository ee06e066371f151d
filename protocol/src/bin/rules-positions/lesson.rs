//! Lessons: the position of each step, what can be done in it, what comes of what is right, and why all else may not be done.
//! They are whole, so that a page that has one needs no house to give it.

use std::collections::BTreeMap;
use std::error::Error;

use cydonia_protocol::{Event, EventKind};
use cydonia_rules::{AnyGame, GameKind, Phase, ScoreChange, Seat, View};
use serde::{Deserialize, Serialize};

use super::example::{Examples, Input};
use super::objections::Objections;
use super::{Layouts, document};

/// A lesson as it is kept. What it claims of its positions, and where its rules are, is for the tests of the rules.
#[derive(Deserialize)]
struct Lesson {
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    name: String,
    /// The worked example that it begins with, by its name.
    example: String,
    /// The last of that example's steps that is played.
    #[serde(default)]
    part: usize,
    /// What happens after that.
    #[serde(default)]
    inputs: Vec<Input>,
    /// The actions that do what is asked for; every legal one if none is named.
    #[serde(default)]
    right: Vec<String>,
}

/// What a page needs to know of a step.
#[derive(Serialize)]
struct Shown {
    /// Its layout's place among those of the lesson.
    layout: usize,
    /// Whose turn it is.
    seat: Seat,
    view: View,
    /// Every legal action, sorted.
    choices: Vec<String>,
    /// What they bring in scores.
    scores: Vec<ScoreChange>,
    /// What comes of the right ones.
    right: BTreeMap<String, Event>,
    objections: Objections,
}

/// The positions of a lesson, as JSON with a line for each layout and each step.
pub(crate) fn positions(lesson: &str, examples: &Examples) -> Result<String, Box<dyn Error>> {
    let Lesson { steps } = serde_json::from_str(lesson)?;
    let kind = examples.kind()?;
    let mut layouts = Layouts::default();
    let mut shown = BTreeMap::new();
    for step in steps {
        let game = step.position(kind, examples).map_err(|error| format!("{}: {error}", step.name))?;
        let Phase::Act { seat } = game.phase() else {
            return Err(format!("{}: nobody is to act", step.name).into());
        };
        let choices = game.actions();
        let right = if step.right.is_empty() { &choices } else { &step.right };
        let right = right.iter().map(|action| Ok((action.clone(), played(&game, seat, action)?)));
        let right = right.collect::<Result<_, Box<dyn Error>>>()?;
        let layout = game.layout();
        let objections = Objections::of(&game, &layout);
        let scores = game.score_changes();
        let layout = layouts.place(layout);
        shown
            .insert(step.name, Shown { layout, seat, view: game.view(), choices, scores, right, objections });
    }
    document(&layouts, "steps", &shown)
}

impl Step {
    fn position(&self, kind: GameKind, examples: &Examples) -> Result<AnyGame, Box<dyn Error>> {
        let example = examples.examples.iter().find(|example| example.name == self.example);
        let example = example.ok_or_else(|| format!("there is no example {}", self.example))?;
        let mut game = example.start(kind)?;
        example.steps.iter().take(self.part + 1).try_for_each(|step| step.play(&mut game))?;
        self.inputs.iter().try_for_each(|input| input.give(&mut game))?;
        Ok(game)
    }
}

/// What a table's watchers would see of an action.
fn played(game: &AnyGame, seat: Seat, action: &str) -> Result<Event, Box<dyn Error>> {
    let mut after = game.clone();
    let motions = after.play(action)?;
    let what = EventKind::Act { seat, action: action.to_owned(), share: None, lag_ms: 0 };
    Ok(Event::tried(1, what, game.view().diff(&after.view()), motions))
}
