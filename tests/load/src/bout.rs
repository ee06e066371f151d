//! Benchmarks: which loads there are, what stands beside the house in each, and what is asked of it.

use crate::churn::Churn;
use crate::clock::Clock;
use crate::computers::Computers;
use crate::goal::Must;
use crate::hostile::{Hostile, Silence, With};
use crate::house::{House, Limits, Side};
use crate::idle::Idle;
use crate::load::Load;
use crate::moves::{Manner, Moves};
use crate::past::Past;
use crate::reads::Reads;
use crate::report::Figures;
use crate::soak::Soak;
use crate::storm::Storm;
use crate::undone::Undone;
use crate::unfinished::Unfinished;
use crate::watchers::Watchers;
use crate::yardstick::{Bare, DEFAULT_READ_BUFFER, Kind};

/// Any of the loads.
#[derive(Clone, Debug)]
pub(crate) enum Any {
    Idle(Idle),
    Moves(Moves),
    Watchers(Watchers),
    Storm(Storm),
    Churn(Churn),
    Reads(Reads),
    Computers(Computers),
    Unfinished(Unfinished),
    Hostile(Hostile),
    Clock(Clock),
    Undone(Undone),
    Soak(Soak),
}

impl Any {
    /// Puts it on.
    ///
    /// # Errors
    /// If it does not run through.
    pub(crate) async fn run(&self, house: &mut House) -> Result<Figures, String> {
        match self {
            Self::Idle(load) => load.run(house).await,
            Self::Moves(load) => load.run(house).await,
            Self::Watchers(load) => load.run(house).await,
            Self::Storm(load) => load.run(house).await,
            Self::Churn(load) => load.run(house).await,
            Self::Reads(load) => load.run(house).await,
            Self::Computers(load) => load.run(house).await,
            Self::Unfinished(load) => load.run(house).await,
            Self::Hostile(load) => load.run(house).await,
            Self::Clock(load) => load.run(house).await,
            Self::Undone(load) => load.run(house).await,
            Self::Soak(load) => load.run(house).await,
        }
    }

    fn limits(&self) -> Limits {
        match self {
            Self::Hostile(_) => Hostile::LIMITS,
            Self::Clock(_) => Clock::LIMITS,
            Self::Undone(_) => Undone::LIMITS,
            _ => Limits::Lifted,
        }
    }
}

/// A figure that is shown.
pub(crate) struct Shown {
    pub(crate) figure: &'static str,
    /// What it is to be.
    pub(crate) must: Must,
    /// The server beside which it is shown.
    pub(crate) beside: Option<&'static str>,
    /// What it is counted in.
    pub(crate) unit: &'static str,
}

fn shown(figure: &'static str, must: Must, unit: &'static str) -> Shown {
    Shown { figure, must, beside: None, unit }
}

impl Shown {
    fn beside(self, server: &'static str) -> Self {
        Self { beside: Some(server), ..self }
    }
}

/// One load, on the house and on what stands beside it.
pub(crate) struct Bout {
    pub(crate) name: &'static str,
    pub(crate) load: Any,
    /// The bare servers that bear it too.
    pub(crate) beside: Vec<(&'static str, Bare)>,
    pub(crate) shown: Vec<Shown>,
    /// Whether it takes so long that one round has to do.
    pub(crate) once: bool,
}

impl Bout {
    fn new(name: &'static str, load: Any, shown: impl Into<Vec<Shown>>) -> Self {
        Self { name, load, beside: Vec::new(), shown: shown.into(), once: false }
    }

    fn beside(mut self, name: &'static str, bare: Bare) -> Self {
        self.beside.push((name, bare));
        self
    }

    fn once(self) -> Self {
        Self { once: true, ..self }
    }

    /// All that bear it, in order.
    pub(crate) fn sides(&self) -> Vec<(&'static str, Side)> {
        let house = ("house", Side::House(self.load.limits()));
        let bare = self.beside.iter().map(|(name, bare)| (*name, Side::Bare(*bare)));
        std::iter::once(house).chain(bare).collect()
    }
}

/// All of them: of the size that counts, or as small as can be.
pub(crate) fn bouts(quick: bool) -> Vec<Bout> {
    let size = Size { quick };
    let mut bouts = vec![size.idle()];
    bouts.extend(size.moves());
    bouts.extend([size.watchers(), size.storm(), size.churn(), size.reads(), size.computers()]);
    bouts.extend([
        size.asking("hostile", With::SOCKETS.to_vec()),
        size.asking("hostile: assets", vec![With::Assets]),
        size.asking("hostile: documents", vec![With::Documents]),
        size.asking("hostile: proofs", vec![With::Proofs]),
        size.asking("hostile: replays", vec![With::Replays]),
        size.asking("hostile: tags", vec![With::Tags]),
        size.asking("hostile: checks", vec![With::Checks]),
        size.asking("hostile: lists", vec![With::Lists]),
        size.asking("hostile: streams", vec![With::Streams]),
    ]);
    bouts.extend([size.silent(), size.clock(), size.undone(), size.unfinished(), size.soak()]);
    bouts
}

/// How large they are.
#[derive(Clone, Copy)]
struct Size {
    quick: bool,
}

impl Size {
    fn of<N>(self, full: N, small: N) -> N {
        if self.quick { small } else { full }
    }

    fn seconds(self, full: f64) -> f64 {
        self.of(full, 1.0)
    }

    fn idle(self) -> Bout {
        let shown = |must, beside| shown("resident per player", must, "bytes").beside(beside);
        let bare = |read_buffer| Bare { kind: Kind::Broadcast, read_buffer };
        let load = Any::Idle(Idle { players: self.of(10_000, 100) });
        Bout::new(
            "idle",
            load,
            [
                shown(Must::AtMost(8.0 * 1024.0), "1 KiB"),
                shown(Must::Nothing, "4 KiB"),
                shown(Must::Nothing, "default"),
            ],
        )
        .beside("1 KiB", bare(1024))
        .beside("4 KiB", bare(4 * 1024))
        .beside("default", bare(DEFAULT_READ_BUFFER))
    }

    fn moves(self) -> [Bout; 3] {
        let load = |tables: usize, rate: bool| {
            let seconds = self.seconds(if rate { 10.0 } else { 5.0 });
            let rate = rate.then_some(tables as f64);
            Any::Moves(Moves { tables, seconds, rate, manner: Manner::default() })
        };
        let durable = Bare::of(Kind::Durable);
        let hundred = [
            shown("moves", Must::RatioAtLeast(0.65), "/s").beside("durable"),
            shown("moves", Must::YardstickAtLeast(45_000.0), "/s").beside("durable"),
            shown("moves", Must::Nothing, "/s").beside("broadcast"),
            shown("moves", Must::Nothing, "/s").beside("echo"),
            shown("event frame", Must::Nothing, "bytes").beside("durable"),
            shown("ok frame", Must::Nothing, "bytes"),
            shown("choices frame", Must::Nothing, "bytes"),
        ];
        let thousand = [shown("moves", Must::RatioAtLeast(0.75), "/s").beside("durable")];
        let at_a_rate = [
            shown("due to own event p50", Must::Nothing, "ms").beside("durable"),
            shown("due to own event p99", Must::RatioAtMost(1.4), "ms").beside("durable"),
        ];
        [
            Bout::new("moves, 100 tables", load(self.of(100, 10), false), hundred)
                .beside("durable", durable)
                .beside("broadcast", Bare::of(Kind::Broadcast))
                .beside("echo", Bare::of(Kind::Echo)),
            Bout::new("moves, 1000 tables", load(self.of(1000, 20), false), thousand)
                .beside("durable", durable),
            Bout::new("1000 moves/s", load(self.of(1000, 20), true), at_a_rate).beside("durable", durable),
        ]
    }

    fn watchers(self) -> Bout {
        let (watchers, seconds) = (self.of(5_000, 50), self.seconds(15.0));
        let shown = |figure, must, unit| shown(figure, must, unit).beside("broadcast");
        Bout::new(
            "watchers",
            Any::Watchers(Watchers { watchers, rate: 10.0, seconds, streams: false }),
            [
                shown("last delivery p50", Must::RatioAtMost(1.1), "ms"),
                shown("last delivery p99", Must::RatioAtMost(1.25), "ms"),
                shown("server per delivery", Must::AtMost(8.0), "µs"),
                shown("own event p50", Must::AtMost(2.0), "ms"),
            ],
        )
        .beside("broadcast", Bare::of(Kind::Broadcast))
    }

    fn storm(self) -> Bout {
        let shown =
            [shown("all current again", Must::AtMost(10.0), "s"), shown("errors", Must::AtMost(0.0), "")];
        Bout::new("storm", Any::Storm(Storm { players: self.of(10_000, 100) }), shown)
    }

    fn churn(self) -> Bout {
        let (tables, followers) = (self.of(100, 5), self.of(200, 10));
        let load = Churn { tables, followers, seconds: self.seconds(5.0) };
        let shown = [shown("finishes", Must::Nothing, "/s"), shown("moves", Must::Nothing, "/s")];
        Bout::new("churn", Any::Churn(load), shown)
    }

    fn reads(self) -> Bout {
        let (tables, finished, seconds) = (self.of(1000, 20), self.of(500, 5), self.seconds(8.0));
        Bout::new(
            "reads",
            Any::Reads(Reads { reads: 100.0, tables, finished, seconds }),
            [
                shown("moves p99 without", Must::Nothing, "ms"),
                shown("moves p99 with", Must::Nothing, "ms"),
                shown("reads p99", Must::Nothing, "ms"),
            ],
        )
    }

    fn computers(self) -> Bout {
        let (tables, exhibitions, times) = (self.of(1000, 20), self.of(60, 6), self.of(4, 2));
        let load = Computers { exhibitions, level: 8, tables, seconds: self.seconds(8.0), times };
        let shown = [
            shown("moves p99 without", Must::Nothing, "ms"),
            shown("moves p99 with", Must::Nothing, "ms"),
            shown("ratio", Must::AtMost(1.5), ""),
            shown("thinking with", Must::Nothing, "% of a core"),
        ];
        Bout::new("computers", Any::Computers(load), shown)
    }

    /// People who mean no good, of the size that counts or as few as can be.
    fn hostile(self, with: Vec<With>) -> Any {
        Any::Hostile(Hostile {
            with,
            tables: self.of(1000, 20),
            mute: self.of(100, 5),
            garbage: self.of(100, 5),
            flood: self.of(10, 1),
            connections: self.of(100, 2),
            addresses: 1,
            seconds: self.of(8.0, 0.5),
            times: 1,
            past: Past { finished: self.of(600, 40), bloat: self.of(23_000, 200) },
            silence: Silence {
                silent: self.of(1100, 20),
                descriptors: 1024,
                firmly: false,
                soon: self.of(5.0, 0.1),
                later: self.of(35.0, 1.1),
            },
        })
    }

    /// One kind of them beside people who play.
    fn asking(self, name: &'static str, with: Vec<With>) -> Bout {
        Bout::new(
            name,
            self.hostile(with),
            [
                shown("p99 without", Must::Nothing, "ms"),
                shown("p99 with", Must::Nothing, "ms"),
                shown("ratio", Must::AtMost(2.0), ""),
                shown("two: p99 with", Must::Nothing, "ms"),
                shown("two: ratio", Must::Nothing, ""),
                shown("resident at most", Must::Nothing, "MB"),
            ],
        )
    }

    fn silent(self) -> Bout {
        Bout::new(
            "hostile: silent",
            self.hostile(vec![With::Silent]),
            [
                shown("two: ratio", Must::AtMost(2.0), ""),
                shown("healthz without an answer, later", Must::AtMost(0.0), "of 10"),
                shown("lists without an answer, later", Must::AtMost(0.0), "of 10"),
                shown("sockets without a hello, later", Must::AtMost(0.0), "of 10"),
            ],
        )
        .once()
    }

    fn clock(self) -> Bout {
        let load = Clock { think: self.of(10.0, 0.2), sockets: self.of(30, 2), bursts: 1 };
        // What is given back for the way through the net, and somewhat more.
        Bout::new("clock", Any::Clock(load), [shown("thought, not charged", Must::AtMost(1.0), "s")]).once()
    }

    fn undone(self) -> Bout {
        let (messages, tries) = (self.of(10_000, 100), self.of(10, 2));
        let shown =
            [shown("kept out", Must::AtMost(0.0), ""), shown("until let in, longest", Must::Nothing, "ms")];
        let load = Undone { in_a_turn: u64::MAX, messages, tries, turns: 100 };
        Bout::new("undone", Any::Undone(load), shown).once()
    }

    fn unfinished(self) -> Bout {
        let load = Unfinished { tables: self.of(100_000, 100) };
        Bout::new("unfinished", Any::Unfinished(load), [shown("ready", Must::AtMost(2.0), "s")]).once()
    }

    fn soak(self) -> Bout {
        let shown = [
            shown("lost", Must::AtMost(0.0), ""),
            shown("wrong", Must::AtMost(0.0), ""),
            shown("growth", Must::AtMost(1.1), ""),
        ];
        let load = Soak { moves: self.of(500_000, 2_000), tables: self.of(100, 5) };
        Bout::new("soak", Any::Soak(load), shown).once()
    }
}
