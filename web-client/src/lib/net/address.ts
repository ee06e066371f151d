// Base path. The page's own addresses, wherever the server lives.

/** Resolves one of our own paths against the page's base, wherever the server lives. */
export function address(path: string, base: string = document.baseURI): URL {
  return new URL(path, base);
}

/** The socket's address: beside the page, secure where the page is. */
export function socketAddress(protocol: number, base: string = document.baseURI): string {
  const url = new URL(`ws?protocol=${protocol}`, base);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
