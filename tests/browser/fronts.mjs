// What may stand between browsers and a house: nothing, TLS of the house's own, or a reverse proxy that speaks it, under a path of its
// own (`CYDONIA_FRONT`). `./test fronts` has some of the tests go through each.

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Which it is: `tls`, `nginx` or `caddy`; nothing without. */
export const FRONT = process.env.CYDONIA_FRONT ?? '';

/** Where a house lives behind a proxy. */
export const SUB_PATH = '/house/';

export const IS_PROXY = ['nginx', 'caddy'].includes(FRONT);

if (!['', 'tls'].includes(FRONT) && !IS_PROXY) throw new Error(`CYDONIA_FRONT: there is no ${FRONT}`);

/** What the cookie is called that says who one is: browsers keep the longer names' promises, over TLS and under a path (RFC 6265bis, 4.1.3). */
export const SESSION_COOKIE = `${IS_PROXY ? '__Secure-' : FRONT ? '__Host-' : ''}cydonia_session`;

// The certificate is nobody's but this test's. What fetches here believes it, as the browser is told to.
if (FRONT) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';

let made;

/** A certificate for localhost and its key, in files. */
export function certificate() {
  if (made) return made;
  const folder = mkdtempSync(join(tmpdir(), 'cydonia-tls-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  made = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const about = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const words = ['req', '-x509', ...kind, ...about, '-keyout', made.key, '-out', made.cert];
  const { status, stderr } = spawnSync('openssl', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return made;
}

/** As the README has it, with what a house of a test's own needs. */
function nginx(port, house, folder) {
  const { cert, key } = certificate();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off;
    pid ${folder}/nginx.pid;
    error_log stderr crit;
    events {}
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
      upstream house { server 127.0.0.1:${house}; keepalive 8; keepalive_timeout 8s; }
      server {
        listen 127.0.0.1:${port} ssl;
        ssl_certificate ${cert};
        ssl_certificate_key ${key};
        location ${SUB_PATH} {
          proxy_pass http://house;
          proxy_http_version 1.1;
          proxy_set_header Host $http_host;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          proxy_set_header X-Forwarded-Proto $scheme;
          proxy_set_header Upgrade $http_upgrade;
          proxy_set_header Connection $connection_upgrade;
        }
        add_header Strict-Transport-Security "max-age=31536000" always;
      }
    }`;
}

function caddy(port, house) {
  const { cert, key } = certificate();
  return `
    {
      admin off
      auto_https off
      log {
        level ERROR
      }
    }
    https://localhost:${port} {
      bind 127.0.0.1
      tls ${cert} ${key}
      header Strict-Transport-Security "max-age=31536000"
      handle ${SUB_PATH}* {
        reverse_proxy 127.0.0.1:${house}
      }
    }`;
}

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Starts the proxy before a house; its port, and what ends it. */
export async function stand(house) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'cydonia-front-'));
  const file = join(folder, 'config');
  writeFileSync(file, FRONT === 'nginx' ? nginx(port, house, folder) : caddy(port, house));
  mkdirSync(join(folder, 'home'));
  const words = FRONT === 'nginx' ? ['-c', file, '-p', folder] : ['run', '--config', file, '--adapter', 'caddyfile'];
  const env = { ...process.env, HOME: join(folder, 'home') };
  const child = spawn(FRONT, words, { stdio: ['ignore', 'ignore', 'inherit'], env });
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const ended = new Promise((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${FRONT} ended with ${code}`)));
  });
  await Promise.race([ended, listens(port)]);
  ended.catch(() => {});
  // Asked and not killed, so that its workers go with it.
  return { port, close: () => child.kill('SIGTERM') };
}

/** Waits until somebody takes connections there. */
async function listens(port) {
  for (;;) {
    try {
      await fetch(`https://localhost:${port}${SUB_PATH}healthz`);
      return;
    } catch {
      await new Promise((done) => setImmediate(done));
    }
  }
}
