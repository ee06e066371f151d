use super::*;

fn share(byte: u8) -> Share {
    Share::new(vec![byte; 16]).expect("long enough")
}

fn act(action: &str) -> Record {
    Record::Act { action: action.to_owned(), share: None, lag_ms: 0, wait_ms: 0 }
}

#[test]
fn a_line_packs_and_unpacks() {
    let proof = |waiting, share| RollProof {
        secret: Bytes32([1; 32]),
        waiting,
        share,
        pledge: Some(Bytes32([2; 32])),
        seal: Bytes32([3; 32]),
    };
    let rolls = [proof(Some(share(5)), Some(share(6))), proof(Some(share(7)), None)];
    let records = [
        Record::Share { share: share(5), wait_ms: 7 },
        Record::Roll { dice: [3, 5], proof: Some(Box::new(rolls[0].clone())), wait_ms: 8 },
        act("A23-B11"),
        Record::Undo { wait_ms: 0 },
        act("A23-B11"),
        Record::Undo { wait_ms: 9 },
        Record::Swap { wait_ms: 0 },
        Record::Swap { wait_ms: 12 },
        Record::Act { action: "A23-B11".to_owned(), share: None, lag_ms: 0, wait_ms: 10 },
        Record::Act { action: "end".to_owned(), share: Some(share(7)), lag_ms: 120, wait_ms: 4_000 },
        Record::Lost { proof: Box::new(rolls[1].clone()), wait_ms: 11 },
        Record::Share { share: share(8), wait_ms: 0 },
        Record::Leave { seat: 2, reason: LeaveReason::Timeout },
        act("b2-c3-clock"),
        Record::Offer { seat: 1, what: OfferKind::Takeback, computer: None, request: Uuid::nil() },
        Record::Answer { seat: 0, offer: 12, agree: true },
        Record::Takeback { seat: 1 },
        Record::Offer { seat: 1, what: OfferKind::Draw, computer: None, request: Uuid::nil() },
        Record::Answer { seat: 0, offer: 15, agree: false },
        Record::Offer {
            seat: 0,
            what: OfferKind::Computer,
            computer: Some(ComputerSeat { seat: 1, level: 8 }),
            request: Uuid::nil(),
        },
        Record::Takeover { seat: 1, level: 8 },
        Record::Offer { seat: 1, what: OfferKind::Analysis, computer: None, request: Uuid::nil() },
        Record::AllowAnalysis {},
        Record::Withdraw { offer: 15 },
        Record::Pause {},
        Record::Resume { seat: 0 },
        Record::Outage { credit_ms: Millis(40_000), spans_ms: Vec::new() },
        Record::Outage { credit_ms: Millis(9), spans_ms: vec![Span::of_ms(1, 4), Span::of_ms(6, 12)] },
    ];
    let entries: Vec<_> = records.iter().filter_map(pack_entry).collect();
    assert_eq!(entries.len(), records.len());
    let packed = PackedLine {
        form: 3,
        start: 3,
        started_ms: 1_000,
        created_ms: 900,
        first: 0,
        rules_version: 1,
        clock: TimeControl::default(),
        line: entries.join(" "),
        ratings: Vec::new(),
        taken_over: Vec::new(),
        pauses_ms: (0..=records.len() as i64).collect(),
        dice: Some(PackedDice {
            pledges: vec![None; 2],
            seal: Bytes32([0; 32]),
            rolls: rolls.to_vec(),
            given: Some(share(8)),
        }),
        agreed: true,
        unrated: Some(Unrated::TooOften),
        pie: true,
        series: Series::begin(Uuid::nil(), 4, 2),
        tournament: Some(TournamentRound { id: Uuid::nil(), name: "Friday".to_owned(), round: 2 }),
        idle: vec![1],
        away: vec![1],
    };
    let unpacked = packed.unpack().expect("whole");
    assert_eq!(unpacked[0], (1_000, Record::Start { rules: 1, seal: Some(Bytes32([0; 32])) }));
    let middle: Vec<_> = unpacked[1..=records.len()].iter().map(|(_, record)| record.clone()).collect();
    assert_eq!(middle, records);
    assert_eq!(
        unpacked.last(),
        Some(&(1_406, Record::Finish { agreed: true, unrated: Some(Unrated::TooOften) }))
    );
    assert_kept(packed);
}

/// It is read as it was written.
fn assert_kept(packed: PackedLine) {
    let json = serde_json::to_string(&packed).expect("a line is JSON");
    assert_eq!(PackedLine::read(&json).ok(), Some(packed));
}

#[test]
fn an_entry_that_is_none_is_not_read() {
    for damaged in [
        "leave:9",
        "roll:3",
        "roll:3:5:1",
        "yes:0",
        "offer:0:peace",
        "leave:1:bored",
        "resume:x",
        "resume:0+5",
        "undo+",
        "b2-c3+1+2",
        "outage:5:1",
    ] {
        assert_eq!(unpack_entry(damaged, None), None, "{damaged}");
    }
    assert_eq!(unpack_entry("end*", None), None, "no share was kept");
}

/// What was once written must read for ever: these texts may be added to, but never changed.
#[test]
fn old_lines_still_read() {
    let line = r#"{"form":1,"start":3,"started_ms":10,"created_ms":5,"first":0,"rules_version":1,
        "line":"b3-a4 roll:3:5 undo leave:1:resigned","pauses_ms":[1,2,0,0,0]}"#;
    let packed = PackedLine::read(line).expect("an old line reads");
    assert_eq!(packed.unpack().expect("whole").len(), 6);
    let line = r#"{"form":2,"start":3,"started_ms":10,"created_ms":5,"first":0,"rules_version":1,
        "line":"b3-a4~2300 roll:3:5 undo outage:40 leave:1:resigned","pauses_ms":[1,2,0,0,0,0]}"#;
    let packed = PackedLine::read(line).expect("an old line reads");
    assert_eq!(packed.unpack().expect("whole").len(), 7);
    let line = r#"{"form":3,"start":3,"started_ms":10,"created_ms":5,"first":0,"rules_version":1,
        "line":"b3-a4~20+350 roll:3:5+1 undo+7 undo outage:40:1:30:35:46 leave:1:resigned","pauses_ms":[1,2,0,0,0,0,0]}"#;
    let records = PackedLine::read(line).expect("an old line reads").unpack().expect("whole");
    assert_eq!(
        records[1].1,
        Record::Act { action: "b3-a4".to_owned(), share: None, lag_ms: 20, wait_ms: 350 }
    );
    assert_eq!((&records[3].1, &records[4].1), (&Record::Undo { wait_ms: 7 }, &Record::Undo { wait_ms: 0 }));
    let spans_ms = vec![Span::of_ms(1, 30), Span::of_ms(35, 46)];
    assert_eq!(records[5].1, Record::Outage { credit_ms: Millis(40), spans_ms });
}
