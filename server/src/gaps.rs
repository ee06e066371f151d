//! Sentences with gaps, as those are written that the house itself says in every language of the page: what stands in braces is
//! filled in.

/// A sentence with its gaps filled. What is filled in is not looked through again, so that nobody's name is a gap.
pub(crate) fn fill(sentence: &str, gaps: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some((before, behind)) = rest.split_once('{') {
        filled.push_str(before);
        let (gap, after) = behind.split_once('}').unwrap_or((behind, ""));
        filled.push_str(gaps.iter().find(|(name, _)| *name == gap).map_or("", |(_, value)| value));
        rest = after;
    }
    filled.push_str(rest);
    filled
}

/// What the gaps of a sentence are called, in the order of the alphabet.
#[cfg(test)]
pub(crate) fn names(sentence: &str) -> Vec<String> {
    let names = sentence.split('{').skip(1).filter_map(|part| part.split_once('}'));
    let mut names: Vec<String> = names.map(|(name, _)| name.to_owned()).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_filled_once() {
        assert_eq!(fill("{a} and {b}", &[("a", "{b}"), ("b", "2")]), "{b} and 2");
        assert_eq!(fill("none", &[]), "none");
    }
}
