//! Signing keys: by which the house signs the proofs of games. Each is signed by the one before, whose private half goes with that.

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::proof::{HouseKey, PublishedKey, Signature};

use super::engine::{Connection, MigrationPolicy, RowPlace, Session, Statement, from_row};
use super::seals::bytes;
use super::write::{Batch, Write};
use super::{Store, StoreError, engine};
use crate::config::Database;

/// Keeps a house's first key, if it has none.
#[derive(Debug)]
pub(crate) struct KeepFirstKey {
    /// The key.
    pub key: HouseKey,
    /// When it was made, in milliseconds since 1970.
    pub now_ms: i64,
}

/// The keys of a house.
#[derive(Clone, Debug)]
pub(crate) struct HouseKeys {
    /// What is told of them, the first one first.
    pub published: Vec<PublishedKey>,
    /// The private half of the last.
    pub signing: HouseKey,
}

struct KeyRow {
    number: i64,
    public: Vec<u8>,
    private: Option<Vec<u8>>,
    first_game: i64,
    signature: Option<Vec<u8>>,
    created_ms: i64,
}

from_row!(KeyRow: number, public, private, first_game, signature, created_ms);

impl Write for KeepFirstKey {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let first =
            PublishedKey { key: self.key.public(), first_game: 1, created_ms: self.now_ms, signature: None };
        keep_key(&mut batch.connection, 1, &first, &self.key).await
    }
}

async fn keep_key(
    connection: &mut Connection<'_>,
    number: i64,
    published: &PublishedKey,
    key: &HouseKey,
) -> Result<(), StoreError> {
    let signature = published.signature.map(|signature| signature.0.to_vec());
    Statement::of(
        "INSERT INTO signing_keys (number, public, private, first_game, signature, created_ms)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (number) DO NOTHING",
    )
    .bind(number)
    .bind(&published.key.0[..])
    .bind(&key.to_bytes()[..])
    .bind(published.first_game)
    .bind(signature)
    .bind(published.created_ms)
    .execute(connection)
    .await?;
    Ok(())
}

/// The keys as their rows have them; none if there is none yet.
async fn read_keys(session: &mut impl Session) -> Result<Option<HouseKeys>, StoreError> {
    let rows: Vec<KeyRow> =
        Statement::of("SELECT * FROM signing_keys ORDER BY number").fetch_all(session).await?;
    let mut signing = None;
    let mut published = Vec::with_capacity(rows.len());
    for KeyRow { number, public, private, first_game, signature, created_ms } in rows {
        let at = RowPlace("signing_keys", number);
        let key = Bytes32(bytes(public).map_err(at.column("public"))?);
        let signature = signature.map(bytes).transpose().map_err(at.column("signature"))?.map(Signature);
        let own = private.map(bytes).transpose().map_err(at.column("private"))?;
        signing = own.map(|own| HouseKey::from_bytes(&own)).filter(|own| own.public() == key);
        published.push(PublishedKey { key, first_game, created_ms, signature });
    }
    match (published.last(), signing) {
        (None, _) => Ok(None),
        (Some(_), Some(signing)) => Ok(Some(HouseKeys { published, signing })),
        (Some(_), None) => {
            let at = RowPlace("signing_keys", published.len());
            Err(at.column("private")("it is not that of the last key").into())
        }
    }
}

/// Puts another key in the place of the one that signs: that one signs it, and its private half goes. Gives the new public key, and
/// the number of the first game that it signs. No server may have the data open meanwhile.
///
/// # Errors
/// If the database cannot be opened, fails, is older than this program, has no key that could sign the new one, or a server has it
/// open.
pub(crate) async fn rotate_signing_key(
    database: &Database,
    key: &HouseKey,
    now_ms: i64,
) -> Result<PublishedKey, StoreError> {
    let (mut owner, readers) = engine::open(database, MigrationPolicy::RequireCurrent).await?;
    let mut transaction = owner.begin().await?;
    let mut connection = transaction.connection();
    let keys = read_keys(&mut connection).await?;
    let keys = keys.ok_or_else(|| RowPlace("signing_keys", 1).column("public")("there is none yet"))?;
    let (through,): (i64,) =
        Statement::of("SELECT through FROM sealing_progress").fetch_one(&mut connection).await?;
    let first_game = through + 1;
    let signature = Some(keys.signing.sign_key(&key.public(), first_game));
    let next = PublishedKey { key: key.public(), first_game, created_ms: now_ms, signature };
    Statement::of("UPDATE signing_keys SET private = NULL").execute(&mut connection).await?;
    keep_key(&mut connection, keys.published.len() as i64 + 1, &next, key).await?;
    transaction.commit().await?;
    readers.close().await;
    owner.close().await?;
    Ok(next)
}

impl Store {
    /// The house's keys, if it has any yet.
    ///
    /// # Errors
    /// If the database fails or they are damaged.
    pub(crate) async fn house_keys(&self) -> Result<Option<HouseKeys>, StoreError> {
        read_keys(&mut self.readers.lookups.lend().await?).await
    }
}
