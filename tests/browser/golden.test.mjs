// Known games with dice, played to their ends by clicking: what is rolled was written beforehand.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fitsInAllWays } from './checking.mjs';
import { PHONE, opening } from './company.mjs';
import { SEEDS, refereed } from './house.mjs';
import { Ledger } from './ledger.mjs';

/** Golden games of the rules, by their line in the file, counted from 0. */
const GAMES = [
  { game: 'martian-frisby', line: 7, options: ['Open'], what: 'the shortest' },
  { game: 'martian-backgammon', line: 5, what: 'the shortest' },
  { game: 'martian-backgammon', line: 4, what: 'one that opens with a tie, full of doubles, hits and re-entries' },
];

for (const { game, line, options, what } of GAMES) {
  test(`a golden game of ${game} is played to its end by clicking: ${what}`, async () => {
    const { inputs, record } = await golden(game, line);
    const { players: seats, options: chosen, first } = record;
    const positions = refereed({ game, players: seats, options: chosen, first }, inputs);
    const roller = (step) => positions[step].seat;
    const dice = inputs.flatMap(({ roll }, step) => (roll ? [{ roller: roller(step), faces: roll }] : []));
    const { house, company } = await opening({ dice });
    const { title, reasons } = (await house.get('games')).find(({ id }) => id === game);
    const ada = await company.join('Ada', '', undefined, SEEDS[0]);
    const link = await ada.openTable({ game: title, options });
    const ben = await company.join('Ben', house.path(link), PHONE, SEEDS[1]);
    await ben.takeSeat();
    const players = [ada, ben];

    const expected = await play(players, inputs, positions, game);

    // Both are told how it ended …
    const { scores, ranks, reason } = record.result;
    const { sentence } = reasons.find((one) => one.reason === reason);
    const winner = players[ranks.indexOf(1)];
    for (const person of players) {
      const told = await person.page.getByTestId('result').innerText();
      assert.ok(told.includes(sentence), told);
      assert.ok(told.includes(person === winner ? 'You win!' : `${winner.name} wins.`), told);
      person.assertNoTroubles();
    }
    // … and the house has kept it as it was played, the second thought included.
    const { matches } = await house.get('matches');
    assert.equal(matches.length, 1);
    const kept = await house.get(`matches/${matches[0].id}`);
    assert.equal(kept.game, game);
    assert.equal(kept.reason, reason);
    assert.deepEqual(kept.seats.map(({ score }) => score), scores);
    assert.deepEqual(kept.seats.map(({ rank }) => rank), ranks);
    assert.deepEqual(kept.line.map(({ ms, ...entry }) => entry), expected);
    // Even of dice that were written, all that proves them fits: the house knew what the players would add.
    const known = 'This browser knew all of their seals before they were opened.';
    for (const { page } of players) await page.locator('[data-testid=dice-kept][data-fits=true]').getByText(known).waitFor();
    await fitsInAllWays(house, company, kept.id);
  });
}

/** A golden game: what is put in, step by step, and all that is known of it. */
async function golden(game, line) {
  const file = new URL(`../../rules/src/${game.replaceAll('-', '_')}/golden.jsonl`, import.meta.url);
  const record = JSON.parse((await readFile(file, 'utf8')).split('\n')[line]);
  return { record, inputs: record.steps.slice(1).map(([input]) => input) };
}

/**
 * Plays the whole game, each player at a page of their own, and returns it as it should have been kept. What the pages
 * offer is compared with the referee's word at every action; what they show, with the notation alone after every turn.
 */
async function play(players, inputs, positions, game) {
  await players[0].page.getByRole('button', { name: 'Roll the dice' }).waitFor();
  const ledger = await Ledger.open(players[0], game);
  const kept = [];
  const happened = async (entry) => {
    kept.push(entry);
    await Promise.all(players.map((person) => person.untilPlies(kept.length)));
  };
  const act = async (seat, action, actions) => {
    await take(players[seat], action, actions);
    await happened({ seat, action });
  };
  let thoughtAgain = false;
  for (const [step, { roll, act: action }] of inputs.entries()) {
    const { seat, actions } = positions[step];
    if (roll) {
      for (const person of players) await ledger.agreesWith(person);
      await players[seat].roll();
      await happened({ seat, roll });
      // A double may be worth more dice than two.
      for (const person of players) assert.deepEqual((await person.dice()).slice(0, 2), roll);
      continue;
    }
    await act(seat, action, actions);
    // In the middle of the game somebody thinks again, and then does the same after all.
    if (!thoughtAgain && step > inputs.length / 2 && positions[step + 1].seat === seat) {
      thoughtAgain = true;
      await players[seat].page.getByRole('button', { name: 'Undo' }).click();
      await happened({ seat, undo: true });
      for (const person of players) await ledger.agreesWith(person);
      await act(seat, action, actions);
    }
    ledger.move(action, seat);
  }
  assert.ok(thoughtAgain);
  for (const person of players) {
    await person.page.getByTestId('result').waitFor();
    await ledger.agreesWith(person);
  }
  return kept;
}

/** Takes an action token by token; the page offers exactly what is legal, at each of them. */
async function take(person, action, legal) {
  const ways = legal.map((one) => one.split('-'));
  const tokens = action.split('-');
  const beginnings = new Set(ways.map(([from]) => from));
  const after = (from) => ways.flatMap(([one, to]) => (one === from && to ? [to] : []));
  const only = beginnings.size === 1 ? after(...beginnings) : [];
  assert.deepEqual(await person.offered(), new Set([...beginnings, ...only].sort()), action);
  for (const [place, token] of tokens.entries()) {
    await person.pick(token);
    if (place + 1 < tokens.length) {
      const offered = await person.offered();
      for (const to of after(token)) assert.ok(offered.has(to), `${token} may go to ${to}`);
    }
  }
}
