// OpenAPI reader. What the page for programs shows of the server's document.

/** What a page needs to know of the server's OpenAPI document. */
export interface ApiDocument {
  info: { description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Described>>;
}

interface Described {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { examples: Record<string, { value: unknown }> }> };
  responses: Record<string, { description?: string }>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: { type?: string | string[]; enum?: (string | null)[]; default?: unknown };
  examples?: Record<string, { value: unknown }>;
}

/** One thing that can be asked. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  /** What it brings along: the media type, and an example to begin with. */
  body: { mediaType: string; example: string } | null;
  /** What may come back, by status. */
  answers: { status: string; description: string }[];
}

export interface Chapter {
  name: string;
  operations: Operation[];
}

/** What is sent. The path is relative to the page's base. */
export interface ApiRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** The operations by chapters, in the document's order. */
export function chapters({ tags, paths }: ApiDocument): Chapter[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      tag: described.tags[0],
      operation: operation(path, method, described),
    })),
  );
  return tags.map(({ name }) => ({
    name,
    operations: all.filter(({ tag }) => tag === name).map(({ operation }) => operation),
  }));
}

function operation(path: string, method: string, described: Described): Operation {
  const [content] = Object.entries(described.requestBody?.content ?? {});
  const told = Object.entries(described.responses).filter(([, { description }]) => description);
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    summary: described.summary,
    description: described.description ?? '',
    parameters: described.parameters,
    body: content ? { mediaType: content[0], example: exampleOf(content[1].examples) } : null,
    answers: told.map(([status, { description = '' }]) => ({ status, description })),
  };
}

function exampleOf(examples: Record<string, { value: unknown }>): string {
  const [first] = Object.values(examples);
  if (!first) return '';
  return typeof first.value === 'string' ? first.value : JSON.stringify(first.value, null, 2);
}

/** An example of a parameter's value, to be shown where nothing is filled in. */
export function hint({ examples = {} }: Parameter): string {
  const [first] = Object.values(examples);
  return first ? String(first.value) : '';
}

/** What a parameter can be, where that is a short list. */
export function choices({ schema }: Parameter): string[] {
  if (schema.enum) return schema.enum.filter((value) => value !== null);
  return [schema.type].flat().includes('boolean') ? ['true', 'false'] : [];
}

/** The request that is filled in so: parameters that are left empty are left out. */
export function requestOf(
  { method, path, parameters, body }: Operation,
  values: Record<string, string>,
  text: string,
): ApiRequest {
  const filled = parameters.filter(({ name }) => values[name]);
  const within = (part: Parameter['in']): [string, string][] =>
    filled
      .filter((parameter) => parameter.in === part)
      .map(({ name }) => [name, values[name] ?? '']);
  const whole = within('path').reduce(
    (whole, [name, value]) => whole.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(within('query')).toString();
  const headers = Object.fromEntries(within('header'));
  if (body) headers['content-type'] = body.mediaType;
  return {
    method,
    path: whole.replace(/^\//, './') + (query && `?${query}`),
    headers,
    body: body ? text : null,
  };
}

/** The parts of the path that are still to be filled in. */
export function missing({ parameters }: Operation, values: Record<string, string>): string[] {
  return parameters
    .filter(({ name, required }) => required && !values[name])
    .map(({ name }) => name);
}

/** The same request for a shell. */
export function curlOf({ method, headers, body }: ApiRequest, url: string): string {
  const parts = ['curl -s'];
  if (method !== 'GET') parts.push(`-X ${method}`);
  for (const [name, value] of Object.entries(headers))
    parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== null) parts.push(`--data-binary ${quoted(body)}`);
  return [...parts, quoted(url)].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
