// Environment. The world outside a socket, by handle, so that tests need not wait.

/** What a WebSocket does for us; a fake stands in for it in tests. */
export interface Wire {
  send(text: string): void;
  close(code?: number): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

/** What there is outside: the connection, the time, and chance. */
export interface Environment {
  open(): Wire;
  now(): number;
  later(run: () => void, ms: number): unknown;
  cancel(timer: unknown): void;
  random(): number;
}
