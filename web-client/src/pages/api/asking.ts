// API console client. Sends a request as it was filled in, and reads the answer's beginning.

import { address } from '../../lib/net/address';
import type { ApiRequest } from './document';

/** What came back. */
export interface Answered {
  status: number;
  words: string;
  headers: [string, string][];
  /** Its beginning, in lines that people read. */
  text: string;
  isWhole: boolean;
}

/** The most of an answer that is read: a page that shows more is none to look at. */
const MOST = 60_000;

const SHOWN = ['content-type', 'etag', 'cache-control', 'allow'];

/** Sends a request and reads the beginning of what comes back. */
export async function asked({ method, path, headers, body }: ApiRequest): Promise<Answered> {
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (body !== null) init.body = body;
  const response = await fetch(address(path), init);
  const { text, isWhole } = await beginning(response);
  return {
    status: response.status,
    words: response.statusText,
    headers: SHOWN.flatMap((name): [string, string][] => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
    text: isWhole ? readable(text) : text,
    isWhole,
  };
}

async function beginning(response: Response): Promise<{ text: string; isWhole: boolean }> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (reader && text.length < MOST) {
    const { done, value } = await reader.read();
    if (done) return { text, isWhole: true };
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return { text: text.slice(0, MOST), isWhole: !reader };
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
