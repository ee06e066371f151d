//! Journals read: what is sorted in, and what still waits for that.

use std::array::TryFromSliceError;

use cydonia_protocol::dice::Bytes32;
use cydonia_table::journal::{CorruptData, Record, Stamped, TableRow};
use uuid::Uuid;

use super::engine::{RowPlace, Session, Statement};
use super::tables::read_info;
use super::write::rows_of;
use super::{Store, StoreError};

impl Store {
    /// The row of a table that is open or playing and its whole journal. The table itself, which alone writes them, has
    /// both as they are; for others the row may be a commit behind the journal.
    ///
    /// # Errors
    /// If the database fails or a row is damaged.
    pub(crate) async fn table(&self, id: Uuid) -> Result<Option<(TableRow, Vec<Stamped>)>, StoreError> {
        type Row = (i64, String, Option<String>, Option<Vec<u8>>, Option<i64>);
        let mut loan = self.readers.play.lend().await?;
        let found: Option<Row> = Statement::of(
            "SELECT number, info, access_key, dice_key, deadline_ms FROM tables
             LEFT JOIN dice_keys ON table_number = number WHERE id = $1",
        )
        .bind(id)
        .fetch_optional(&mut loan)
        .await?;
        let Some((number, info, key, dice_key, deadline_ms)) = found else { return Ok(None) };
        let journal = self.read_journal(&mut loan, number).await?;
        let mut info = read_info(number, &info)?;
        self.deleted.mask_seats(&mut info.seats);
        let dice_key = dice_key.map(|bytes| bytes.as_slice().try_into().map(Bytes32)).transpose();
        let dice_key = dice_key
            .map_err(|error: TryFromSliceError| CorruptData::value("dice_keys", "dice_key", number, error))?;
        Ok(Some((TableRow { number, info, key, dice_key, deadline_ms }, journal)))
    }

    /// A table's whole journal, in order.
    ///
    /// # Errors
    /// If the database fails or a row is damaged.
    pub(crate) async fn journal(&self, number: i64) -> Result<Vec<Stamped>, StoreError> {
        self.read_journal(&mut self.readers.play.lend().await?, number).await
    }

    /// A table's whole journal: what is there, and what waits to be sorted in.
    async fn read_journal(
        &self,
        connection: &mut impl Session,
        number: i64,
    ) -> Result<Vec<Stamped>, StoreError> {
        // Asked for first: then it is here, or in the journal, or in both.
        let (at, staged) = (RowPlace("events", number), RowPlace("intake", number));
        let waiting = match self.intake.of(number).map_err(staged.column("body"))? {
            Some(waiting) => waiting,
            None => rows_of(connection, number).await?,
        };
        let rows: Vec<(i64, String)> =
            Statement::of("SELECT seq, body FROM events WHERE table_number = $1 ORDER BY seq")
                .bind(number)
                .fetch_all(connection)
                .await?;
        let mut records: Vec<Stamped> = Vec::new();
        let add = |records: &mut Vec<Stamped>, seq: i64, append: Vec<Stamped>| {
            let next = records.len() as u64 + 1;
            if u64::try_from(seq) != Ok(next) || append.is_empty() {
                return Err(at.column("seq")(CorruptData::Gap(next)));
            }
            records.extend(append);
            Ok(())
        };
        for (seq, body) in &rows {
            let append = serde_json::from_str(body).map_err(at.column("body"))?;
            add(&mut records, *seq, append)?;
        }
        for row in &waiting {
            let append = row.records().map_err(staged.column("body"))?;
            // What was sorted in since it was asked for is there already.
            let place = usize::try_from(row.seq() - 1).unwrap_or(usize::MAX);
            match records.get(place..) {
                Some(there) if !there.is_empty() => {
                    if !there.starts_with(&append) {
                        let conflict = CorruptData::Conflict(place as u64 + 1);
                        return Err(at.column("seq")(conflict).into());
                    }
                }
                _ => add(&mut records, row.seq(), append)?,
            }
        }
        for (_, record) in &mut records {
            if let Record::Sit { player, .. } = record {
                self.deleted.mask(player);
            }
        }
        Ok(records)
    }
}
