//! JSON Schema (draft 2020-12) of everything that crosses the wire, made from the very types that read and write it.
//! The server hands it out under `/api/v1/schema/`, so that others can check what they send and what they get.

mod enumeration;
mod union;

use cydonia_rules::GameInfo;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

use crate::dice::DiceReport;
use crate::proof::{ProofCheck, SigningKeys};
use crate::{
    AccessToken, Account, AnalysisProgress, AuditPage, AuthorizationRequest, AuthorizationResponse,
    AuthorizationServer, BlockList, CloseReport, Club, ClubOwnerRequest, ClubPage, ClubRequest,
    CommandAnswer, ConsentPrompt, ContactSettings, DumpList, Envelope, Explorer, FollowList, Leaderboard,
    LiveTable, MAX_NUMBER, MailConfirmation, MailRequest, MailStatus, MatchAnalysis, MatchPage,
    MatchPosition, MatchRecord, MergeRequest, NewPasskeyRequest, OAuthError, Opponents, OwnDataLine,
    OwnToken, PasskeyChallenge, PasskeyCreation, PasswordRequest, Player, PlayerActivity, PlayerFile,
    PlayerList, PlayerPage, PlayerRatings, PlayerResults, Preferences, Problem, PushMessage, PushRequest,
    PushStatus, Puzzle, PuzzleAnswer, PuzzleAttempt, PuzzleObjection, PuzzleOfTheDay, PuzzlePage,
    RatingHistory, RecordCheck, Replay, ReportPage, ReportReceipt, ReportRequest, RevocationForm, Sanction,
    SanctionPage, SanctionRequest, SeatKey, SeatRequest, ServerMessage, Session, SessionList, SessionRequest,
    SignInRequest, Standing, TableCode, TablePage, TokenForm, TokenList, TokenRequest, Tournament,
    TournamentPage, TournamentRequest, WhatIf,
};

/// Every document's schema by its name: both directions of the socket, then the documents of the REST interface.
///
/// # Examples
/// ```
/// let documents = cydonia_protocol::schema::documents();
/// let (_, client) = documents.iter().find(|(name, _)| *name == "client").unwrap();
/// assert_eq!(client["title"], "Envelope");
/// assert!(client["properties"]["id"]["description"].is_string()); // the comment on the field
/// ```
#[must_use]
#[expect(clippy::too_many_lines, reason = "it is a list of every document")]
pub fn documents() -> Vec<(&'static str, Value)> {
    vec![
        ("client", read::<Envelope>()),
        ("server", written::<ServerMessage>()),
        ("session-request", read::<SessionRequest>()),
        ("session", written::<Session>()),
        ("seat-request", read::<SeatRequest>()),
        ("preferences-request", read::<Preferences>()),
        ("preferences", written::<Preferences>()),
        ("follow-list", written::<FollowList>()),
        ("block-list", written::<BlockList>()),
        ("contact-settings-request", read::<ContactSettings>()),
        ("contact-settings", written::<ContactSettings>()),
        ("report-request", read::<ReportRequest>()),
        ("report-receipt", written::<ReportReceipt>()),
        ("report-page", written::<ReportPage>()),
        ("close-report-request", read::<CloseReport>()),
        ("sanction-request", read::<SanctionRequest>()),
        ("sanction", written::<Sanction>()),
        ("sanction-page", written::<SanctionPage>()),
        ("audit-page", written::<AuditPage>()),
        ("player-file", written::<PlayerFile>()),
        ("standing", written::<Standing>()),
        ("session-list", written::<SessionList>()),
        ("token-request", read::<TokenRequest>()),
        ("own-token", written::<OwnToken>()),
        ("token-list", written::<TokenList>()),
        ("authorization-request", read::<AuthorizationRequest>()),
        ("consent-prompt", written::<ConsentPrompt>()),
        ("authorization-response", written::<AuthorizationResponse>()),
        ("token-form", read::<TokenForm>()),
        ("access-token", written::<AccessToken>()),
        ("revocation-form", read::<RevocationForm>()),
        ("oauth-error", written::<OAuthError>()),
        ("authorization-server", written::<AuthorizationServer>()),
        ("tournament-request", read::<TournamentRequest>()),
        ("tournament-page", written::<TournamentPage>()),
        ("tournament", written::<Tournament>()),
        ("club-request", read::<ClubRequest>()),
        ("club-owner-request", read::<ClubOwnerRequest>()),
        ("club-page", written::<ClubPage>()),
        ("club", written::<Club>()),
        ("account", written::<Account>()),
        ("own-data-line", written::<OwnDataLine>()),
        ("passkey-creation", written::<PasskeyCreation>()),
        ("new-passkey-request", read::<NewPasskeyRequest>()),
        ("merge-request", read::<MergeRequest>()),
        ("password-request", read::<PasswordRequest>()),
        ("passkey-challenge", written::<PasskeyChallenge>()),
        ("sign-in-request", read::<SignInRequest>()),
        ("seat-key", written::<SeatKey>()),
        ("table-code", written::<TableCode>()),
        ("command-answer", written::<CommandAnswer>()),
        ("mail-request", read::<MailRequest>()),
        ("mail-confirmation-request", read::<MailConfirmation>()),
        ("mail-status", written::<MailStatus>()),
        ("push-request", read::<PushRequest>()),
        ("push-status", written::<PushStatus>()),
        ("push-message", written::<PushMessage>()),
        ("player", written::<Player>()),
        ("games", written::<Vec<GameInfo>>()),
        ("match-page", written::<MatchPage>()),
        ("match-record", written::<MatchRecord>()),
        ("replay", written::<Replay>()),
        ("dice-report", written::<DiceReport>()),
        ("match-position", written::<MatchPosition>()),
        ("player-list", written::<PlayerList>()),
        ("player-results", written::<PlayerResults>()),
        ("opponents", written::<Opponents>()),
        ("player-activity", written::<PlayerActivity>()),
        ("what-if", written::<WhatIf>()),
        ("explorer", written::<Explorer>()),
        ("dump-list", written::<DumpList>()),
        ("match-analysis", written::<MatchAnalysis>()),
        ("analysis-progress", written::<AnalysisProgress>()),
        ("record-check", written::<RecordCheck>()),
        ("proof-check", written::<ProofCheck>()),
        ("signing-keys", written::<SigningKeys>()),
        ("player-page", written::<PlayerPage>()),
        ("table-page", written::<TablePage>()),
        ("live-table", written::<LiveTable>()),
        ("player-ratings", written::<PlayerRatings>()),
        ("rating-history", written::<RatingHistory>()),
        ("leaderboard", written::<Leaderboard>()),
        ("puzzle", written::<Puzzle>()),
        ("puzzle-page", written::<PuzzlePage>()),
        ("puzzle-of-the-day", written::<PuzzleOfTheDay>()),
        ("puzzle-attempt-request", read::<PuzzleAttempt>()),
        ("puzzle-answer", written::<PuzzleAnswer>()),
        ("puzzle-objection", written::<PuzzleObjection>()),
        ("problem", written::<Problem>()),
    ]
}

/// The schemas of a document that refers to them as `#/components/schemas/…`, each once: what the server writes.
#[derive(Debug)]
pub struct Components(SchemaGenerator);

impl Default for Components {
    fn default() -> Self {
        let mut settings = as_written();
        settings.definitions_path = "/components/schemas".into();
        Self(settings.into_generator())
    }
}

impl Components {
    /// The schema of something that the server writes: as a rule a reference to a component.
    pub fn written<T: JsonSchema>(&mut self) -> Value {
        self.0.subschema_for::<T>().to_value()
    }

    /// The schema of something that the server reads, whole and in place.
    #[must_use]
    pub fn read<T: JsonSchema>() -> Value {
        made::<T>(in_place())
    }

    /// The schema of what a query may hold, whole and in place. What is left out of one is not there: nothing in it is null.
    #[must_use]
    pub fn query<T: JsonSchema>() -> Value {
        made::<T>(in_place().with_transform(RecursiveTransform(never_null_if_left_out)))
    }

    /// Every schema that was referred to, by its name. Those that are told apart by a word have a `discriminator`.
    #[must_use]
    pub fn finish(mut self) -> Map<String, Value> {
        union::name_parts(self.0.take_definitions(true))
    }
}

/// What the server reads, without references.
fn in_place() -> SchemaSettings {
    let mut settings = SchemaSettings::draft2020_12().for_deserialize();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    settings
}

/// What the server reads: fields with a default may be left out, and unknown ones are refused.
fn read<T: JsonSchema>() -> Value {
    made::<T>(SchemaSettings::draft2020_12().for_deserialize())
}

/// What the server writes. Fields that are not listed may be added some day, and are to be passed over.
fn written<T: JsonSchema>() -> Value {
    as_written().into_generator().into_root_schema_for::<T>().to_value()
}

fn as_written() -> SchemaSettings {
    let as_written = RecursiveTransform(|schema: &mut Schema| {
        if schema.get("additionalProperties") == Some(&false.into()) {
            schema.remove("additionalProperties");
        }
        never_null_if_left_out(schema);
    });
    let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(as_written);
    settings.with_transform(RecursiveTransform(in_standard_words))
}

fn made<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let settings = settings.with_transform(RecursiveTransform(in_standard_words));
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Says what Rust's types imply: the ranges of numbers, and how a uuid is spelt. Joins a description's lines, and makes a list of
/// an enumeration.
fn in_standard_words(schema: &mut Schema) {
    if let Some(Value::String(description)) = schema.get_mut("description") {
        *description = description.replace('\n', " ");
    }
    enumeration::as_list(schema);
    let (least, most) = match schema.get("format").and_then(Value::as_str) {
        Some("uint8") => (0, u8::MAX.into()),
        Some("uint16") => (0, u16::MAX.into()),
        Some("uint32") => (0, u32::MAX.into()),
        Some("uint" | "uint64") => (0, MAX_NUMBER as i64),
        Some("int32") => (i32::MIN.into(), i32::MAX.into()),
        Some("int64") => (-(MAX_NUMBER as i64), MAX_NUMBER as i64),
        Some("uuid") => {
            let hex = "[0-9a-fA-F]";
            let pattern = format!("^{hex}{{8}}(?:-{hex}{{4}}){{3}}-{hex}{{12}}$");
            schema.insert("pattern".to_owned(), pattern.into());
            return;
        }
        _ => return,
    };
    // Not a format that anybody else knows. A narrower range that a field states for itself stays.
    schema.remove("format");
    let keywords = schema.ensure_object();
    keywords.entry("minimum").or_insert(least.into());
    keywords.entry("maximum").or_insert(most.into());
}

/// What may be left out is left out instead of being null.
fn never_null_if_left_out(schema: &mut Schema) {
    let required = schema.get("required").cloned().unwrap_or_default();
    let is_required =
        |name: &String| required.as_array().is_some_and(|names| names.contains(&name.as_str().into()));
    let Some(Value::Object(properties)) = schema.get_mut("properties") else { return };
    for (_, property) in properties.iter_mut().filter(|(name, _)| !is_required(name)) {
        if let Value::Object(keywords) = property {
            without_null(keywords);
        }
    }
}

fn without_null(keywords: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = keywords.get_mut("type")
        && let [other, Value::String(null)] = types.as_slice()
        && null == "null"
    {
        let other = other.clone();
        keywords.insert("type".to_owned(), other);
        if let Some(Value::Array(values)) = keywords.get_mut("enum") {
            values.retain(|value| !value.is_null());
        }
    }
    if let Some(Value::Array(choices)) = keywords.get("anyOf")
        && let [Value::Object(other), null] = choices.as_slice()
        && null["type"] == "null"
    {
        let mut other = other.clone();
        keywords.remove("anyOf");
        // What a field says of itself is more than what its type does.
        other.append(keywords);
        *keywords = other;
    }
}
