//! Frame scanner: what a frame is, seen at a glance: a load that read every message would be measured itself.

/// A frame of the server's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen<'a> {
    /// Events of a table; `n` is the number of the first.
    Events { table: &'a str, n: u64 },
    /// A message was carried out.
    Ok,
    /// A message was refused.
    Error,
    /// What the seat to act may do.
    Choices,
    /// Anything else.
    Other,
}

const EVENTS: &str = r#"{"type":"events","table":""#;
const FIRST: &str = r#"","events":[{"n":"#;
/// As long as a uuid.
pub(crate) const ID: usize = 36;

/// Sees what a frame is.
pub(crate) fn scan(frame: &str) -> Seen<'_> {
    if let Some(rest) = frame.strip_prefix(EVENTS) {
        return events(rest).unwrap_or(Seen::Other);
    }
    let Some(rest) = frame.strip_prefix(r#"{"type":""#) else { return Seen::Other };
    match rest.split('"').next() {
        Some("ok") => Seen::Ok,
        Some("error") => Seen::Error,
        Some("choices") => Seen::Choices,
        _ => Seen::Other,
    }
}

fn events(rest: &str) -> Option<Seen<'_>> {
    let (table, rest) = rest.split_at_checked(ID)?;
    let digits = rest.strip_prefix(FIRST)?.bytes().take_while(u8::is_ascii_digit);
    let n = digits.fold(0, |n, digit| n * 10 + u64::from(digit - b'0'));
    Some(Seen::Events { table, n })
}

/// A frame of that length which looks like an event: what a yardstick's players send and get.
pub(crate) fn like_an_event(table: u64, n: u64, length: usize) -> String {
    let table = like_an_id(table);
    let head = format!(r#"{EVENTS}{table}{FIRST}{n},"more":""#);
    let room = length.saturating_sub(head.len() + 4);
    format!(r#"{head}{:x<room$}"}}]}}"#, "")
}

/// What stands in the place of a table's id there.
pub(crate) fn like_an_id(table: u64) -> String {
    format!("{table:0>ID$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_told_apart() {
        let id = "019b76da-a800-7691-9a62-57485b0161b5";
        let frame = format!(r#"{{"type":"events","table":"{id}","events":[{{"n":41,"ms":1}}]}}"#);
        assert_eq!(scan(&frame), Seen::Events { table: id, n: 41 });
        assert_eq!(scan(r#"{"type":"ok","id":2}"#), Seen::Ok);
        assert_eq!(scan(r#"{"type":"error","id":2}"#), Seen::Error);
        assert_eq!(scan(r#"{"type":"choices","table":""}"#), Seen::Choices);
        assert_eq!(scan(r#"{"type":"presence"}"#), Seen::Other);
        assert_eq!(scan("{"), Seen::Other);
    }

    #[test]
    fn a_yardsticks_frame_has_its_length_and_is_seen_as_an_event() {
        let frame = like_an_event(7, 1234, 200);
        assert_eq!(frame.len(), 200);
        assert_eq!(scan(&frame), Seen::Events { table: &like_an_id(7), n: 1234 });
    }
}
