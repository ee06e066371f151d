//! What people write: names, lines of chat and notes to moderators, as they are kept and shown to others.

mod about;
mod alike;
mod characters;
pub(crate) mod crockford;
mod forbidden;
mod line;
mod link;
mod name;
mod note;
mod table_code;

pub(crate) use about::{AboutError, about};
pub(crate) use alike::{Company, look, search_key};
pub(crate) use forbidden::ForbiddenWords;
pub(crate) use line::{LineError, validate_chat_line};
pub(crate) use name::{NameError, name};
pub(crate) use note::note;
pub(crate) use table_code::TableCode;
