import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { batchingWire, nextFrame } from './batchingWire';
import type { Wire } from './environment';

function set(): { inner: Wire; heard: unknown[]; draw: () => void; sent: string[] } {
  const sent: string[] = [];
  const heard: unknown[] = [];
  const due: (() => void)[] = [];
  const inner: Wire = {
    send: (text) => sent.push(text),
    close: (code) => sent.push(`closed ${code}`),
    onmessage: null,
    onclose: null,
  };
  const wire = batchingWire(inner, (run) => due.push(run));
  wire.onmessage = ({ data }) => heard.push(data);
  wire.onclose = ({ code }) => heard.push(code);
  wire.send('hello');
  wire.close(1000);
  return { inner, heard, sent, draw: () => due.splice(0).forEach((run) => run()) };
}

describe('a batching wire', () => {
  test('tells of all that has come since the last frame, in its order', () => {
    const { inner, heard, draw } = set();
    for (const data of ['a', 'b']) inner.onmessage?.({ data });
    expect(heard).toEqual([]);
    draw();
    expect(heard).toEqual(['a', 'b']);
    draw();
    inner.onmessage?.({ data: 'c' });
    draw();
    expect(heard).toEqual(['a', 'b', 'c']);
  });

  test('tells of the rest where one cannot be taken in', () => {
    const told = vi.fn();
    vi.stubGlobal('reportError', told);
    const inner: Wire = { send: () => {}, close: () => {}, onmessage: null, onclose: null };
    const heard: unknown[] = [];
    const wire = batchingWire(inner, (run) => run());
    wire.onclose = ({ code }) => heard.push(code);
    wire.onmessage = ({ data }) => {
      if (data === 'bad') throw new Error('bad');
      heard.push(data);
    };
    for (const data of ['a', 'bad', 'b']) inner.onmessage?.({ data });
    inner.onclose?.({ code: 1001 });
    expect(heard).toEqual(['a', 'b', 1001]);
    expect(told).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  test('tells of its end after the last message, and of that once', () => {
    const { inner, heard, draw } = set();
    inner.onmessage?.({ data: 'a' });
    inner.onclose?.({ code: 1001 });
    draw();
    expect(heard).toEqual(['a', 1001]);
  });

  test('sends and is closed at once', () => {
    expect(set().sent).toEqual(['hello', 'closed 1000']);
  });
});

describe('the next frame', () => {
  const frames: (() => void)[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', { visibilityState: 'visible' });
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run) - 1);
    vi.stubGlobal('cancelAnimationFrame', (at: number) => (frames[at] = () => {}));
  });

  afterEach(() => {
    frames.length = 0;
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('has it done once, and soon where none comes', () => {
    const run = vi.fn();
    nextFrame(run);
    frames[0]?.();
    vi.advanceTimersByTime(1000);
    expect(run).toHaveBeenCalledTimes(1);
    nextFrame(run);
    vi.advanceTimersByTime(1000);
    frames[1]?.();
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('is not waited for in the background', () => {
    vi.stubGlobal('document', { visibilityState: 'hidden' });
    const run = vi.fn();
    nextFrame(run);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
