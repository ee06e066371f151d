//! What people write: names and lines of chat, as they are kept and shown to others.

mod alike;
mod characters;
pub(crate) mod crockford;
mod forbidden;
mod line;
mod link;
mod name;
mod table_code;

pub(crate) use alike::{Company, look, search_key};
pub(crate) use forbidden::ForbiddenWords;
pub(crate) use line::{LineError, validate_chat_line};
pub(crate) use name::{NameError, name};
pub(crate) use table_code::TableCode;
