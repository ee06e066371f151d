//! Passwords: hashed by Argon2id, and turned away where they would soon be guessed.

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, Salt, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use cydonia_protocol::{MAX_PASSWORD, MIN_PASSWORD};
use icu_normalizer::ComposingNormalizerBorrowed;
use zxcvbn::{Score, zxcvbn};

use crate::entropy::Entropy;

/// KiB of memory and rounds that a hash takes: OWASP's least for Argon2id, and some fiftieths of a second of a core.
const MEMORY_KIB: u32 = 19 * 1024;
/// See [`MEMORY_KIB`].
const ROUNDS: u32 = 2;

/// What is tried where a name has no account, so that this takes as long.
const NOBODYS: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IG5vYm9keQ$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaA";

/// A password as somebody typed it: composed alike, whichever keyboard it came from (NFKC).
pub(crate) struct Password(String);

/// Why something is no password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PasswordError {
    /// It is too short.
    #[error("a password has at least {MIN_PASSWORD} characters")]
    TooShort,
    /// It is too long.
    #[error("a password has at most {MAX_PASSWORD} characters")]
    TooLong,
    /// It is guessed soon, as it is known from leaks or made of words and patterns that everybody takes.
    #[error(
        "this password would soon be guessed: take a longer one, or several words that have nothing to do with each other"
    )]
    Guessed,
}

impl Password {
    pub(crate) fn of(typed: &str) -> Self {
        Self(ComposingNormalizerBorrowed::new_nfkc().normalize(typed).into_owned())
    }

    /// Refuses what is none, or not a good one for somebody of that name.
    ///
    /// # Errors
    /// [`PasswordError`].
    pub(crate) fn check(&self, name: &str) -> Result<(), PasswordError> {
        let length = self.0.chars().count();
        if length < MIN_PASSWORD {
            return Err(PasswordError::TooShort);
        }
        if length > MAX_PASSWORD {
            return Err(PasswordError::TooLong);
        }
        // Some hours of a machine that has stolen the hashes of all, for the weakest that is taken.
        if zxcvbn(&self.0, &[name, "cydonia"]).score() < Score::Three {
            return Err(PasswordError::Guessed);
        }
        Ok(())
    }

    /// What is kept of it. None if it cannot be hashed.
    pub(crate) fn hash(&self, entropy: &Entropy) -> Option<String> {
        let salt = SaltString::encode_b64(&entropy.bytes::<{ Salt::RECOMMENDED_LENGTH }>()).ok()?;
        Some(argon2().ok()?.hash_password(self.0.as_bytes(), &salt).ok()?.to_string())
    }

    /// Whether it is the one of which that is kept. Where none is, it takes as long to say so.
    pub(crate) fn fits(&self, kept: Option<&str>) -> bool {
        let Ok(hash) = PasswordHash::new(kept.unwrap_or(NOBODYS)) else { return false };
        let is_one = self.0.chars().count() <= MAX_PASSWORD;
        let fits =
            is_one && argon2().is_ok_and(|argon2| argon2.verify_password(self.0.as_bytes(), &hash).is_ok());
        fits && kept.is_some()
    }
}

fn argon2() -> Result<Argon2<'static>, argon2::Error> {
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(MEMORY_KIB, ROUNDS, 1, None)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_fits_itself_alone_however_its_letters_were_composed() {
        let kept = Password::of("Krähe auf dem Kamin").hash(&Entropy::system()).expect("a hash");
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert!(Password::of("Kra\u{308}he auf dem Kamin").fits(Some(&kept)));
        assert!(!Password::of("Krähe auf dem kamin").fits(Some(&kept)));
        assert!(!Password::of("").fits(Some(&kept)));
        assert!(!Password::of("Krähe auf dem Kamin").fits(None));
        assert!(!Password::of("Krähe auf dem Kamin").fits(Some("none")));
        let again = Password::of("Krähe auf dem Kamin").hash(&Entropy::system()).expect("a hash");
        assert_ne!(kept, again, "each has a salt of its own");
    }

    #[test]
    fn nobodys_hash_is_one_and_fits_nothing() {
        assert!(PasswordHash::new(NOBODYS).is_ok_and(|hash| hash.hash.is_some()));
        assert!(!Password::of("nobody").fits(None));
    }

    #[test]
    fn what_is_guessed_soon_is_no_password() {
        let check = |password: &str| Password::of(password).check("Margarethe");
        assert_eq!(check("k3#Vq9z"), Err(PasswordError::TooShort));
        assert_eq!(check(&"Krähe auf ".repeat(13)), Err(PasswordError::TooLong));
        for weak in
            ["password", "12345678", "qwertyuiop", "iloveyou1", "Margarethe1", "aaaaaaaaaaaa", "Cydonia2026"]
        {
            assert_eq!(check(weak), Err(PasswordError::Guessed), "{weak}");
        }
        for good in ["correct horse battery", "vq7#mzp!kd2w", "Krähe auf dem Kamin"] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
    }
}
