// What runs in a page to measure it. Times are milliseconds since 1970, so that two pages can be compared.

/** Runs in the page: which part of the window the cells cover. */
export function shareOfCells() {
  const cells = [...document.querySelectorAll('[data-testid=board] polygon.cell')];
  const area = cells.reduce((sum, cell) => {
    const { a, d } = cell.getScreenCTM();
    const corners = [...cell.points];
    const twice = corners.reduce((all, { x, y }, at) => {
      const next = corners[(at + 1) % corners.length];
      return all + x * next.y - y * next.x;
    }, 0);
    return sum + (Math.abs(twice) / 2) * a * d;
  }, 0);
  return area / (innerWidth * innerHeight);
}

/** Runs in a page: how long a fixed computation takes, in milliseconds. */
export function workedAlone() {
  const from = performance.now();
  let hash = 1;
  for (let turn = 0; turn < 20_000_000; turn += 1) hash = Math.imul(hash ^ turn, 0x01000193) >>> 0;
  // What nobody looks at might not be computed at all.
  globalThis.worked = hash;
  return performance.now() - from;
}

/** Runs in a page: goes down to its foot and back, as fast as it is drawn. */
export async function lookThrough() {
  const frame = () => new Promise(requestAnimationFrame);
  for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
    scrollTo(0, y);
    await frame();
    // What is in sight is told with the next one.
    await frame();
  }
  scrollTo(0, 0);
}

/** Before the page: adds up all that shifts, what follows a person's own click at once apart. */
export function noteShifts() {
  globalThis.shifts = { all: 0, unasked: 0 };
  const observer = new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      globalThis.shifts.all += value;
      if (!hadRecentInput) globalThis.shifts.unasked += value;
    }
  });
  observer.observe({ type: 'layout-shift', buffered: true });
}

/** Before the page: notes when the first door of the home page can be used and has been painted. */
export function noteUsable() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[data-testid=quick] button.now:enabled')) return;
    observer.disconnect();
    globalThis.painted(() => (globalThis.usable = performance.now()));
  });
  observer.observe(document, { childList: true, subtree: true, attributes: true });
}

/**
 * Before the page: calls back once what has changed by now is on the screen. That is after the frame it is drawn in: the one whose
 * layout has seen a change made now, be that before the frame or in it.
 */
export function knowPainted() {
  globalThis.painted = (then) => {
    const probe = document.createElement('i');
    probe.style = 'position: fixed; width: 0; height: 1px; contain: strict; visibility: hidden';
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        probe.remove();
        then();
      };
      port2.postMessage(null);
    });
    document.documentElement.append(probe);
    observer.observe(probe);
  };
}

/** Before the page: notes when one clicked, when an action was sent and one came, and when the list of moves had grown and was painted. */
export function noteMoves() {
  const now = () => performance.timeOrigin + performance.now();
  globalThis.noted = { moves: [] };
  const of = (ply) => (globalThis.noted.moves[ply] ??= {});
  addEventListener('click', ({ timeStamp }) => (globalThis.noted.clicked = performance.timeOrigin + timeStamp), true);
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    if (text.includes('"type":"act"')) globalThis.noted.sent = now();
    send.call(this, text);
  };
  globalThis.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (data.includes('"type":"act"')) globalThis.noted.came = now();
      });
    }
  };
  let before = 0;
  const observer = new MutationObserver(() => {
    const plies = Number(document.querySelector('[data-plies]')?.dataset.plies ?? 0);
    if (plies === before) return;
    before = plies;
    Object.assign(of(plies), { came: globalThis.noted.came, changed: now() });
    globalThis.painted(() => (of(plies).painted = now()));
  });
  observer.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-plies'] });
}

/** Runs in the page: waits until it shows so many plies. */
export function pliesAre(count) {
  const shown = () => Number(document.querySelector('[data-plies]')?.dataset.plies ?? -1) >= count;
  return new Promise((resolve) => {
    const look = () => {
      if (!shown()) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true, attributeFilter: ['data-plies'] });
    look();
  });
}

/** Runs in the page: notes how long each frame takes from now on. */
export function noteFrames() {
  const frames = [];
  let last = performance.now();
  const next = (at) => {
    frames.push(at - last);
    last = at;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  globalThis.frames = frames;
}
