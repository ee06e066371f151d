//! Base path: where the house lives under its host.

use std::str::FromStr;

/// Where the house lives under its host: `/`, or a path such as `/cydonia/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BasePath(String);

impl BasePath {
    /// With a slash at both ends, as in `<base href>`.
    #[must_use]
    pub fn href(&self) -> &str {
        &self.0
    }

    /// Without a slash at the end, as routers take it; empty for the root.
    pub(crate) fn inner(&self) -> &str {
        self.0.trim_end_matches('/')
    }
}

/// Why something is no [`BasePath`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a base path is made of letters, digits and -_.~ between slashes")]
pub struct BasePathError;

impl FromStr for BasePath {
    type Err = BasePathError;

    fn from_str(path: &str) -> Result<Self, Self::Err> {
        let trimmed = path.trim_matches('/');
        let plain = |part: &str| {
            !part.is_empty()
                && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '~'))
        };
        if trimmed.is_empty() {
            Ok(Self("/".to_owned()))
        } else if trimmed.split('/').all(plain) {
            Ok(Self(format!("/{trimmed}/")))
        } else {
            Err(BasePathError)
        }
    }
}
