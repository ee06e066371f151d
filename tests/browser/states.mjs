// What the page looks like in all its states: each gets there and says who looks at it.

import { PHONE, chance, part, playing } from './company.mjs';
import { DIALOGS } from './dialogs.mjs';

/** Where an app of somebody else's sends one; the challenge is that of RFC 7636. */
export const APP_OF_OTHERS = `authorize?${new URLSearchParams({
  response_type: 'code',
  client_id: 'board.example',
  redirect_uri: 'https://board.example/back',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  scope: 'play chat',
})}`;

/** A page that needs nothing but its address. */
const at = (path) => async ({ company }) => {
  const guest = await company.join('Guest', path);
  await guest.page.getByRole('heading', { level: 1 }).waitFor();
  return guest;
};

async function resigned(company, plies = 12, game = 'Martian Chess') {
  const { ada, ben, id } = await company.playSome(game, plies);
  await ada.page.goto(ada.house.url(`games/${id}`));
  await ada.page.getByTestId('board').waitFor();
  return { ada, ben, id };
}

/** Somebody unfolds what is beside the board, however the page shows it at this size. */
function tab({ page }, name) {
  return page.getByRole('tab', { name }).click();
}

async function againstComputer({ company }) {
  const ada = await company.join('Ada', 'new?game=martian-chess&with=computer');
  const form = ada.page.getByRole('form', { name: 'Play the computer' });
  await form.getByRole('button', { name: 'Play', exact: true }).click();
  await ada.sayName();
  await ada.page.getByTestId('hint').waitFor();
  return ada;
}

/** In this order: what comes first makes the lists of what comes later. */
export const STATES = {
  'home-of-a-new-house': async (world) => {
    const guest = await at('')(world);
    await guest.lookThrough();
    await guest.page.getByTestId('puzzle-of-the-day').waitFor();
    return guest;
  },
  'not-found': at('no/such/page'),
  'no-such-table': at('t/not-a-table'),
  'no-such-game': at('games/01900000-0000-7000-8000-000000000000'),
  games: at('games'),
  leaderboards: at('leaderboards'),
  'new-game': at('new'),
  'new-game-against-a-computer': at('new?with=computer'),
  'new-game-on-one-device': at('new?with=device'),
  settings: at('settings'),
  learn: at('learn'),
  lesson: async ({ company }) => {
    const guest = await company.join('Guest', 'learn/martian-go');
    await guest.page.getByTestId('lesson-task').waitFor();
    return guest;
  },
  rules: at('rules'),
  'rules-of-a-game': at('rules/branches-twigs-thorns'),
  puzzles: at('puzzles'),
  puzzle: async ({ company, house }) => {
    const { puzzle } = await house.get('puzzles/today');
    const guest = await company.join('Guest', `puzzles/${puzzle.id}`);
    await guest.page.getByTestId('board').waitFor();
    return guest;
  },
  tournaments: at('tournaments'),
  clubs: at('clubs'),
  about: at('about'),
  friends: at('friends'),
  moderation: at('moderation'),
  privacy: at('privacy'),
  api: at('api'),
  'app-of-others': at(APP_OF_OTHERS),
  'one-device-handed-over': async ({ company }) => {
    const ada = await company.join('Ada', 'new?game=martian-chess&with=device');
    const form = ada.page.getByRole('form', { name: 'Play on one device' });
    await form.getByLabel('Player 2').fill('Ben');
    await form.getByRole('switch', { name: /Pause between turns/ }).click();
    await form.getByRole('button', { name: 'Play', exact: true }).click();
    await ada.sayName();
    await ada.mayMove();
    await ada.move(chance(4));
    await ada.page.getByRole('dialog').filter({ hasText: 'Hand it to' }).waitFor();
    return ada;
  },
  'asked-for-a-name': async ({ company }) => {
    const guest = await company.join('Guest');
    await guest.page.getByRole('button', { name: 'Play now' }).click();
    await guest.page.getByRole('dialog').getByRole('textbox').waitFor();
    return guest;
  },
  'looking-for-an-opponent': async ({ company }) => {
    const ada = await company.join('Ada');
    await ada.page.getByRole('button', { name: 'Play now' }).click();
    await ada.sayName();
    await ada.page.getByRole('button', { name: 'Leave', exact: true }).waitFor();
    return ada;
  },
  'waiting-for-a-friend': async ({ company }) => {
    const ada = await company.join('Ada');
    await ada.openTable({ isPrivate: true });
    return ada;
  },
  'invited-to-a-table-of-four': async ({ company }) => {
    const ada = await company.join('Ada');
    const link = await ada.openTable({ seats: 4 });
    const ben = await company.join('Ben', link.slice(company.house.url().length));
    await ben.page.getByRole('button', { name: 'Join', exact: true }).waitFor();
    return ben;
  },
  'ones-turn-at-chess': async ({ company }) => {
    const { ada, ben } = await playing(company, 6);
    await ada.page.locator('[data-movable=true]').first().waitFor();
    await part(ben);
    return ada;
  },
  'the-other-is-away': async ({ company }) => {
    const { ada, ben } = await playing(company, 5);
    await part(ben);
    await ada.page.getByTestId('seat-1').getByTestId('away').waitFor();
    return ada;
  },
  refused: async ({ company }) => {
    const { ada } = await playing(company, 0);
    await ada.page.locator('[data-movable=true]').first().waitFor();
    await ada.page.getByTestId('space-a8').click({ force: true });
    return ada;
  },
  'a-draw-is-offered': async ({ company }) => {
    const { ada, ben } = await playing(company, 4);
    await ben.choose('Offer a draw');
    await ada.page.getByTestId('offer-draw').waitFor();
    return ada;
  },
  'the-menu': async ({ company }) => {
    const { ada } = await playing(company, 4);
    await ada.page.getByRole('button', { name: 'More…' }).click();
    return ada;
  },
  'to-resign': async ({ company }) => {
    const { ada } = await playing(company, 4);
    await ada.choose('Resign');
    await ada.page.getByRole('button', { name: 'Yes, resign' }).waitFor();
    return ada;
  },
  chat: async ({ company }) => {
    const { ada, ben } = await playing(company, 3);
    await ben.page.getByTestId('chat-opener').click();
    await ben.page.getByTestId('chat-field').fill('Hello! Is this the game where pieces change sides?');
    await ben.page.getByRole('button', { name: 'Send' }).click();
    await tab(ada, /^Chat/);
    await ada.page.getByTestId('chat-line').first().waitFor();
    return ada;
  },
  'rules-beside-the-board': async ({ company }) => {
    const { ada } = await playing(company, 3);
    await ada.page.getByTestId('rules-opener').first().click();
    return ada;
  },
  'to-roll': async ({ company }) => {
    const { ada, ben } = await playing(company, 0, { game: 'Martian Backgammon' });
    const roll = ({ page }) => page.getByRole('button', { name: 'Roll the dice' }).waitFor();
    return Promise.any([ada, ben].map((person) => roll(person).then(() => person)));
  },
  'dice-are-left': async ({ company }) => {
    const { ada, ben } = await playing(company, 2, { game: 'Martian Backgammon' });
    const end = ({ page }) => page.getByTestId('token-end');
    for (const person of [ada, ben]) if (await end(person).count()) return person;
    return ada;
  },
  'a-piece-is-laid': async ({ company }) => {
    const { ada, ben } = await playing(company, 5, { game: 'Martian Go' });
    for (const person of [ada, ben]) {
      const cell = person.page.locator('[data-testid=board] [data-movable=true]').first();
      if (!(await cell.count())) continue;
      await cell.click();
      return person;
    }
    return ada;
  },
  'against-a-computer': againstComputer,
  'a-hint': async (there) => {
    const ada = await againstComputer(there);
    await ada.page.getByTestId('hint').click();
    await ada.page.getByTestId('hinted').waitFor();
    return ada;
  },
  won: async ({ company }) => {
    const { ada, ben } = await playing(company, 9);
    await ben.resign();
    await ada.page.getByTestId('result').waitFor();
    return ada;
  },
  drawn: async ({ company }) => {
    const { ada, ben } = await playing(company, 9);
    await ben.choose('Offer a draw');
    await ada.page.getByTestId('offer-draw').getByRole('button', { name: 'Agree' }).click();
    await ada.page.getByTestId('result').waitFor();
    return ada;
  },
  'a-finished-game': async ({ company }) => (await resigned(company)).ada,
  'what-if': async ({ company, house }) => {
    const { ada, id } = await resigned(company);
    await ada.page.goto(house.url(`games/${id}#4`));
    await ada.page.locator('[data-movable=true]').first().waitFor();
    await ada.move(chance(23));
    await ada.page.getByTestId('side-ply').first().waitFor();
    return ada;
  },
  'reviewed-together': async ({ company, house }) => {
    const { ada, ben } = await resigned(company);
    await ada.page.getByRole('button', { name: 'Review together' }).click();
    const link = await ada.page.getByTestId('review-link').inputValue();
    await ben.page.goto(house.url(link.slice(house.url().length)));
    await ben.page.getByTestId('shared-review').getByText('You follow Ada').waitFor();
    return ben;
  },
  shared: async ({ company }) => {
    const { ada } = await resigned(company);
    await ada.page.getByTestId('share').click();
    return ada;
  },
  analysed: async ({ company }) => {
    const { ada } = await resigned(company, 20);
    await ada.page.getByTestId('analyse').click();
    await ada.page.getByTestId('value-curve').waitFor();
    await ada.page.getByTestId('first').click();
    return ada;
  },
  embedded: async ({ company, house }) => {
    const { ada, id } = await resigned(company);
    await ada.page.goto(house.url(`embed/${id}`));
    await ada.page.getByTestId('board').waitFor();
    return ada;
  },
  player: async ({ company, house }) => {
    const { ada } = await resigned(company);
    const { player } = await (await ada.page.request.get(house.url('api/v1/session'))).json();
    await ada.page.goto(house.url(`players/${player.id}`));
    await ada.page.getByRole('heading', { level: 1 }).waitFor();
    return ada;
  },
  'games-with-some': at('games'),
  'ones-own-games-on-the-home-page': async ({ company, house }) => {
    const { ada } = await playing(company, 4);
    await ada.page.goto(house.url());
    await ada.page.getByRole('region', { name: 'Your games' }).waitFor();
    return ada;
  },
  watched: async ({ company }) => {
    const { ada, path } = await company.seatTwo({ game: 'Martian Mud Wrestling' });
    const eve = await company.join('Eve', path, PHONE);
    await ada.anything(chance(2));
    await eve.untilPlies(1);
    return eve;
  },
  wall: async ({ company }) => {
    const { ada } = await company.seatTwo({ game: 'Martian Go' });
    await ada.anything(chance(2));
    const guest = await company.join('Guest', 'wall');
    await guest.page.getByTestId('board').or(guest.page.getByRole('heading', { level: 1 })).first().waitFor();
    return guest;
  },
  ...DIALOGS,
  'without-scripts': async ({ company }) =>
    company.join('Guest', 'rules/martian-chess', undefined, null, { javaScriptEnabled: false }),
  /** The last: nobody can be there afterwards. */
  'the-house-is-away': async ({ company, house }) => {
    const { ada } = await playing(company, 4);
    await house.close();
    await ada.page.getByTestId('connection').waitFor();
    return ada;
  },
};
