//! What a token is refused that was made for little.

use cydonia_protocol::{Command, ErrorCode, ReviewPlace, TimeControl};
use cydonia_tests::TestServer;
use uuid::Uuid;

use super::company::quick;
use super::messages::{each_refused, hello, of_a_seat};
use crate::support::{create, sit};
use crate::tokens::token;

/// What a token is good for is said when it is made.
pub(super) async fn provoke(server: &TestServer) {
    let ada = server.guest("Ada").await;
    let mut reader = server.connect(Some(&token(server, &ada, &[]).await)).await;
    let nowhere = Uuid::nil();
    let mut commands = of_a_seat(nowhere);
    commands.extend([
        create(2),
        quick("martian-chess", 2, TimeControl::default()),
        sit(nowhere),
        hello(nowhere),
        Command::Show { review: nowhere, place: ReviewPlace::default() },
        Command::Lead { review: nowhere, to: 1 },
    ]);
    each_refused(&mut reader, commands, ErrorCode::NoScope).await;
}
