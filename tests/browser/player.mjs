// Play over the socket, for those who only want to look at what comes of it.

/** Runs in the page: a socket of its own beside the page's, with just enough to play. */
async function player() {
  const socket = new WebSocket(new URL('ws?protocol=1', document.baseURI).href.replace('http', 'ws'));
  const tables = new Map();
  const answers = new Map();
  let heard = () => {};
  const known = (id) => tables.get(id) ?? tables.set(id, { n: 0, steps: 0, kinds: [] }).get(id);
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === 'ok') answers.get(message.id).resolve(message);
    else if (message.type === 'error') answers.get(message.id).reject(new Error(message.message));
    else if (message.type === 'choices') known(message.table).choices = message;
    else if (message.type === 'events') {
      for (const event of message.events.filter(({ n }) => n > known(message.table).n)) {
        const table = known(message.table);
        table.n = event.n;
        table.turn = event.view?.turn ?? event.diff?.turn ?? table.turn;
        if (event.type === 'act' || event.type === 'roll') table.steps += 1;
        table.kinds.push(event.type, ...(event.motions ?? []).map(({ type }) => type));
      }
    }
    heard();
  };
  await new Promise((open) => (socket.onopen = open));
  let id = 0;
  globalThis.player = {
    send(wish) {
      id += 1;
      socket.send(JSON.stringify({ id, do: wish }));
      return new Promise((resolve, reject) => answers.set(id, { resolve, reject }));
    },
    watch: (table) => globalThis.player.send({ type: 'watch', table, since: 0 }),
    /** Begins at a table with dice, adding nothing to any roll; elsewhere nothing has to be said. */
    begin: (table, dice) => dice && globalThis.player.send({ type: 'ready', table, pledge: null }),
    last: (id) => {
      const { n, steps, kinds, turn } = known(id);
      return { n, steps, kinds, ...turn };
    },
    /** Waits until the game is on. */
    async started(id) {
      while (!known(id).turn) await new Promise((resolve) => (heard = resolve));
    },
    /** Does what is due once event `n` and what it offers are known; dice to which nobody adds roll by themselves. */
    async act(id, n, chance) {
      const table = known(id);
      table.kinds = [];
      const rolls = () => table.turn.phase === 'roll';
      const wait = async (isDone) => {
        while (!isDone()) await new Promise((resolve) => (heard = resolve));
      };
      await wait(() => table.n >= n && (rolls() || table.choices?.at === table.n));
      if (rolls()) {
        await wait(() => !rolls());
        return this.last(id);
      }
      const { at, actions } = table.choices;
      const moves = actions.filter((action) => action.includes('-'));
      const ways = moves.length > 0 ? moves : actions;
      await this.send({ type: 'act', table: id, at, action: ways[Math.floor(chance * ways.length)] });
      return this.last(id);
    },
  };
}

/** People who play without a page's help, each with a name and a socket of their own. */
export async function gather(company, house, names) {
  const people = [];
  for (const name of names) {
    const person = await company.join(name, 'about');
    await person.page.request.post(house.url('api/v1/session'), { data: { name } });
    await person.page.evaluate(player);
    people.push(person);
  }
  return people;
}
