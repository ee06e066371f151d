// Asks a live house by a client that @hey-api/openapi-ts made of its document: every example of the document, and what
// follows from their answers. The compiler holds what is written here against the client's types, and the client's schemas
// what is sent and what comes back: whatever they do not know would be lost on the way through them.
//
// Takes the house's address; the examples come over standard input, as JSON.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { ZodError } from 'zod';
import { createClient, createConfig } from './dist/client/client/index.js';
import * as sdk from './dist/client/sdk.gen.js';
import type { Event, Problem } from './dist/client/types.gen.js';
import * as schemas from './dist/client/zod.gen.js';

/** An example of the document. */
interface Example {
  operation: string;
  parameters: Record<string, unknown>;
  body: unknown;
  token: string | null;
}

/** What an operation takes and gives, without the types of a certain one. */
type Ask = (options: Record<string, unknown>) => Promise<Answer<unknown>>;

interface Answer<T> {
  data?: T;
  error?: unknown;
  response?: Response;
}

interface Schema {
  parse(value: unknown): unknown;
}

interface Document {
  paths: Record<string, Record<string, Described>>;
}

interface Described {
  operationId: string;
  parameters: { name: string; in: string }[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}

// What the generator cannot express: it types pictures as text, and lines as one line, and hands out bytes.
const BYTES = [
  'drawMatch',
  'drawTable',
  'filmMatch',
  'paintGame',
  'paintMatch',
  'paintTable',
  'readOwnData',
  'readProof',
  'streamMatches',
  'streamTable',
];

// What has no end that could be waited for.
const ENDLESS = ['followMatches', 'streamOwnGames', 'streamTables'];

// What a house has only if it is told to.
const ABSENT = ['readDump', 'setMail', 'confirmMail'];

// What is for pages of the house alone, whose browsers have passkeys.
const FOR_PAGES = ['passkeyOptions', 'addPasskey', 'removePasskey', 'removePassword', 'signInOptions', 'deleteAccount'];

// What is refused in other words than the house's own.
const OF_OAUTH = ['exchangeCode', 'giveTokenBack'];

const house = process.argv[2] ?? '';
const client = createClient(createConfig({ baseUrl: house }));
const read = new Set<string>();
const bytes = new Set<string>();
const refused = new Set<string>();

/** An answer, once the client's schema has read it and given it back as it was. */
async function good<T>(operation: string, asked: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await asked;
  assert(response?.ok && data !== undefined, `${operation}: ${response?.status} ${JSON.stringify(error)}`);
  if (data instanceof Blob) {
    bytes.add(operation);
    return data;
  }
  const schema = Object.entries<Schema>(schemas).find(
    ([name]) => name.toLowerCase() === `z${operation}response`.toLowerCase(),
  );
  assert(schema, operation);
  assert.deepEqual(schema[1].parse(data), data, operation);
  read.add(operation);
  return data;
}

/** A refusal, likewise. */
function bad(operation: string, error: unknown): Problem {
  const problem = schemas.zProblem.parse(error);
  assert.deepEqual(problem, error, operation);
  refused.add(operation);
  return problem;
}

/** A refusal in OAuth's words. */
function badly(operation: string, error: unknown): void {
  assert.deepEqual(schemas.zOAuthError.parse(error), error, operation);
  refused.add(operation);
}

/** Has an example answered, whatever is answered. */
async function tryOut({ operation, parameters, body, token }: Example, described: Described): Promise<void> {
  const within = (place: string) => {
    const names = described.parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
    const given = Object.entries(parameters).filter(([name]) => names.includes(name));
    return names.length > 0 ? Object.fromEntries(given) : undefined;
  };
  const options = {
    client,
    auth: as(token),
    body: body ?? undefined,
    path: within('path'),
    query: within('query'),
    headers: within('header'),
  };
  const ask = (sdk as unknown as Record<string, Ask>)[operation];
  assert(ask, operation);
  let answer: Answer<unknown>;
  try {
    answer = await ask(options);
  } catch (error) {
    // What the client's own schema refuses the house refuses, too.
    assert(error instanceof ZodError, operation);
    answer = await ask({ ...options, requestValidator: undefined });
    assert.equal(answer.response?.status, 400, operation);
  }
  if (answer.response?.ok) await good(operation, Promise.resolve(answer));
  else if (OF_OAUTH.includes(operation)) badly(operation, answer.error);
  else bad(operation, answer.error);
}

/** What an event tells that only its kind does: the compiler knows which it is by its tag. */
function told(event: Event): string | undefined {
  switch (event.type) {
    case 'act':
      return event.action;
    case 'roll':
      return event.dice.join('-');
    case 'leave':
      return event.reason;
    default:
      return undefined;
  }
}

/** Tells the house who asks, where it may know that. */
function as(token: string | null | undefined) {
  return ({ scheme }: { scheme?: string }) => (scheme === 'bearer' ? (token ?? undefined) : undefined);
}

/** What can be asked only by whoever has had an answer; Ada sits at an open table. */
async function follow(ada: string, open: string): Promise<void> {
  for (const { id } of await good('listGames', sdk.listGames({ client }))) {
    await good('readLeaderboard', sdk.readLeaderboard({ client, path: { game: id }, query: { pool: 'more' } }));
    const { puzzles } = await good('listPuzzles', sdk.listPuzzles({ client, query: { game: id, limit: 3 } }));
    for (const puzzle of puzzles) await solve(puzzle.id, ada);
  }
  for (const { id, plies } of (await good('listMatches', sdk.listMatches({ client }))).matches) {
    for (let ply = 0; ply <= plies; ply++) {
      await good('readPosition', sdk.readPosition({ client, path: { id }, query: { ply, layout: true } }));
    }
    const { line } = await good('readMatch', sdk.readMatch({ client, path: { id } }));
    const { events } = await good('replayMatch', sdk.replayMatch({ client, path: { id } }));
    const recorded = line.map(({ action, roll, left }) => action ?? roll?.join('-') ?? left);
    assert.deepEqual(
      events.map(told).filter((word) => word !== undefined),
      recorded,
    );
  }
  for (const { info } of (await good('listTables', sdk.listTables({ client }))).tables) {
    const { code } = await good('giveTableCode', sdk.giveTableCode({ client, path: { id: info.id } }));
    const { table } = await good('readTableCode', sdk.readTableCode({ client, path: { code } }));
    assert.equal(table, info.id);
  }
  await takeOver(ada, open);
  await lend(ada);
  await letIn(ada);
}

/** Tries a puzzle, and has told why what is no choice is none. */
async function solve(id: string, player: string): Promise<void> {
  const { choices } = await good('readPuzzle', sdk.readPuzzle({ client, path: { id } }));
  for (const choice of choices) {
    const action = choice.split('-').reverse().join('-');
    await good('explainPuzzle', sdk.explainPuzzle({ client, path: { id }, query: { action } }));
  }
  const body = { action: choices[0] ?? '' };
  await good('attemptPuzzle', sdk.attemptPuzzle({ client, auth: as(player), path: { id }, body }));
}

/** Sits down at Ada's seat by its link, as she might on another device, and is sent away. */
async function takeOver(ada: string, open: string): Promise<void> {
  const auth = as(ada);
  const { key } = await good('makeSeatKey', sdk.makeSeatKey({ client, auth, path: { id: open } }));
  const headers = { 'x-seat-key': key };
  const seated = await good('readSeatKey', sdk.readSeatKey({ client, path: { id: open }, headers }));
  const opened = await good('openSeat', sdk.openSeat({ client, body: { table: open, key } }));
  assert.deepEqual(opened.player, seated);
  const { sessions } = await good('listSessions', sdk.listSessions({ client, auth }));
  const other = sessions.find(({ current }) => !current);
  assert(other);
  const left = await good('endSession', sdk.endSession({ client, auth, path: { id: other.id } }));
  assert.equal(left.sessions.length, sessions.length - 1);
}

/** Makes a token for a program that only looks, and takes it back. */
async function lend(ada: string): Promise<void> {
  const auth = as(ada);
  const body = { name: 'A board on the wall', scopes: [] };
  const { id, token } = await good('createToken', sdk.createToken({ client, auth, body }));
  assert(token);
  assert.deepEqual((await good('whoAmI', sdk.whoAmI({ client, auth: as(token) }))).scopes, ['read']);
  const { tokens } = await good('listTokens', sdk.listTokens({ client, auth }));
  assert(tokens.some((one) => one.id === id));
  const left = await good('revokeToken', sdk.revokeToken({ client, auth, path: { id } }));
  assert(left.tokens.every((one) => one.id !== id));
}

/** Lets an app in, as its player and as the app, which gives its token back. */
async function letIn(ada: string): Promise<void> {
  const secret = "a-secret-of-the-app-which-nobody-else-will-guess";
  const app = { client_id: 'org.example.other', redirect_uri: 'http://localhost:5000/back' };
  const challenge = createHash('sha256').update(secret).digest('base64url');
  const asked = { ...app, response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256' } as const;
  const { scopes } = await good('checkAuthorization', sdk.checkAuthorization({ client, query: asked }));
  assert.deepEqual(scopes, ['read']);
  const { redirect_uri: back } = await good('authorizeApp', sdk.authorizeApp({ client, auth: as(ada), body: asked }));
  const code = new URL(back).searchParams.get('code');
  assert(code);
  const body = { ...app, grant_type: 'authorization_code', code, code_verifier: secret };
  const { access_token: token } = await good('exchangeCode', sdk.exchangeCode({ client, body }));
  assert.deepEqual((await good('whoAmI', sdk.whoAmI({ client, auth: as(token) }))).scopes, ['read']);
  await good('giveTokenBack', sdk.giveTokenBack({ client, body: { token } }));
}

/** What no example asks in vain. */
async function beRefused(): Promise<void> {
  const path = { id: '00000000-0000-0000-0000-000000000000' };
  const { readRecord, replayMatch, readTable, filmMatch, paintMatch, paintTable, drawTable } = sdk;
  const { readResults, readOpponents } = sdk;
  const ofGames = { readRecord, replayMatch, readTable, filmMatch, paintMatch, paintTable, drawTable };
  const readers = { ...ofGames, readResults, readOpponents };
  for (const [operation, ask] of Object.entries(readers)) {
    assert.match(bad(operation, (await ask({ client, path })).error).code, /^no_(match|table|player)$/);
  }
  const lines = await sdk.streamMatches({ client, query: { opponent: path.id } });
  assert.equal(bad('streamMatches', lines.error).code, 'bad_query');
  const name = await sdk.changeName({ client, body: { name: 'Nobody' } });
  assert.equal(bad('changeName', name.error).code, 'no_session');
  assert.equal(bad('endOtherSessions', (await sdk.endOtherSessions({ client })).error).code, 'no_session');
}

const { paths } = (await (await fetch(`${house}/api/v1/openapi.json`)).json()) as Document;
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
const examples = JSON.parse(await text(process.stdin)) as Example[];
for (const example of examples) {
  const described = operations.find(({ operationId }) => operationId === example.operation);
  assert(described, example.operation);
  await tryOut(example, described);
}
const hers = examples.find(({ operation, token }) => operation === 'makeSeatKey' && token);
assert(hers?.token);
await follow(hers.token, String(hers.parameters.id));
await beRefused();

const ids = operations.map(({ operationId }) => operationId);
assert.deepEqual([...bytes].sort(), BYTES, 'what comes as bytes');
const unread = [...BYTES, ...ENDLESS, ...ABSENT, ...FOR_PAGES].sort();
assert.deepEqual(ids.filter((id) => !read.has(id)).sort(), unread, 'what has had no answer that was read');
const mayRefuse = operations.filter(({ responses }) => Object.keys(responses).some((status) => status.startsWith('4')));
const unrefused = mayRefuse.map(({ operationId }) => operationId).filter((id) => !refused.has(id));
assert.deepEqual(unrefused, [], 'what was never refused');
console.log(
  `TypeScript: the answers of ${read.size} operations and refusals of ${refused.size} came out of their schemas as they were`,
);
