import { PROTOCOL_VERSION } from '../protocol';
import { socketAddress } from './address';
import { batchingWire, nextFrame } from './batchingWire';
import { Socket } from './socket';
import type { Wire } from './environment';

/** By this name a page says that a token goes with a socket, which cannot have headers. */
const BEARER = 'cydonia-bearer';

/** Browser's socket. The browser's own timers and sockets. With a token it is not for whoever the page is, but for its player. */
export function browserSocket(token?: string): Socket {
  const socket = new Socket({
    open: () => {
      const protocols = token === undefined ? [] : [BEARER, token];
      const wire = new WebSocket(socketAddress(PROTOCOL_VERSION), protocols) as unknown as Wire;
      return batchingWire(wire, nextFrame);
    },
    now: () => performance.now(),
    later: (run, ms) => setTimeout(run, ms),
    cancel: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
    random: () => Math.random(),
  });
  // A phone that was put away, a page that comes back by the back button, a network that is there
  // again: nobody should have to wait for the next attempt, or for a dead connection to be noticed.
  for (const sign of ['online', 'offline', 'pageshow'])
    addEventListener(sign, () => socket.reconnectNow());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') socket.reconnectNow();
  });
  return socket;
}
