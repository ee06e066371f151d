//! The files of a dump as they are written: lines and tables, each summed up as it goes, and last what tells of them all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cydonia_protocol::{Dump, DumpFile, MatchRecord, schema};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::columns::{TABLES, TableColumns, dictionary};
use super::table::TableWriter;
use super::{DumpError, MANIFEST};

/// The file that holds every game whole, a line each, packed.
pub(super) const LINES: &str = "games.ndjson.gz";
/// The one that holds what each line is.
const SCHEMA: &str = "match-record.schema.json";
/// The one that holds what each column is.
const DICTIONARY: &str = "dictionary.json";
/// The one that holds the sums of all others, as `sha256sum --check` reads them.
const SUMS: &str = "SHA256SUMS";

/// A dump that is being written.
pub(super) struct DumpWriter {
    folder: PathBuf,
    lines: GzEncoder<SummedFile>,
    tables: Vec<TableWriter<SummedFile>>,
    games: u64,
}

impl DumpWriter {
    /// Begins one in that folder, which is made.
    pub(super) fn begin(folder: &Path) -> Result<Self, DumpError> {
        Self::in_groups(folder, usize::MAX)
    }

    /// The same, with no more rows in a group of a table than that.
    pub(super) fn in_groups(folder: &Path, most: usize) -> Result<Self, DumpError> {
        fs::create_dir(folder).map_err(DumpError::io(folder))?;
        let lines = GzEncoder::new(SummedFile::create(folder, LINES)?, Compression::fast());
        let begin = |table: &'static TableColumns| {
            let to = SummedFile::create(folder, table.file)?;
            TableWriter::new(table, table.group.min(most), to)
                .map_err(|error| DumpError::Table { file: table.file, error })
        };
        let tables = TABLES.iter().map(begin).collect::<Result<_, _>>()?;
        Ok(Self { folder: folder.to_owned(), lines, tables, games: 0 })
    }

    /// Takes in a game.
    pub(super) fn add(&mut self, game: &MatchRecord) -> Result<(), DumpError> {
        serde_json::to_writer(&mut self.lines, game)
            .map_err(|error| DumpError::Json { file: LINES, error })?;
        self.lines.write_all(b"\n").map_err(DumpError::io(self.folder.join(LINES)))?;
        for table in &mut self.tables {
            table.add(game).map_err(|error| DumpError::Table { file: table.table.file, error })?;
        }
        self.games += 1;
        Ok(())
    }

    /// Ends all files, each flushed to the disk, and tells what there is.
    pub(super) fn finish(self, name: String, made_ms: i64, through: i64) -> Result<Dump, DumpError> {
        let Self { folder, lines, tables, games } = self;
        let mut files = vec![lines.finish().map_err(DumpError::io(folder.join(LINES)))?.finish()?];
        for table in tables {
            let file = table.table.file;
            files.push(table.finish().map_err(|error| DumpError::Table { file, error })?.finish()?);
        }
        let schema = schema::documents().into_iter().find(|(name, _)| *name == "match-record");
        files.push(document(&folder, SCHEMA, &schema.map(|(_, schema)| schema))?);
        files.push(document(&folder, DICTIONARY, &dictionary())?);
        let mut sums = SummedFile::create(&folder, SUMS)?;
        for DumpFile { name, sha256, .. } in &files {
            writeln!(sums, "{sha256}  {name}").map_err(DumpError::io(folder.join(SUMS)))?;
        }
        files.push(sums.finish()?);
        let dump = Dump { name, made_ms, through, games, files };
        document(&folder, MANIFEST, &dump)?;
        flush_folder(&folder)?;
        Ok(dump)
    }
}

/// Writes a file in JSON.
fn document(folder: &Path, name: &'static str, what: &impl Serialize) -> Result<DumpFile, DumpError> {
    let mut file = SummedFile::create(folder, name)?;
    serde_json::to_writer_pretty(&mut file, what).map_err(|error| DumpError::Json { file: name, error })?;
    file.write_all(b"\n").map_err(DumpError::io(folder.join(name)))?;
    file.finish()
}

/// Has the names of what is in a folder outlast a crash.
pub(super) fn flush_folder(folder: &Path) -> Result<(), DumpError> {
    // Elsewhere a folder cannot be opened, and its names are flushed with the files.
    let flushed = if cfg!(unix) { File::open(folder).and_then(|folder| folder.sync_all()) } else { Ok(()) };
    flushed.map_err(DumpError::io(folder))
}

/// A file that knows the sum of what was written to it.
struct SummedFile {
    path: PathBuf,
    name: &'static str,
    file: File,
    sum: Sha256,
    bytes: u64,
}

impl SummedFile {
    fn create(folder: &Path, name: &'static str) -> Result<Self, DumpError> {
        let path = folder.join(name);
        let file = File::create_new(&path).map_err(DumpError::io(&path))?;
        Ok(Self { path, name, file, sum: Sha256::new(), bytes: 0 })
    }

    /// Flushes it to the disk.
    fn finish(self) -> Result<DumpFile, DumpError> {
        self.file.sync_all().map_err(DumpError::io(self.path))?;
        let sha256 = hex::encode(self.sum.finalize());
        Ok(DumpFile { name: self.name.to_owned(), bytes: self.bytes, sha256 })
    }
}

impl Write for SummedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sum.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
