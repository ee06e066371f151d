//! Reasons are known by their names, each game's own and the three of leaving.

use cydonia_rules::{GameKind, LeaveReason, Reason};

#[test]
fn every_reason_is_found_by_its_name() {
    let own = GameKind::ALL.iter().flat_map(|kind| kind.info().reasons).map(|info| info.reason);
    for reason in own.chain([Reason::RESIGNED, Reason::TIMEOUT, Reason::ABANDONED]) {
        assert_eq!(Reason::from_name(reason.name()), Some(reason));
        let json = serde_json::to_string(&reason).expect("a reason is JSON");
        assert_eq!(json, format!("\"{}\"", reason.name()));
        assert_eq!(serde_json::from_str::<Reason>(&json).expect("reads back"), reason);
    }
    for odd in ["", "Empty", "no_progress", "resigned ", "won"] {
        assert_eq!(Reason::from_name(odd), None);
        assert!(serde_json::from_value::<Reason>(odd.into()).is_err());
    }
}

#[test]
fn leaving_keeps_its_name_as_a_reason_to_end() {
    for leaving in [LeaveReason::Resigned, LeaveReason::Timeout, LeaveReason::Abandoned] {
        assert_eq!(LeaveReason::from_name(Reason::from(leaving).name()), Some(leaving));
    }
}

#[test]
fn each_game_says_how_it_ends() {
    for kind in GameKind::ALL {
        let reasons = kind.info().reasons;
        assert!(!reasons.is_empty(), "{} ends", kind.id());
        for (place, info) in reasons.iter().enumerate() {
            let name = info.reason.name();
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
            assert!(reasons[..place].iter().all(|other| other.reason != info.reason), "{name} twice");
            assert!(info.sentence.starts_with(char::is_uppercase) && info.sentence.ends_with('.'), "{name}");
            let leaving = LeaveReason::from_name(name);
            assert_eq!(leaving, None, "{name} belongs to no game");
        }
    }
}
