//! Crash-test client: a player who comes back as a page does: `watch` first, then whatever had no answer once more.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use cydonia_protocol::{Command, ErrorCode, SeatKey, SeatRequest, ServerMessage, TableStatus};
use tokio::sync::watch;
use uuid::Uuid;

use super::choice::Step;
use super::company::{Company, Link, Plan};
use super::ledger::Ledger;
use super::{Storm, lock};
use crate::{Answer, CallError, CutError, Guest, Hand, TestClient};

pub(super) struct Player {
    pub(super) guest: Guest,
    /// One's place in the company, not at the table.
    pub(super) place: u8,
    pub(super) company: Arc<Company>,
    pub(super) storm: Arc<Storm>,
    pub(super) rng: fastrand::Rng,
    pub(super) plan: watch::Receiver<Plan>,
    /// The table at which one has said that one is ready to play with dice.
    pub(super) ready_at: Option<Uuid>,
    /// The table of which one has asked for a rematch.
    pub(super) asked_again: Option<Uuid>,
    /// How many actions one has taken since the storm is over.
    pub(super) calm_actions: u32,
    ledger: Arc<Mutex<Ledger>>,
    doors: watch::Receiver<Option<SocketAddr>>,
    hand: Hand,
    unanswered: Option<Unanswered>,
}

/// A message that has no answer yet.
struct Unanswered {
    intent: usize,
    command: Command,
    /// What one added to dice before one said this.
    hand: Hand,
}

impl Player {
    pub(super) fn new(
        guest: Guest,
        place: u8,
        company: Arc<Company>,
        ledger: Arc<Mutex<Ledger>>,
        storm: Arc<Storm>,
        doors: watch::Receiver<Option<SocketAddr>>,
        seed: u64,
    ) -> Self {
        let is_plain = company.has_plain && place + 1 == company.seats;
        let hand = if is_plain { Hand::Plain } else { Hand::honest(guest.player.id.as_u128()) };
        Self {
            guest,
            place,
            plan: company.plan(),
            company,
            storm,
            rng: fastrand::Rng::with_seed(seed),
            ready_at: None,
            asked_again: None,
            calm_actions: 0,
            ledger,
            doors,
            hand,
            unanswered: None,
        }
    }

    /// Plays until the company goes home.
    pub(super) async fn run(mut self) {
        let mut client: Option<TestClient> = None;
        loop {
            let open = self.doors.wait_for(Option::is_some).await.map(|open| *open);
            let address = open.expect("the house comes back").expect("an address");
            // The doors are closed before the line is cut.
            if let Ok(()) = self.sit_at(&mut client, address).await {
                return;
            }
        }
    }

    async fn sit_at(&mut self, kept: &mut Option<TestClient>, address: SocketAddr) -> Result<(), CutError> {
        match kept {
            Some(client) => client.come_back(address, &self.guest).await?,
            None => {
                let mut client = TestClient::try_connect(address, "", Some(&self.guest)).await?;
                client.hand = self.hand.clone();
                *kept = Some(client);
            }
        }
        let Some(client) = kept else { return Ok(()) };
        let plan = self.plan.borrow_and_update().clone();
        if let Plan::Table(link) = plan
            && let Some(known) = client.tables.get(&link.table)
        {
            let since = Some(known.n);
            self.watch(client, &link, since).await?;
        }
        if let Some(unanswered) = &self.unanswered {
            lock(&self.ledger).say_again(unanswered.intent);
            self.await_answer(client).await?;
        }
        loop {
            match self.step(client) {
                Step::Learn(link) => {
                    // The log from the first event, for the ledger; then the table as it stands.
                    lock(&self.ledger).open(&link);
                    self.watch(client, &link, Some(0)).await?;
                    self.watch(client, &link, None).await?;
                }
                Step::Say(command, table) => {
                    let intent = lock(&self.ledger).say(self.guest.player.id, command.clone(), table);
                    let hand = client.hand.clone();
                    if let Command::Lost { .. } = command {
                        let folded = &client.tables[&table.expect("a table")];
                        drop(client.hand.lose(folded, lost_seed(folded.info.id, folded.rolls)));
                    }
                    self.unanswered = Some(Unanswered { intent, command, hand });
                    self.await_answer(client).await?;
                }
                Step::FetchSeatKey(table) => self.fetch_seat_key(address, table).await,
                Step::Wait => {
                    tokio::select! {
                        heard = client.try_next() => self.hear(&heard?),
                        changed = self.plan.changed() => changed.expect("the company stays together"),
                    }
                }
                Step::GoHome => return Ok(()),
            }
        }
    }

    /// Takes in what everybody may know. Events count for the storm, as do messages that ask for some; what is said
    /// of coming back does not, or there would be time for little else.
    fn hear(&self, message: &ServerMessage) {
        match message {
            ServerMessage::Events { table, events } => {
                lock(&self.ledger).saw(*table, events);
                self.storm.tick();
            }
            ServerMessage::Table { info, .. } if info.status == TableStatus::Finished => {
                lock(&self.ledger).over(info.id);
            }
            _ => {}
        }
    }

    async fn watch(&self, client: &mut TestClient, link: &Link, since: Option<u64>) -> Result<(), CutError> {
        loop {
            let Link { table, key } = link.clone();
            let sent = client.try_send(Command::Watch { table, since, key, quiet: false }).await?;
            match self.answer(client, sent).await? {
                Ok(_) => return Ok(()),
                Err(refusal) if self.is_put_off(&refusal) => self.storm.tick(),
                Err(refusal) => panic!("{table} is lost: {refusal:?}"),
            }
        }
    }

    /// Whether one is told to try again.
    fn is_put_off(&self, refusal: &CallError) -> bool {
        self.storm.fills_disks && refusal.code == ErrorCode::Unavailable
    }

    async fn answer(&self, client: &mut TestClient, to: u64) -> Result<Result<Answer, CallError>, CutError> {
        loop {
            let message = client.try_next().await?;
            self.hear(&message);
            match message {
                ServerMessage::Ok { id, table, seat, key, offer, objection, .. } if id == to => {
                    return Ok(Ok(Answer { table, seat, key, offer, objection }));
                }
                ServerMessage::Error { id, code, message } if id == Some(to) => {
                    return Ok(Err(CallError { code, message }));
                }
                _ => {}
            }
        }
    }

    /// Sends what has no answer, and does what follows from the answer.
    async fn await_answer(&mut self, client: &mut TestClient) -> Result<(), CutError> {
        let answer = loop {
            let Some(Unanswered { intent, command, .. }) = &self.unanswered else { return Ok(()) };
            let sent = client.try_send(command.clone()).await?;
            self.storm.tick();
            match self.answer(client, sent).await? {
                Err(refusal) if self.is_put_off(&refusal) => lock(&self.ledger).unanswered(*intent),
                answer => break answer,
            }
            // “Look at the table and try again”, one is told.
            let plan = self.plan.borrow().clone();
            if let Plan::Table(link) = plan
                && client.tables.contains_key(&link.table)
            {
                self.watch(client, &link, None).await?;
            }
        };
        let Some(Unanswered { intent, command, hand }) = self.unanswered.take() else { return Ok(()) };
        lock(&self.ledger).answered(intent, &answer);
        match (&command, answer) {
            (Command::Create { .. } | Command::Rematch { .. }, Ok(answer)) => {
                let link = Link { table: answer.table.expect("its id"), key: answer.key };
                let before = match command {
                    Command::Rematch { table } => Plan::Again(table),
                    _ => Plan::New,
                };
                self.company.change(&before, Plan::Table(link));
            }
            (Command::Lost { table, k, pledge }, Err(_)) => {
                // Was it carried out before it was sent again? Then the new pledge stands.
                let folded = &client.tables[table];
                let seat = folded.seat_of(self.guest.player.id);
                let stands = folded.dice.as_ref().zip(seat).is_some_and(|(dice, seat)| {
                    let seat = &dice.seats[usize::from(seat)];
                    (seat.pledge, seat.j) == (Some(*pledge), k + 1)
                });
                if !stands {
                    client.hand = hand;
                }
            }
            (Command::Stand { .. }, _) => self.ready_at = None,
            (_, Err(refusal)) => assert!(is_expected(refusal.code), "{command:?}: {refusal:?}"),
            (_, Ok(_)) => {}
        }
        Ok(())
    }

    /// Asks for a link to one's seat, which the ledger keeps if it comes.
    async fn fetch_seat_key(&self, address: SocketAddr, table: Uuid) {
        let url = format!("http://{address}/api/v1/tables/{table}/seat-key");
        let request = reqwest::Client::new().post(url).bearer_auth(&self.guest.token);
        let Ok(response) = request.send().await else { return };
        if let Ok(SeatKey { key }) = response.json().await {
            lock(&self.ledger).seat_key(self.guest.player.id, SeatRequest { table, key });
        }
    }
}

/// The seed that takes the place of one that is said to be lost at a table's roll.
pub(super) fn lost_seed(table: Uuid, k: u64) -> u128 {
    table.as_u128() ^ u128::from(k + 1)
}

/// What honest players are told when they were too slow, or say something twice.
fn is_expected(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::SeatTaken
            | ErrorCode::AlreadySeated
            | ErrorCode::NotSeated
            | ErrorCode::NotOpen
            | ErrorCode::NotPlaying
            | ErrorCode::Over
            | ErrorCode::NotYourTurn
            | ErrorCode::Stale
            | ErrorCode::WrongPhase
            | ErrorCode::NothingToUndo
            | ErrorCode::Left
            | ErrorCode::NoShareDue
            | ErrorCode::BadOffer
            | ErrorCode::NoOffer
            | ErrorCode::OwnOffer
            | ErrorCode::Paused
            | ErrorCode::NotPaused
            | ErrorCode::TooLate
            | ErrorCode::NotAbsent
    )
}
