// Short links. A table's address as it is passed on: by its code, which the server gives to whoever asks.

import { tableCode } from '../api/tables';
import { tableLink } from '../../router.svelte';

const known = new Map<string, Promise<string>>();

/** A table's shortest address; the whole one, where the server has none to give just now. */
export function shortLink(id: string, key: string | undefined): Promise<string> {
  const code = known.get(id) ?? tableCode(id).then((given) => given.code);
  known.set(id, code);
  return code.then(
    (short) => tableLink(short, key),
    () => {
      // It is asked for anew the next time.
      known.delete(id);
      return tableLink(id, key);
    },
  );
}
