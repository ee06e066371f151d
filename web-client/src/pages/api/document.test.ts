import { describe, expect, test } from 'vitest';
import type { ApiDocument, Operation } from './document';
import { chapters, choices, curlOf, hint, missing, requestOf } from './document';

const parameter = { required: false, description: 'What it is.', schema: { type: 'string' } };

const DOCUMENT: ApiDocument = {
  info: { description: 'All of it.' },
  tags: [{ name: 'Games' }, { name: 'House' }],
  paths: {
    '/healthz': {
      get: {
        operationId: 'isAlive',
        tags: ['House'],
        summary: 'Alive?',
        parameters: [],
        responses: { 200: { description: 'Yes.' }, default: {} },
      },
    },
    '/api/v1/games/{id}': {
      post: {
        operationId: 'change',
        tags: ['Games'],
        summary: 'Change it',
        parameters: [
          { ...parameter, name: 'id', in: 'path', required: true },
          {
            ...parameter,
            name: 'options.rules',
            in: 'query',
            schema: { enum: ['arcade', null] },
            examples: { one: { value: 'arcade' } },
          },
          { ...parameter, name: 'whole', in: 'query', schema: { type: ['boolean', 'null'] } },
          { ...parameter, name: 'x-table-key', in: 'header' },
        ],
        requestBody: {
          content: { 'application/json': { examples: { one: { value: { a: 1 } } } } },
        },
        responses: { 200: { description: 'Done.' } },
      },
    },
  },
};

function change(): Operation {
  const [games] = chapters(DOCUMENT);
  const [operation] = games?.operations ?? [];
  if (!operation) throw new Error('there is none');
  return operation;
}

test('operations stand in their chapters, in the order of these', () => {
  expect(
    chapters(DOCUMENT).map(({ name, operations }) => [name, ...operations.map(({ id }) => id)]),
  ).toEqual([
    ['Games', 'change'],
    ['House', 'isAlive'],
  ]);
  expect(chapters(DOCUMENT)[1]?.operations[0]?.answers).toEqual([
    { status: '200', description: 'Yes.' },
  ]);
});

test('short lists of values are offered, and examples shown', () => {
  expect(change().parameters.map(choices)).toEqual([[], ['arcade'], ['true', 'false'], []]);
  expect(change().parameters.map(hint)).toEqual(['', 'arcade', '', '']);
  expect(change().body).toEqual({ mediaType: 'application/json', example: '{\n  "a": 1\n}' });
});

describe('a request', () => {
  const values = { id: 'a/b', 'options.rules': 'arcade', 'x-table-key': "it's", whole: '' };

  test('has what was filled in, each where it belongs', () => {
    expect(requestOf(change(), values, '{}')).toEqual({
      method: 'POST',
      path: './api/v1/games/a%2Fb?options.rules=arcade',
      headers: { 'x-table-key': "it's", 'content-type': 'application/json' },
      body: '{}',
    });
    expect(missing(change(), { whole: 'true' })).toEqual(['id']);
    expect(missing(change(), values)).toEqual([]);
  });

  test('can be pasted into a shell', () => {
    expect(curlOf(requestOf(change(), values, "{'}"), 'http://localhost/x?y=1&z=2')).toBe(
      "curl -s -X POST -H 'x-table-key: it'\\''s' -H 'content-type: application/json' --data-binary '{'\\''}' 'http://localhost/x?y=1&z=2'",
    );
  });
});
