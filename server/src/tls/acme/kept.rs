//! Kept: the account and the certificate as files, for the house alone, each written whole or not at all.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use instant_acme::AccountCredentials;
use serde::{Deserialize, Serialize};

/// Where what an authority gave is kept.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    folder: PathBuf,
}

/// An account with an authority.
#[derive(Serialize, Deserialize)]
pub(super) struct KeptAccount {
    /// To whom the authority was told that it may write.
    pub(super) contact: Option<String>,
    /// Its address and its key.
    pub(super) credentials: AccountCredentials,
}

/// Why something can be neither kept nor found again.
#[derive(Debug, thiserror::Error)]
pub(super) enum KeptError {
    /// The disk says no.
    #[error("{}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    /// What lies there is something else.
    #[error("{} is no account: {error}", path.display())]
    Damaged { path: PathBuf, error: serde_json::Error },
}

impl Kept {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    fn account_path(&self) -> PathBuf {
        self.folder.join("account.json")
    }

    /// Where the certificate is kept, with its key.
    pub(super) fn certificate_path(&self) -> PathBuf {
        self.folder.join("certificate.pem")
    }

    /// The account, if there is one.
    pub(super) fn account(&self) -> Result<Option<KeptAccount>, KeptError> {
        let path = self.account_path();
        let Some(text) = read(&path)? else { return Ok(None) };
        serde_json::from_str(&text).map(Some).map_err(|error| KeptError::Damaged { path, error })
    }

    pub(super) fn keep_account(&self, account: &KeptAccount) -> Result<(), KeptError> {
        let path = self.account_path();
        let text = serde_json::to_string_pretty(account)
            .map_err(|error| KeptError::Damaged { path: path.clone(), error })?;
        self.write(path, &text)
    }

    /// Lays the account aside.
    pub(super) fn forget_account(&self) -> Result<(), KeptError> {
        let path = self.account_path();
        fs::rename(&path, path.with_extension("old")).map_err(|error| KeptError::Io { path, error })
    }

    /// The certificate and its key in PEM, if there is one.
    pub(super) fn certificate(&self) -> Result<Option<String>, KeptError> {
        read(&self.certificate_path())
    }

    pub(super) fn keep_certificate(&self, pem: &str) -> Result<(), KeptError> {
        self.write(self.certificate_path(), pem)
    }

    /// Writes a file beside its place and then puts it there, so that after a crash there is the old one or the new one.
    fn write(&self, path: PathBuf, text: &str) -> Result<(), KeptError> {
        write_whole(&self.folder, &path, text).map_err(|error| KeptError::Io { path, error })
    }
}

fn read(path: &Path) -> Result<Option<String>, KeptError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(KeptError::Io { path: path.to_owned(), error }),
    }
}

fn write_whole(folder: &Path, path: &Path, text: &str) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    let beside = path.with_extension("new");
    // One that a crash has left may have another mode.
    match fs::remove_file(&beside) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&beside)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&beside, path)?;
    // The name is on the disk when its folder is.
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}
