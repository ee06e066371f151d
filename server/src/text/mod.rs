//! What people write: names and lines of chat, as they are kept and shown to others.

mod alike;
mod characters;
pub(crate) mod crockford;
mod line;
mod link;
mod name;
mod table_code;

pub(crate) use alike::{Company, look, search_key};
pub(crate) use line::validate_chat_line;
pub(crate) use name::name;
pub(crate) use table_code::TableCode;
