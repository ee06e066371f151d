//! Which loads there are, what stands beside the house in each, and what is asked of it.

use crate::churn::Churn;
use crate::clock::Clock;
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

/// A figure that is shown: what it is to be, beside which server, and what it is counted in.
type Line = (&'static str, Must, Option<&'static str>, &'static str);

/// One load, on the house and on what stands beside it.
pub(crate) struct Bout {
    pub(crate) name: &'static str,
    pub(crate) load: Any,
    /// The bare servers that bear it too.
    pub(crate) beside: Vec<(&'static str, Bare)>,
    pub(crate) lines: Vec<Line>,
    /// Whether it takes so long that one round has to do.
    pub(crate) once: bool,
}

impl Bout {
    /// All that bear it, in order.
    pub(crate) fn sides(&self) -> Vec<(&'static str, Side)> {
        let house = ("house", Side::House(self.load.limits()));
        let bare = self.beside.iter().map(|(name, bare)| (*name, Side::Bare(*bare)));
        std::iter::once(house).chain(bare).collect()
    }
}

/// All of them: of the size that counts, or as small as can be.
pub(crate) fn bouts(quick: bool) -> Vec<Bout> {
    let size = |full, small| if quick { small } else { full };
    let seconds = |full| if quick { 1.0 } else { full };
    let moves = |tables, rate| {
        let seconds = seconds(if rate { 10.0 } else { 5.0 });
        let rate = rate.then_some(tables as f64);
        Any::Moves(Moves { tables, seconds, rate, manner: Manner::default() })
    };
    let durable = || vec![("durable", Bare::of(Kind::Durable))];
    let beside = Some("durable");
    vec![
        Bout {
            name: "idle",
            load: Any::Idle(Idle { players: size(10_000, 100) }),
            beside: [("1 KiB", 1024), ("4 KiB", 4 * 1024), ("default", DEFAULT_READ_BUFFER)]
                .map(|(name, read_buffer)| (name, Bare { kind: Kind::Broadcast, read_buffer }))
                .to_vec(),
            lines: vec![
                ("resident per player", Must::AtMost(8.0 * 1024.0), Some("1 KiB"), "bytes"),
                ("resident per player", Must::Nothing, Some("4 KiB"), "bytes"),
                ("resident per player", Must::Nothing, Some("default"), "bytes"),
            ],
            once: false,
        },
        Bout {
            name: "moves, 100 tables",
            load: moves(size(100, 10), false),
            beside: [("durable", Kind::Durable), ("broadcast", Kind::Broadcast), ("echo", Kind::Echo)]
                .map(|(name, kind)| (name, Bare::of(kind)))
                .to_vec(),
            lines: vec![
                ("moves", Must::RatioAtLeast(0.65), beside, "/s"),
                ("moves", Must::YardstickAtLeast(45_000.0), beside, "/s"),
                ("moves", Must::Nothing, Some("broadcast"), "/s"),
                ("moves", Must::Nothing, Some("echo"), "/s"),
                ("event frame", Must::Nothing, beside, "bytes"),
                ("ok frame", Must::Nothing, None, "bytes"),
                ("choices frame", Must::Nothing, None, "bytes"),
            ],
            once: false,
        },
        Bout {
            name: "moves, 1000 tables",
            load: moves(size(1000, 20), false),
            beside: durable(),
            lines: vec![("moves", Must::RatioAtLeast(0.75), beside, "/s")],
            once: false,
        },
        Bout {
            name: "1000 moves/s",
            load: moves(size(1000, 20), true),
            beside: durable(),
            lines: vec![
                ("due to own event p50", Must::Nothing, beside, "ms"),
                ("due to own event p99", Must::RatioAtMost(1.4), beside, "ms"),
            ],
            once: false,
        },
        Bout {
            name: "watchers",
            load: Any::Watchers(Watchers { watchers: size(5_000, 50), rate: 10.0, seconds: seconds(15.0) }),
            beside: vec![("broadcast", Bare::of(Kind::Broadcast))],
            lines: vec![
                ("last delivery p50", Must::RatioAtMost(1.1), Some("broadcast"), "ms"),
                ("last delivery p99", Must::RatioAtMost(1.25), Some("broadcast"), "ms"),
                ("server per delivery", Must::AtMost(8.0), Some("broadcast"), "µs"),
                ("own event p50", Must::AtMost(2.0), Some("broadcast"), "ms"),
            ],
            once: false,
        },
        Bout {
            name: "storm",
            load: Any::Storm(Storm { players: size(10_000, 100) }),
            beside: vec![],
            lines: vec![
                ("all current again", Must::AtMost(10.0), None, "s"),
                ("errors", Must::AtMost(0.0), None, ""),
            ],
            once: false,
        },
        Bout {
            name: "churn",
            load: Any::Churn(Churn { tables: size(100, 5), followers: size(200, 10), seconds: seconds(5.0) }),
            beside: vec![],
            lines: vec![("finishes", Must::Nothing, None, "/s"), ("moves", Must::Nothing, None, "/s")],
            once: false,
        },
        Bout {
            name: "reads",
            load: Any::Reads(Reads {
                reads: 100.0,
                tables: size(1000, 20),
                finished: size(500, 5),
                seconds: seconds(8.0),
            }),
            beside: vec![],
            lines: vec![
                ("moves p99 without", Must::Nothing, None, "ms"),
                ("moves p99 with", Must::Nothing, None, "ms"),
                ("reads p99", Must::Nothing, None, "ms"),
            ],
            once: false,
        },
        asking("hostile", With::SOCKETS.to_vec(), quick),
        asking("hostile: assets", vec![With::Assets], quick),
        asking("hostile: documents", vec![With::Documents], quick),
        asking("hostile: proofs", vec![With::Proofs], quick),
        asking("hostile: replays", vec![With::Replays], quick),
        asking("hostile: tags", vec![With::Tags], quick),
        asking("hostile: checks", vec![With::Checks], quick),
        asking("hostile: lists", vec![With::Lists], quick),
        asking("hostile: streams", vec![With::Streams], quick),
        Bout {
            name: "hostile: silent",
            load: Any::Hostile(hostile(vec![With::Silent], quick)),
            beside: vec![],
            lines: vec![
                ("two: ratio", Must::AtMost(2.0), None, ""),
                ("healthz without an answer, later", Must::AtMost(0.0), None, "of 10"),
                ("lists without an answer, later", Must::AtMost(0.0), None, "of 10"),
                ("sockets without a hello, later", Must::AtMost(0.0), None, "of 10"),
            ],
            once: true,
        },
        Bout {
            name: "clock",
            load: Any::Clock(Clock {
                think: size_of(quick, 10.0, 0.2),
                sockets: size(30, 2) as u64,
                bursts: 1,
            }),
            beside: vec![],
            // What is given back for the way through the net, and somewhat more.
            lines: vec![("thought, not charged", Must::AtMost(1.0), None, "s")],
            once: true,
        },
        Bout {
            name: "undone",
            load: Any::Undone(Undone {
                in_a_turn: u64::MAX,
                messages: size(10_000, 100) as u64,
                tries: size(10, 2),
                turns: 100,
            }),
            beside: vec![],
            lines: vec![
                ("kept out", Must::AtMost(0.0), None, ""),
                ("until let in, longest", Must::Nothing, None, "ms"),
            ],
            once: true,
        },
        Bout {
            name: "unfinished",
            load: Any::Unfinished(Unfinished { tables: size(100_000, 100) }),
            beside: vec![],
            lines: vec![("ready", Must::AtMost(2.0), None, "s")],
            once: true,
        },
        Bout {
            name: "soak",
            load: Any::Soak(Soak { moves: size(500_000, 2_000) as u64, tables: size(100, 5) }),
            beside: vec![],
            lines: vec![
                ("lost", Must::AtMost(0.0), None, ""),
                ("wrong", Must::AtMost(0.0), None, ""),
                ("growth", Must::AtMost(1.1), None, ""),
            ],
            once: true,
        },
    ]
}

fn size_of(quick: bool, full: f64, small: f64) -> f64 {
    if quick { small } else { full }
}

/// People who mean no good, of the size that counts or as few as can be.
fn hostile(with: Vec<With>, quick: bool) -> Hostile {
    let size = |full, small| if quick { small } else { full };
    Hostile {
        with,
        tables: size(1000, 20),
        mute: size(100, 5),
        garbage: size(100, 5),
        flood: size(10, 1),
        connections: size(100, 2),
        addresses: 1,
        seconds: size_of(quick, 8.0, 0.5),
        times: 1,
        past: Past { finished: size(600, 40), bloat: size(23_000, 200) },
        silence: Silence {
            silent: size(1100, 20),
            descriptors: 1024,
            firmly: false,
            soon: size_of(quick, 5.0, 0.1),
            later: size_of(quick, 35.0, 1.1),
        },
    }
}

/// One kind of them beside people who play.
fn asking(name: &'static str, with: Vec<With>, quick: bool) -> Bout {
    Bout {
        name,
        load: Any::Hostile(hostile(with, quick)),
        beside: vec![],
        lines: vec![
            ("p99 without", Must::Nothing, None, "ms"),
            ("p99 with", Must::Nothing, None, "ms"),
            ("ratio", Must::AtMost(2.0), None, ""),
            ("two: p99 with", Must::Nothing, None, "ms"),
            ("two: ratio", Must::Nothing, None, ""),
            ("resident at most", Must::Nothing, None, "MB"),
        ],
        once: false,
    }
}
