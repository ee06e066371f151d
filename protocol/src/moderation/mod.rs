//! Moderation: what people report, what moderators do about it, and what whoever it is about is told.

mod records;
mod reports;
mod sanctions;

pub use records::{AuditEntry, AuditPage, FairPlay, FairPlayOpponent, ModeratorAction, PlayerFile};
pub use reports::{
    CloseReport, OwnReport, Report, ReportClosed, ReportOutcome, ReportPage, ReportReason, ReportReceipt,
    ReportRequest,
};
pub use sanctions::{
    OwnSanction, Sanction, SanctionKind, SanctionPage, SanctionRequest, SanctionTarget, Standing,
};

/// The longest text of a report, of a moderator's note and of the reason of a sanction, in characters.
pub const MAX_NOTE: usize = 500;
