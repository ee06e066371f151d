//! Client routes: which addresses the page knows. `web-client/src/router.svelte.ts` decides; a test compares the two.

/// Pages that stand alone.
const ALONE: [&str; 10] = [
    "new",
    "wall",
    "friends",
    "settings",
    "about",
    "privacy",
    "api",
    "authorize",
    "unsubscribe",
    "index.html",
];
/// Pages of one thing, by its id or name.
const OF_ONE: [&str; 3] = ["t", "embed", "players"];
/// Pages of all things of a kind, and of one of them.
const OF_ALL: [&str; 9] =
    ["games", "tournaments", "clubs", "puzzles", "leaderboards", "explorer", "rules", "learn", "moderation"];

/// Whether the page has something to show under that path, which begins without a slash. Whether there is a table or a game of that id
/// is no matter of this.
pub(super) fn leads_somewhere(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match parts[..] {
        [] => true,
        [head] => ALONE.contains(&head) || OF_ALL.contains(&head),
        [head, _] => OF_ONE.contains(&head) || OF_ALL.contains(&head),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The source of the page's router, read as text: its first parts of paths are in quotes behind `head ===`, and those of pages
    /// that stand alone in a list.
    #[test]
    fn the_pages_of_the_client_are_known_and_no_others() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../web-client/src/router.svelte.ts");
        let router = std::fs::read_to_string(path).expect("the client's router");
        let lines: Vec<&str> = router.lines().filter(|line| line.contains("if (head === '")).collect();
        assert!(lines.len() > 5, "the router is written in another way: {lines:?}");
        let list = router.split("const ALONE = [").nth(1).and_then(|rest| rest.split(']').next());
        let mut told: Vec<&str> = list.expect("a list").split('\'').skip(1).step_by(2).collect();
        assert!(told.len() > 5, "the router is written in another way: {told:?}");
        for head in &told {
            let (alone, with_one) = (leads_somewhere(head), leads_somewhere(&format!("{head}/x")));
            assert!(alone && !with_one, "{head}");
        }
        told.push("index.html");
        for line in lines {
            let needs_one = line.contains("&& id)");
            for head in line.split("head === '").skip(1).filter_map(|rest| rest.split('\'').next()) {
                let leads = (leads_somewhere(head), leads_somewhere(&format!("{head}/x")));
                assert_eq!(leads, (!needs_one, true), "{line}");
                told.push(head);
            }
        }
        for head in ALONE.iter().chain(&OF_ONE).chain(&OF_ALL) {
            assert!(told.contains(head), "the client has no page {head}");
        }
    }

    #[test]
    fn what_is_no_page_leads_nowhere() {
        for path in
            ["metrics", "robots.txt", ".well-known/security.txt", "API/v1/games", "t", "games/a/b", "new/x"]
        {
            assert!(!leads_somewhere(path), "{path}");
        }
    }
}
