//! A page's section: the part of a Markdown file that a tournament writes anew.

use std::fs;
use std::path::{Path, PathBuf};

use super::TournamentError;

/// What ends a section, whichever.
const END: &str = "<!-- end of tournament -->";

/// A page with the place of one section in it.
pub(super) struct Section {
    file: PathBuf,
    /// Up to the line that begins the section, with it.
    before: String,
    /// From the line that ends it.
    after: String,
}

impl Section {
    /// Looks where the section is.
    pub(super) fn find(file: &Path, section: &str) -> Result<Self, TournamentError> {
        let failed = |error| TournamentError::Page { file: file.to_owned(), error };
        let text = fs::read_to_string(file).map_err(failed)?;
        let begin = format!("<!-- tournament: {section} -->");
        let place = text.split_once(&format!("{begin}\n")).and_then(|(before, rest)| {
            let end = rest.find(END)?;
            Some((format!("{before}{begin}\n"), rest[end..].to_owned()))
        });
        let Some((before, after)) = place else {
            return Err(TournamentError::NoSection {
                file: file.to_owned(),
                section: section.to_owned(),
                begin,
                end: END,
            });
        };
        Ok(Self { file: file.to_owned(), before, after })
    }

    /// Writes it anew; all else on the page stays.
    pub(super) fn write(self, text: &str) -> Result<(), TournamentError> {
        let Self { file, before, after } = self;
        fs::write(&file, format!("{before}{text}{after}"))
            .map_err(|error| TournamentError::Page { file, error })
    }
}
