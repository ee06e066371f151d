//! File descriptor limit: how many lines and files the system lets this program have open.

/// Has the system let this program open as many files and lines as it ever may. Many systems let it have 1,024 until it asks.
#[cfg(unix)]
pub fn raise_descriptors() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let told = |limit: Option<u64>| limit.map_or_else(|| "any number".to_owned(), |limit| limit.to_string());
    if current == maximum {
        return tracing::info!("as many as {} connections and files may be open", told(current));
    }
    match setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        Ok(()) => tracing::info!(
            "as many as {} connections and files may be open, and not only {}",
            told(maximum),
            told(current)
        ),
        Err(error) => tracing::warn!(
            %error,
            "only {} connections and files may be open, though {} are allowed",
            told(current),
            told(maximum)
        ),
    }
}

/// Elsewhere there is no such limit that could be raised.
#[cfg(not(unix))]
pub fn raise_descriptors() {}
