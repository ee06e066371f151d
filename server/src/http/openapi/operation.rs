//! Operation: one thing that can be asked over REST, in OpenAPI's own nouns: where, what it takes and gives, and who answers it.
//! The router and the document are made from the same list of these, so that neither can know of one that the other does not.
//!
//! Of the kept crates aide describes types of our version of schemars in an alpha release alone, and utoipa wants a second schema
//! derived for each. With either, parameters in place, errors by their status, and recorded examples would stay code of ours: some
//! 370 lines.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request};
use axum::handler::Handler;
use axum::http::Method;
use axum::middleware::{Next, from_fn};
use axum::response::Response as AxumResponse;
use axum::routing::{MethodFilter, MethodRouter, on};
use cydonia_protocol::ErrorCode;
use cydonia_protocol::schema::Components;
use schemars::JsonSchema;
use serde_json::Value;

use crate::http::app::App;
use crate::http::problem::ApiError;
use crate::http::query_error::QueryError;
use crate::http::tagging;

/// What makes a schema, its named parts kept among the components.
pub(super) type Schema = fn(&mut Components) -> Value;

/// The chapters of the document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tag {
    /// Finished games.
    Matches,
    /// Open and live tables.
    Tables,
    /// Many who are paired by the house.
    Tournaments,
    /// Players who belong together.
    Clubs,
    /// People.
    Players,
    /// Positions by name.
    Positions,
    /// Positions to be solved.
    Puzzles,
    /// Who one is.
    Session,
    /// What shows who one is.
    Account,
    /// Apps of others, and what one lets them do.
    Apps,
    /// Whom one knows.
    Contacts,
    /// Who may not play or talk.
    Moderation,
    /// The house itself.
    #[default]
    House,
}

impl Tag {
    pub(super) const ALL: [Self; 13] = [
        Self::Matches,
        Self::Tables,
        Self::Tournaments,
        Self::Clubs,
        Self::Players,
        Self::Positions,
        Self::Puzzles,
        Self::Session,
        Self::Account,
        Self::Apps,
        Self::Contacts,
        Self::Moderation,
        Self::House,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Matches => "Finished games",
            Self::Tables => "Tables",
            Self::Tournaments => "Tournaments",
            Self::Clubs => "Clubs",
            Self::Players => "Players",
            Self::Positions => "Positions",
            Self::Puzzles => "Puzzles",
            Self::Session => "Session",
            Self::Account => "Account",
            Self::Apps => "Apps of others",
            Self::Contacts => "Contacts",
            Self::Moderation => "Moderation",
            Self::House => "The house",
        }
    }
}

/// What stands in the path or in a header.
pub(super) struct Parameter {
    pub name: &'static str,
    /// `path` or `header`: where it is.
    pub location: &'static str,
    pub description: &'static str,
    pub schema: Schema,
}

/// What comes back if all goes well.
pub(super) struct Response {
    pub media_type: &'static str,
    pub description: &'static str,
    pub schema: Schema,
}

/// What a request brings along.
pub(super) struct RequestBody {
    pub media_type: &'static str,
    pub schema: Schema,
}

/// One thing that can be asked.
#[derive(Default)]
pub(crate) struct Operation {
    pub(super) method: Method,
    pub(super) path: &'static str,
    pub(super) id: &'static str,
    pub(super) tag: Tag,
    pub(super) summary: &'static str,
    pub(super) description: &'static str,
    pub(super) parameters: Vec<Parameter>,
    /// Parameters of the query, as a schema whose properties they are.
    pub(super) query: Option<fn() -> Value>,
    pub(super) body: Option<RequestBody>,
    pub(super) response: Option<Response>,
    pub(super) errors: Vec<ErrorCode>,
    /// What comes back with 400 where that is no problem document.
    pub(super) refusal: Option<Schema>,
    /// Whether it is one of those that can be answered with 304.
    pub(super) has_etag: bool,
    /// Whether a session makes a difference, and whether there must be one.
    pub(super) auth: Option<bool>,
    handler: MethodRouter<Arc<App>>,
}

impl Operation {
    /// Something that is read.
    pub(crate) fn get<T: 'static>(
        tag: Tag,
        path: &'static str,
        id: &'static str,
        handler: impl Handler<T, Arc<App>>,
    ) -> Self {
        let handler = on(MethodFilter::GET, handler);
        Self { method: Method::GET, path, id, tag, handler, ..Self::default() }
    }

    /// Something that is done.
    pub(crate) fn post<T: 'static>(
        tag: Tag,
        path: &'static str,
        id: &'static str,
        handler: impl Handler<T, Arc<App>>,
    ) -> Self {
        let handler = on(MethodFilter::POST, handler);
        Self { method: Method::POST, path, id, tag, handler, ..Self::default() }
    }

    /// Something that is changed.
    pub(crate) fn patch<T: 'static>(
        tag: Tag,
        path: &'static str,
        id: &'static str,
        handler: impl Handler<T, Arc<App>>,
    ) -> Self {
        let handler = on(MethodFilter::PATCH, handler);
        Self { method: Method::PATCH, path, id, tag, handler, ..Self::default() }
    }

    /// Something that is put in another's place.
    pub(crate) fn put<T: 'static>(
        tag: Tag,
        path: &'static str,
        id: &'static str,
        handler: impl Handler<T, Arc<App>>,
    ) -> Self {
        let handler = on(MethodFilter::PUT, handler);
        Self { method: Method::PUT, path, id, tag, handler, ..Self::default() }
    }

    /// Something that is ended.
    pub(crate) fn delete<T: 'static>(
        tag: Tag,
        path: &'static str,
        id: &'static str,
        handler: impl Handler<T, Arc<App>>,
    ) -> Self {
        let handler = on(MethodFilter::DELETE, handler);
        Self { method: Method::DELETE, path, id, tag, handler, ..Self::default() }
    }

    /// What it is for, in a line.
    pub(crate) fn summary(self, summary: &'static str) -> Self {
        Self { summary, ..self }
    }

    /// What else is to be known of it.
    pub(crate) fn description(self, description: &'static str) -> Self {
        Self { description, ..self }
    }

    /// A part of the path.
    pub(crate) fn path<T: JsonSchema>(self, name: &'static str, description: &'static str) -> Self {
        self.parameter::<T>(name, "path", description)
    }

    /// A header that may be there.
    pub(crate) fn header<T: JsonSchema>(self, name: &'static str, description: &'static str) -> Self {
        self.parameter::<T>(name, "header", description)
    }

    fn parameter<T: JsonSchema>(
        mut self,
        name: &'static str,
        location: &'static str,
        description: &'static str,
    ) -> Self {
        self.parameters.push(Parameter { name, location, description, schema: |_| Components::read::<T>() });
        self
    }

    /// Parameters of the query: the fields of `T`.
    pub(crate) fn query<T: JsonSchema>(self) -> Self {
        self.query_schema(Components::query::<T>)
    }

    /// Parameters of the query: the properties of a schema.
    pub(crate) fn query_schema(self, schema: fn() -> Value) -> Self {
        Self { query: Some(schema), ..self }
    }

    /// A body in JSON.
    pub(crate) fn json_body<T: JsonSchema>(self) -> Self {
        let schema: Schema = |_| Components::read::<T>();
        Self { body: Some(RequestBody { media_type: "application/json", schema }), ..self }
    }

    /// A body as a form sends it (`application/x-www-form-urlencoded`).
    pub(crate) fn form_body<T: JsonSchema>(self) -> Self {
        let schema: Schema = |_| Components::read::<T>();
        Self { body: Some(RequestBody { media_type: "application/x-www-form-urlencoded", schema }), ..self }
    }

    /// A body of plain text, of so many bytes at most.
    pub(crate) fn text_body(self, most: usize) -> Self {
        let handler = self.handler.layer(DefaultBodyLimit::max(most));
        let schema: Schema = |_| Components::read::<String>();
        Self { handler, body: Some(RequestBody { media_type: "text/plain", schema }), ..self }
    }

    /// What comes back.
    pub(crate) fn responds<T: JsonSchema>(self, description: &'static str) -> Self {
        self.responds_as::<T>("application/json", description)
    }

    /// What comes back, of another media type.
    pub(crate) fn responds_as<T: JsonSchema>(
        self,
        media_type: &'static str,
        description: &'static str,
    ) -> Self {
        Self {
            response: Some(Response { media_type, description, schema: Components::written::<T> }),
            ..self
        }
    }

    /// The codes with which it may be refused, but for what goes for all.
    pub(crate) fn errors(self, codes: impl Into<Vec<ErrorCode>>) -> Self {
        Self { errors: codes.into(), ..self }
    }

    /// It is refused in other words than the house's own, with 400, as a standard has it.
    pub(crate) fn refuses_as<T: JsonSchema>(self) -> Self {
        Self { refusal: Some(Components::written::<T>), ..self }
    }

    /// What it gives can be kept, and asked for again by its tag.
    pub(crate) fn etag(self) -> Self {
        Self { has_etag: true, ..self }.header::<String>(
            "if-none-match",
            "The `ETag` of what one has: if it still holds, the answer is a bare 304.",
        )
    }

    /// The same of what may be another in a moment: it is made anew each time, and sent to nobody who has it.
    pub(crate) fn tagged(self) -> Self {
        let handler = self.handler.clone().layer(from_fn(tagging::tag));
        Self { handler, ..self }.etag()
    }

    /// A session makes a difference.
    pub(crate) fn auth_optional(self) -> Self {
        Self { auth: Some(false), ..self }
    }

    /// There must be a session.
    pub(crate) fn auth_required(self) -> Self {
        Self { auth: Some(true), ..self }
    }

    /// The path and who answers there. What takes no parameters refuses any, so that none that is misspelt, or meant for another
    /// address, is taken for heeded.
    pub(crate) fn route(&self) -> (&'static str, MethodRouter<Arc<App>>) {
        let handler = self.handler.clone();
        (self.path, if self.query.is_some() { handler } else { handler.layer(from_fn(take_no_parameters)) })
    }
}

async fn take_no_parameters(request: Request, next: Next) -> Result<AxumResponse, ApiError> {
    let mut parameters = request.uri().query().unwrap_or_default().split('&').filter(|part| !part.is_empty());
    match parameters.next() {
        None => Ok(next.run(request).await),
        Some(parameter) => {
            let name = parameter.split('=').next().unwrap_or_default();
            Err(QueryError::Unknown(name.to_owned()).into())
        }
    }
}
