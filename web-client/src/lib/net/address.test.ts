import { expect, test } from 'vitest';
import { address, socketAddress } from './address';

test('everything is found beside the page', () => {
  expect(address('./t/1', 'http://a.b/mars/').href).toBe('http://a.b/mars/t/1');
  expect(socketAddress(1, 'http://a.b/mars/')).toBe('ws://a.b/mars/ws?protocol=1');
  expect(socketAddress(1, 'https://a.b/')).toBe('wss://a.b/ws?protocol=1');
});
