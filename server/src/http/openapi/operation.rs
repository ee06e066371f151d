//! Operation: one thing that can be asked over REST: where, what it takes and gives, and who answers it. The router and the
//! OpenAPI document are made from the same list of these, so that neither can know of one that the other does not.

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::handler::Handler;
use axum::http::Method;
use axum::routing::{MethodFilter, MethodRouter, on};
use cydonia_protocol::ErrorCode;
use cydonia_protocol::schema::Components;
use schemars::JsonSchema;
use serde_json::Value;

use crate::http::app::App;

/// What makes a schema, its named parts kept among the components.
pub(super) type Schema = fn(&mut Components) -> Value;

/// The chapters of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    /// Finished games.
    Matches,
    /// Open and live tables.
    Tables,
    /// People.
    Players,
    /// Who one is.
    Session,
    /// The house itself.
    House,
}

impl Tag {
    pub(super) const ALL: [Self; 5] =
        [Self::Matches, Self::Tables, Self::Players, Self::Session, Self::House];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Matches => "Finished games",
            Self::Tables => "Tables",
            Self::Players => "Players",
            Self::Session => "Session",
            Self::House => "The house",
        }
    }
}

/// What stands in the path or in a header.
pub(super) struct Place {
    pub name: &'static str,
    /// `path` or `header`.
    pub within: &'static str,
    pub about: &'static str,
    pub schema: Schema,
}

/// What comes back if all goes well.
pub(super) struct Answer {
    pub media_type: &'static str,
    pub about: &'static str,
    pub schema: Schema,
}

/// What a request brings along.
pub(super) struct Body {
    pub media_type: &'static str,
    pub schema: Schema,
}

/// One thing that can be asked.
pub(crate) struct Operation {
    pub(super) method: Method,
    pub(super) path: &'static str,
    pub(super) id: &'static str,
    pub(super) chapter: Tag,
    pub(super) summary: &'static str,
    pub(super) about: &'static str,
    pub(super) places: Vec<Place>,
    /// Parameters of the query, as a schema whose properties they are.
    pub(super) query: Option<fn() -> Value>,
    pub(super) body: Option<Body>,
    pub(super) answers: Vec<Answer>,
    pub(super) refusals: Vec<ErrorCode>,
    /// Whether it is one of those that can be answered with 304.
    pub(super) is_lasting: bool,
    /// Whether a session makes a difference, and whether there must be one.
    pub(super) session: Option<bool>,
    handler: MethodRouter<Arc<App>>,
}

impl Operation {
    /// Something that is read.
    pub(crate) fn get<H, T>(chapter: Tag, path: &'static str, id: &'static str, handler: H) -> Self
    where
        H: Handler<T, Arc<App>>,
        T: 'static,
    {
        Self::new(Method::GET, chapter, path, id, on(MethodFilter::GET, handler))
    }

    /// Something that is done.
    pub(crate) fn post<H, T>(chapter: Tag, path: &'static str, id: &'static str, handler: H) -> Self
    where
        H: Handler<T, Arc<App>>,
        T: 'static,
    {
        Self::new(Method::POST, chapter, path, id, on(MethodFilter::POST, handler))
    }

    /// Something that is changed.
    pub(crate) fn patch<H, T>(chapter: Tag, path: &'static str, id: &'static str, handler: H) -> Self
    where
        H: Handler<T, Arc<App>>,
        T: 'static,
    {
        Self::new(Method::PATCH, chapter, path, id, on(MethodFilter::PATCH, handler))
    }

    /// Something that is ended.
    pub(crate) fn delete<H, T>(chapter: Tag, path: &'static str, id: &'static str, handler: H) -> Self
    where
        H: Handler<T, Arc<App>>,
        T: 'static,
    {
        Self::new(Method::DELETE, chapter, path, id, on(MethodFilter::DELETE, handler))
    }

    fn new(
        method: Method,
        chapter: Tag,
        path: &'static str,
        id: &'static str,
        handler: MethodRouter<Arc<App>>,
    ) -> Self {
        Self {
            method,
            path,
            id,
            chapter,
            summary: "",
            about: "",
            places: Vec::new(),
            query: None,
            body: None,
            answers: Vec::new(),
            refusals: Vec::new(),
            is_lasting: false,
            session: None,
            handler,
        }
    }

    /// What it is for: a line, and more if that is needed.
    pub(crate) fn says(mut self, summary: &'static str, about: &'static str) -> Self {
        (self.summary, self.about) = (summary, about);
        self
    }

    /// A part of the path.
    pub(crate) fn at<T: JsonSchema>(self, name: &'static str, about: &'static str) -> Self {
        self.place::<T>(name, "path", about)
    }

    /// A header that may be there.
    pub(crate) fn header<T: JsonSchema>(self, name: &'static str, about: &'static str) -> Self {
        self.place::<T>(name, "header", about)
    }

    fn place<T: JsonSchema>(mut self, name: &'static str, within: &'static str, about: &'static str) -> Self {
        self.places.push(Place { name, within, about, schema: |_| Components::read::<T>() });
        self
    }

    /// Parameters of the query: the fields of `T`.
    pub(crate) fn query<T: JsonSchema>(self) -> Self {
        self.query_by(Components::read::<T>)
    }

    /// Parameters of the query: the properties of a schema.
    pub(crate) fn query_by(mut self, schema: fn() -> Value) -> Self {
        self.query = Some(schema);
        self
    }

    /// A body in JSON.
    pub(crate) fn takes<T: JsonSchema>(mut self) -> Self {
        self.body = Some(Body { media_type: "application/json", schema: |_| Components::read::<T>() });
        self
    }

    /// A body of plain text, of so many bytes at most.
    pub(crate) fn takes_text(mut self, most: usize) -> Self {
        self.handler = self.handler.layer(DefaultBodyLimit::max(most));
        self.body = Some(Body { media_type: "text/plain", schema: |_| Components::read::<String>() });
        self
    }

    /// What comes back, in JSON.
    pub(crate) fn gives<T: JsonSchema>(self, about: &'static str) -> Self {
        self.gives_as::<T>("application/json", about)
    }

    /// What comes back, of another media type.
    pub(crate) fn gives_as<T: JsonSchema>(mut self, media_type: &'static str, about: &'static str) -> Self {
        self.answers.push(Answer { media_type, about, schema: Components::written::<T> });
        self
    }

    /// The codes with which it may be refused, but for what goes for all.
    pub(crate) fn refuses(mut self, codes: impl IntoIterator<Item = ErrorCode>) -> Self {
        self.refusals.extend(codes);
        self
    }

    /// What it gives can be kept, and asked for again by its tag.
    pub(crate) fn lasts(mut self) -> Self {
        self.is_lasting = true;
        self.header::<String>(
            "if-none-match",
            "The `ETag` of what one has: if it still holds, the answer is a bare 304.",
        )
    }

    /// A session makes a difference.
    pub(crate) fn knows_session(mut self) -> Self {
        self.session = Some(false);
        self
    }

    /// There must be a session.
    pub(crate) fn wants_session(mut self) -> Self {
        self.session = Some(true);
        self
    }

    /// The path and who answers there.
    pub(crate) fn route(self) -> (&'static str, MethodRouter<Arc<App>>) {
        (self.path, self.handler)
    }
}
