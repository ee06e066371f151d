import { expect, test } from 'vitest';
import { authorizationRequest } from './authorization';

test('a request is what its address says, without what is empty or unknown', () => {
  const address =
    '?response_type=code&client_id=a+b&state=&scope=play%20chat&nonce=1&redirect_uri=https%3A%2F%2Fa.example%2F%3Fb%3Dc';
  expect(authorizationRequest(address)).toEqual({
    response_type: 'code',
    client_id: 'a b',
    scope: 'play chat',
    redirect_uri: 'https://a.example/?b=c',
  });
  expect(authorizationRequest('')).toEqual({});
});
