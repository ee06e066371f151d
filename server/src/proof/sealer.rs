//! The sealer: signs the proofs of finished games in the order of their numbers, each chained to the one before.

use cydonia_protocol::proof::{
    ChainLink, GameProof, HouseKey, ProofError, ProofFinding, ProofPart, SigningKeys,
};
use tokio::sync::{Mutex, OnceCell};
use uuid::Uuid;

use super::statement::statement;
use crate::background::Background;
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::limits;
use crate::store::{HouseKeys, KeepFirstKey, SealGames, SealedGame, Store, StoreError};
use cydonia_table::journal::{CorruptData, Finished};

/// What signs for the house.
#[derive(Debug)]
pub(crate) struct Sealer {
    store: Store,
    clock: Clock,
    /// Where the house's first key comes from.
    entropy: Entropy,
    /// Read or made when they are first needed. They change only while no house is open.
    keys: OnceCell<HouseKeys>,
    /// Held by whoever goes on with the chain.
    at_work: Mutex<()>,
}

/// Why there is no seal of a game.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SealerError {
    /// The chain is far behind: there are games from before it, and it comes to them in turn.
    #[error("the proofs of earlier games are made first; this one's turn comes")]
    Behind,
    /// The game was damaged when it was to be sealed.
    #[error("there is no proof of this game: it was damaged when it was to be sealed")]
    LeftOut,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Sealer {
    pub(crate) fn new(store: Store, clock: Clock, entropy: Entropy) -> Self {
        Self { store, clock, entropy, keys: OnceCell::new(), at_work: Mutex::new(()) }
    }

    /// The house's keys, the first one made if there is none.
    async fn keys(&self) -> Result<&HouseKeys, StoreError> {
        let read_or_make = async {
            if let Some(keys) = self.store.house_keys().await? {
                return Ok(keys);
            }
            let key = HouseKey::from_bytes(&self.entropy.bytes());
            self.store.write(KeepFirstKey { key, now_ms: self.clock.now_ms() }).await?;
            self.store.house_keys().await?.ok_or(StoreError::Unavailable)
        };
        self.keys.get_or_try_init(|| read_or_make).await
    }

    /// What the house tells of its keys.
    ///
    /// # Errors
    /// If the store fails or they are damaged.
    pub(crate) async fn published(&self) -> Result<SigningKeys, StoreError> {
        Ok(SigningKeys { keys: self.keys().await?.published.clone() })
    }

    /// Whether a proof is signed by a key of this house.
    ///
    /// # Errors
    /// As [`Sealer::published`]; or, within, if the key did not sign games of that number.
    pub(crate) async fn check_key(
        &self,
        proof: &GameProof,
    ) -> Result<Result<ProofFinding, ProofError>, StoreError> {
        Ok(match self.published().await?.admit(proof) {
            Ok(()) => Ok(ProofFinding::fits(ProofPart::Key, "The key is this house's.")),
            Err(ProofError::Key) => Ok(ProofFinding::unchecked(
                ProofPart::Key,
                "The key is none of this house: whose it is must be known from elsewhere.",
            )),
            Err(flaw) => Err(flaw),
        })
    }

    /// Seals the next few games; whether there may be more.
    ///
    /// # Errors
    /// If the store fails, or what is kept of the chain or the keys is damaged. A damaged game is left out of the chain.
    pub(crate) async fn seal_some(&self) -> Result<bool, StoreError> {
        let _alone = self.at_work.lock().await;
        let keys = self.keys().await?;
        let from = self.store.sealed_through().await?;
        let games = self.store.games_after(from).await?;
        let Some((through, _)) = games.last().copied() else { return Ok(false) };
        let mut before = self.store.last_link().await?;
        let mut sealed = Vec::with_capacity(games.len());
        for (number, id) in games {
            match self.seal(id, before, &keys.signing).await {
                Ok(Some(game)) => {
                    before = game.link();
                    sealed.push(game);
                }
                Ok(None) => {}
                Err(StoreError::Damaged(damage)) => {
                    tracing::error!(number, %damage, "a game is left out of the chain of proofs");
                }
                Err(error) => return Err(error),
            }
        }
        self.store.write(SealGames { from, through, sealed }).await?;
        Ok(true)
    }

    async fn seal(
        &self,
        id: Uuid,
        before: ChainLink,
        key: &HouseKey,
    ) -> Result<Option<SealedGame>, StoreError> {
        let Some(kept) = self.store.kept(id).await? else { return Ok(None) };
        let kept = self.store.as_played(kept).await?;
        let summary = &kept.summary;
        let (number, finished_ms) = (summary.number, summary.finished_ms);
        let ratings =
            if summary.rated { self.store.ratings_to_seal(number, finished_ms).await? } else { None };
        let told = ratings.clone();
        let said = async move { statement(kept.read()?, told.as_ref()) };
        let background: &Background = self.store.background();
        let said = background.carry(said).await.ok_or(StoreError::Unavailable)??;
        let proof = GameProof::sign(said, before, key).map_err(StoreError::unwritable("statement"))?;
        Ok(Some(SealedGame { number, digest: proof.digest(), seal: proof.seal, ratings }))
    }

    /// What is kept of the proof of a game of that number. Where the chain is almost there it is brought there first.
    ///
    /// # Errors
    /// [`SealerError`].
    pub(crate) async fn sealed(&self, number: i64) -> Result<SealedGame, SealerError> {
        while self.store.sealed_through().await? < number {
            if number - self.store.sealed_through().await? > limits::SEALED_AT_ONCE {
                return Err(SealerError::Behind);
            }
            self.seal_some().await?;
        }
        self.store.sealed_game(number).await?.ok_or(SealerError::LeftOut)
    }

    /// The file of a proof, made anew of the game and compared with what was sealed. It takes as long as a replay.
    ///
    /// # Errors
    /// If the game is damaged, or is not what was sealed any more.
    pub(crate) fn file(kept: Finished, sealed: &SealedGame) -> Result<String, StoreError> {
        let said = statement(kept, sealed.ratings.as_ref())?;
        let proof = GameProof::new(said, sealed.seal).map_err(StoreError::unwritable("statement"))?;
        if proof.digest() != sealed.digest {
            let other =
                CorruptData::value("match_seals", "digest", sealed.number, "the game is not what was sealed");
            return Err(other.into());
        }
        Ok(proof.to_string())
    }
}
