// Fake network and clock. Wires that a test speaks by, and time that goes when it says so.

import type { Environment, Wire } from '../net/environment';
import { PROTOCOL_VERSION } from '../protocol';
import type { Command, Envelope, ServerMessage } from '../protocol';
import { limits } from './samples';

/** What a server at the other end of a wire hears and says. */
export class FakeWire implements Wire {
  sent: Envelope[] = [];
  closed = false;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Envelope);
  }
  close(): void {
    this.closed = true;
  }
  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  hello(protocol = PROTOCOL_VERSION, ping_every_ms = 1000): void {
    this.say({ type: 'hello', protocol, server: 'x', player: null, ping_every_ms, ms: 0, limits });
  }
  /** What was sent, pings aside. */
  get told(): Command[] {
    return this.sent.map((envelope) => envelope.do).filter((command) => command.type !== 'ping');
  }
  idOf(type: Command['type']): number {
    return this.sent.findLast((envelope) => envelope.do.type === type)?.id ?? -1;
  }
}

/** An environment whose clock goes only when told to. */
export class FakeEnvironment implements Environment {
  wires: FakeWire[] = [];
  time = 0;
  private timers: { run: () => void; at: number }[] = [];

  open = (): Wire => {
    const wire = new FakeWire();
    this.wires.push(wire);
    return wire;
  };
  now = (): number => this.time;
  random = (): number => 1;
  later = (run: () => void, ms: number): unknown => {
    const timer = { run, at: this.time + ms };
    this.timers.push(timer);
    return timer;
  };
  cancel = (timer: unknown): void => {
    this.timers = this.timers.filter((one) => one !== timer);
  };
  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const due = this.timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.time = Math.max(this.time, due.at);
      this.cancel(due);
      due.run();
    }
    this.time = end;
  }
  get wire(): FakeWire {
    return this.wires.at(-1) as FakeWire;
  }
}
