// Every number of seats has its board, and can be played on it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, chance, opening } from './company.mjs';

const { house, company } = await opening();

/** How many corners the whole board has: the hull of its spaces, where its direction changes by more than a little. */
function corners(board) {
  const points = [...board.querySelectorAll('polygon.cell')].flatMap((polygon) =>
    [...polygon.points].map(({ x, y }) => [x, y]),
  );
  points.sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const turn = ([ox, oy], [ax, ay], [bx, by]) => (ax - ox) * (by - oy) - (ay - oy) * (bx - ox);
  const half = (all) => {
    const chain = [];
    for (const point of all) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  const hull = [...half(points), ...half(points.toReversed())];
  const next = (place) => hull[(place + 1) % hull.length];
  // Rounded coordinates bend a side a little; only long straight parts count.
  const length = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);
  const whole = hull.reduce((sum, point, place) => sum + length(point, next(place)), 0);
  const ways = [];
  hull.forEach((point, place) => {
    const [dx, dy] = [next(place)[0] - point[0], next(place)[1] - point[1]];
    if (length(point, next(place)) > whole / 100) ways.push(Math.atan2(dy, dx));
  });
  const bends = ways.filter((way, place) => Math.cos(way - ways[(place + 1) % ways.length]) < 0.98);
  return bends.length;
}

for (const [seats, shape, sides] of [
  [3, 'triangle', 3],
  [4, 'square', 4],
  [5, 'pentagon', 5],
  [6, 'hexagon', 6],
]) {
  test(`${seats} seats play on a ${shape}`, async () => {
    const options = seats === 3 ? ['Arcade'] : seats === 4 ? ['Teams'] : [];
    const people = [await company.join('Seat 0')];
    const link = await people[0].openTable({ seats, options });
    for (let seat = 1; seat < seats; seat += 1) {
      const person = await company.join(`Seat ${seat}`, house.path(link), seat % 2 ? PHONE : undefined);
      await person.takeSeat();
      people.push(person);
    }
    const random = chance(seats);
    for (let ply = 0; ply < seats * 2; ply += 1) {
      assert.ok(await people[ply % seats].mayMove());
      await people[ply % seats].move(random);
      await Promise.all(people.map((person) => person.untilPlies(ply + 1)));
    }
    await people[1].assertFits();
    const position = await people[0].position();
    for (const person of people) {
      assert.equal(await person.position(), position);
      assert.equal(await person.page.getByTestId('board').evaluate(corners), sides);
      person.assertNoTroubles();
      await person.page.context().close();
    }
  });
}
