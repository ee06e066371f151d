// Type generator. Writes `src/lib/api/paths.d.ts`, the types of every REST operation, from the OpenAPI document of a
// running server: `CYDONIA=http://127.0.0.1:8080 npm run api-paths`. The browser tests hold it against their server's.

import { writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

export const FILE = new URL('src/lib/api/paths.d.ts', import.meta.url);

const COMPONENT = '#/components/schemas/';
const HEAD = `// Generated from the server's OpenAPI document; see api-paths.js.

import type * as protocol from '../protocol';

`;

/** The document of a running server. */
export async function fetchDocument(server) {
  const response = await fetch(new URL('api/v1/openapi.json', server));
  return response.json();
}

/** The types of all that a document lists. Its components are the protocol's types of the same names. */
export async function pathTypes(document) {
  const { paths, components, ...about } = JSON.parse(JSON.stringify(document, withoutProse));
  // A stream is not read as JSON, and the protocol has no name for a line of it.
  delete paths['/api/v1/matches.ndjson'];
  for (const operation of Object.values(paths).flatMap(Object.values)) {
    operation.parameters = operation.parameters.flatMap(ofAnyGame);
  }
  const { responses } = components;
  const text = JSON.stringify({ paths, responses });
  const used = Object.keys(components.schemas).filter((name) =>
    text.includes(`"${COMPONENT}${name}"`),
  );
  const schemas = Object.fromEntries(used.map((name) => [name, {}]));
  const types = await openapiTS(
    { ...about, paths, components: { schemas, responses } },
    { alphabetize: true, defaultNonNullable: false, transform: protocolType },
  );
  return HEAD + astToString(types);
}

/** Words change where no type does; what an operation is for is said where the client asks for it. */
function withoutProse(key, value) {
  return ['description', 'summary', 'examples'].includes(key) ? undefined : value;
}

/** The client knows no game by name, so that one more changes nothing here. */
function ofAnyGame(parameter) {
  if (parameter.name.startsWith('options.')) return [];
  const { enum: _, ...any } = parameter.schema;
  return [['game', 'reason'].includes(parameter.name) ? { ...parameter, schema: any } : parameter];
}

function protocolType(_, { path }) {
  if (!path?.startsWith(COMPONENT)) return undefined;
  return ts.factory.createTypeReferenceNode(`protocol.${path.slice(COMPONENT.length)}`);
}

if (process.argv[1] === import.meta.filename) {
  const server = process.env.CYDONIA ?? 'http://127.0.0.1:8080';
  await writeFile(FILE, await pathTypes(await fetchDocument(server)));
}
