import * as m from 'messages:prompts';
import { plan } from '../../board/choosing';
import { Picker } from '../../board/picker.svelte';
import { placeName } from '../../board/describe';
import type { Suggestion } from '../../board/arrows';
import { preferences } from '../../stores/preferences.svelte';
import type { GameInfo, Layout, TableInfo, Token, View } from '../../protocol';

/** What a premove is set in. */
export interface PremoveGround {
  layout: Layout;
  view: View;
  /** One's own seat. */
  me: number;
}

/** What a premove can be set in: in games for two without dice, while the other is to act; null if in nothing. */
export function premoveGround(
  { layout, view, me }: Omit<PremoveGround, 'me'> & { me: number | null },
  info: TableInfo,
  game: GameInfo | undefined,
  isOn: boolean,
): PremoveGround | null {
  const isFor = preferences.all.premoves && info.seats.length === 2 && game?.dice === false;
  const isTheirs = view.turn.phase === 'act' && view.turn.seat !== me;
  return isFor && isOn && isTheirs && me !== null ? { layout, view, me } : null;
}

/**
 * Premove. A move that is set while the other player thinks, from a piece of one's own to any space: the page knows no rules. It
 * is taken when the server says that it is legal, and else forgotten.
 */
export class Premove {
  /** The two spaces, by their tokens; null if none is set. */
  set = $state.raw<readonly [from: string, to: string] | null>(null);

  /** Picks a premove; null while none can be set. */
  readonly picker = $derived.by(() => {
    const ground = this.ground();
    if (!ground) return null;
    const pairs = pairsOf(ground);
    if (pairs.length === 0) return null;
    const picker = new Picker(plan(pairs, ground.layout.tokens), (pair) => {
      const [from = '', to = ''] = pair.split('-');
      this.set = [from, to];
      // No answer comes that would begin anew.
      picker.cancel();
    });
    return picker;
  });

  /** `ground` gives nothing while no premove can be set. */
  constructor(private readonly ground: () => PremoveGround | null) {}

  /** Forgets it. */
  cancel(): void {
    this.set = null;
  }

  /** Gives the legal action that was meant, if it is one, and forgets it. */
  take(legal: readonly string[], tokens: readonly Token[]): string | null {
    const { set } = this;
    if (!set) return null;
    this.cancel();
    const spaces = new Set(tokens.flatMap(({ type, text }) => (type === 'space' ? [text] : [])));
    const meant = legal.filter((action) => {
      const [from, to, ...more] = action.split('-').filter((text) => spaces.has(text));
      return from === set[0] && to === set[1] && more.length === 0;
    });
    // With a switch or without: without.
    return meant.sort((a, b) => a.length - b.length)[0] ?? null;
  }

  /** It as an arrow on the board. */
  get drawn(): Suggestion[] {
    const ground = this.ground();
    const { path } = this;
    const piece = ground?.view.spaces[path[0] ?? -1]?.stack?.at(-1);
    return ground && piece ? [{ seat: ground.me, motions: [{ type: 'move', piece, path }] }] : [];
  }

  /** Its spaces as one says them: "b3", "c4". */
  get names(): string[] {
    return this.path.map((space) => placeName(this.ground()?.layout.spaces[space]));
  }

  /** What is going to be played, as a sentence. */
  get words(): string {
    const [from = '', to = ''] = this.names;
    return m.premove({ from, to });
  }

  private get path(): number[] {
    const tokens = this.ground()?.layout.tokens ?? [];
    return (this.set ?? []).flatMap((text) => {
      const token = tokens.find((one) => one.text === text);
      return token?.type === 'space' ? [token.space] : [];
    });
  }
}

/** From every piece of one's own to every other space. Where pieces have no owner they are of whoever's ground it is. */
function pairsOf({ layout, view, me }: PremoveGround): string[] {
  const spaces = layout.tokens.filter((token) => token.type === 'space');
  const own = spaces.filter(({ space }) => {
    const top = view.spaces[space]?.stack?.at(-1);
    return top && (top.owner ?? layout.spaces[space]?.zone) === me;
  });
  return own.flatMap((from) =>
    spaces.filter((to) => to !== from).map((to) => `${from.text}-${to.text}`),
  );
}
