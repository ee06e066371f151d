import { expect, test } from 'vitest';
import type { PushTable } from '../protocol';
import { noticeOf } from '../push/notice';

const chess: PushTable = {
  table: '1',
  game: 'martian-chess',
  title: 'Martian Chess',
  why: 'turn',
  with: ['Ben'],
};

test('one table is told of by itself, and leads there', () => {
  expect(noticeOf({ count: 1, tables: [chess] })).toEqual({
    title: 'Your turn',
    body: 'Martian Chess with Ben',
    path: './t/1',
  });
  const found = noticeOf({ count: 1, tables: [{ ...chess, why: 'opponent' }] });
  expect(found.title).toBe('Ben is here');
  const paired = noticeOf({ count: 1, tables: [{ ...chess, why: 'tournament' }] });
  expect(paired).toEqual({ ...paired, title: 'Your tournament game begins', path: './t/1' });
  const three = { ...chess, why: 'opponent' as const, with: ['Ben', 'Cleo'] };
  expect(noticeOf({ count: 1, tables: [three] }).title).toBe('Ben and Cleo are here');
});

test('several are counted, and lead to the first page', () => {
  const notice = noticeOf({ count: 5, tables: [chess, { ...chess, table: '2', with: [] }] });
  expect(notice).toEqual({
    title: '5 games wait for you',
    body: 'Martian Chess with Ben\nMartian Chess\nand 3 more',
    path: './',
  });
});

test('what cannot be read is shown as something', () => {
  for (const message of [null, { count: 1, tables: [] }, {} as never])
    expect(noticeOf(message)).toEqual({
      title: 'Cydonia',
      body: 'Something waits for you.',
      path: './',
    });
});
