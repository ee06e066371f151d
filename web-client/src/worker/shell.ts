// Shell cache. The page comes from the house whenever that answers; its files, whose names change with what they hold, from the
// cache once they were fetched. Nothing else is touched: neither the interface nor sockets. Workbox does this too, in 20 KB.

/** What the build knows of the shell. */
export interface ShellFiles {
  /** Another whenever one of the files is. */
  version: string;
  /** Paths below the scope. */
  files: readonly string[];
}

/** How a request is answered. */
export type RequestKind = 'page' | 'file' | 'other';

const PREFIX = 'shell-';

/** What a proxy answers for a house that is away (RFC 9110, 15.6). */
const AWAY = [502, 503, 504];

/** The files of one version. */
export class Shell {
  private readonly name: string;
  private readonly index: string;

  constructor(
    private readonly shell: ShellFiles,
    private readonly scope: URL,
    private readonly caches: CacheStorage,
    private readonly fetch: (request: Request) => Promise<Response>,
  ) {
    // Houses under several paths of one host share its caches.
    this.name = `${PREFIX}${scope.pathname}-${shell.version}`;
    this.index = scope.href;
  }

  /** Fetches the shell. If one file fails all is as before, and the browser tries again later. */
  async install(): Promise<void> {
    const cache = await this.caches.open(this.name);
    const files = this.shell.files.map((file) => new URL(file, this.scope).href);
    // The page may be kept nowhere in between.
    await cache.addAll([new Request(this.index, { cache: 'reload' }), ...files]);
  }

  /** Deletes what other versions kept. */
  async forgetOthers(): Promise<void> {
    const own = `${PREFIX}${this.scope.pathname}-`;
    const names = await this.caches.keys();
    const others = names.filter((name) => name.startsWith(own) && name !== this.name);
    await Promise.all(others.map((name) => this.caches.delete(name)));
  }

  /** How a request is to be answered. */
  kindOf(request: Request): RequestKind {
    const url = new URL(request.url);
    const isOurs = url.origin === this.scope.origin && url.pathname.startsWith(this.scope.pathname);
    if (!isOurs || request.method !== 'GET') return 'other';
    const path = url.pathname.slice(this.scope.pathname.length);
    if (path.startsWith('assets/')) return 'file';
    // What has an ending is a file of its own, and so is what the interface answers.
    const isPage = request.mode === 'navigate' && !/^api\/.|\.\w+$/.test(path);
    return isPage ? 'page' : 'other';
  }

  /** The page: from the house, and only without one from the cache. A proxy that finds no house behind it says so itself. */
  async page(request: Request, preloaded?: Promise<Response | undefined>): Promise<Response> {
    try {
      const answer = (await preloaded) ?? (await this.fetch(request));
      if (!AWAY.includes(answer.status)) return answer;
      return (await this.kept(this.index)) ?? answer;
    } catch (error) {
      const kept = await this.kept(this.index);
      if (kept) return kept;
      throw error;
    }
  }

  /** A file whose name changes with what it holds. */
  async file(request: Request): Promise<Response> {
    const kept = await this.kept(request.url);
    if (kept) return kept;
    const response = await this.fetch(request);
    if (response.ok) {
      const cache = await this.caches.open(this.name);
      // Where there is no room, it is fetched again the next time.
      await cache.put(request.url, response.clone()).catch(() => {});
    }
    return response;
  }

  private async kept(url: string): Promise<Response | undefined> {
    const cache = await this.caches.open(this.name);
    return cache.match(url);
  }
}
