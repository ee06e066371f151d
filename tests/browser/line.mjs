// A websocket for programs: text frames only, as much of RFC 6455 as the house speaks.

import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { request as requestOverTls } from 'node:https';

const [TEXT, CLOSE, PING, PONG] = [1, 8, 9, 10];

/** Opens a line; `hear` gets each text. */
export function openLine(url, headers, hear) {
  return new Promise((resolve, reject) => {
    const ask = new URL(url).protocol === 'https:' ? requestOverTls : request;
    const asked = ask(url, {
      headers: {
        ...headers,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    });
    asked.once('error', reject);
    asked.once('response', (response) => reject(new Error(`the house answers ${response.statusCode}`)));
    asked.once('upgrade', (_, socket, first) => {
      let rest = Buffer.alloc(0);
      const take = (bytes) => {
        rest = Buffer.concat([rest, bytes]);
        for (let frame = read(rest); frame; frame = read(rest)) {
          rest = rest.subarray(frame.length);
          if (frame.kind === TEXT) hear(frame.payload.toString('utf8'));
          else if (frame.kind === PING) socket.write(write(PONG, frame.payload));
          else if (frame.kind === CLOSE) socket.end();
        }
      };
      socket.on('data', take);
      socket.on('error', () => {});
      take(first);
      resolve({ send: (text) => socket.write(write(TEXT, Buffer.from(text))), close: () => socket.destroy() });
    });
    asked.end();
  });
}

/** The first frame, if all of it has come. The house sends whole, unmasked ones. */
function read(bytes) {
  if (bytes.length < 2) return null;
  const short = bytes[1] & 0x7f;
  const head = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < head) return null;
  const size = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < head + size) return null;
  return { kind: bytes[0] & 0x0f, payload: bytes.subarray(head, head + size), length: head + size };
}

/** A masked frame, as clients have to send them. */
function write(kind, payload) {
  const long = payload.length > 125;
  const head = Buffer.alloc(long ? 4 : 2);
  head[0] = 0x80 | kind;
  head[1] = 0x80 | (long ? 126 : payload.length);
  if (long) head.writeUInt16BE(payload.length, 2);
  const mask = randomBytes(4);
  return Buffer.concat([head, mask, payload.map((byte, place) => byte ^ mask[place % 4])]);
}
