//! A finished game's dice with all that proves them.

use cydonia_protocol::dice::{DiceProof, ProvedRoll, SCHEME};
use cydonia_protocol::{Event, EventKind};
use uuid::Uuid;

/// The proof of a finished game's dice, from its events; none for a game without dice, or from before they were proved.
#[must_use]
pub fn dice_proof(table: Uuid, events: &[Event]) -> Option<DiceProof> {
    let mut proof: Option<DiceProof> = None;
    for event in events {
        match (&event.what, &mut proof) {
            (EventKind::Start { dice: Some(start), .. }, _) => {
                proof = Some(DiceProof {
                    scheme: SCHEME.to_owned(),
                    table,
                    pledges: start.pledges.clone(),
                    rolls: Vec::new(),
                    unopened: start.seal,
                    unused: None,
                });
            }
            (EventKind::Act { share: Some(share), .. } | EventKind::Share { share, .. }, Some(proof)) => {
                proof.unused = Some(share.clone());
            }
            _ => {}
        }
        let (seat, opened, share, dice) = match &event.what {
            EventKind::Roll { seat, dice, opened: Some(opened), share, .. } => {
                (*seat, opened, share.clone(), Some(*dice))
            }
            EventKind::Lost { seat, opened, .. } => (*seat, opened, None, None),
            _ => continue,
        };
        if let Some(proof) = &mut proof {
            let seal = std::mem::replace(&mut proof.unopened, opened.seal);
            let (waiting, pledge) = (opened.waiting.clone(), opened.pledge);
            proof.rolls.push(ProvedRoll {
                roller: seat,
                seal,
                secret: opened.secret,
                waiting,
                share,
                pledge,
                dice,
            });
            proof.unused = None;
        }
    }
    proof
}
