import * as m from 'messages:speech';
import { movedPiece, movedPieceOf } from 'messages:layout';
import type { Event, Layout, Motion, Pyramid } from '../protocol';
import { pieceName, placeName } from '../board/describe';
import { calledName } from '../game/computers';
import type { Audience } from './audience';
import { tokenSpoken } from './layout';
import { leftWords, listed, outcomeWords } from './reasons';
import { tokenMap } from './notation';
import { talkWords } from './talk';

/** Whom a sentence is about: by name, and `you` if that is whoever hears it. */
interface Subject {
  who: 'you' | 'other';
  name: string;
}

/** Event narration. Tells what an event did: "Ada moves queen from d1 to d4 and captures pawn." */
export function eventWords(event: Event, layout: Layout | null, audience: Audience): string {
  switch (event.type) {
    case 'sit':
      return m.sit({ name: calledName(event.player) });
    case 'stand':
      return m.stand({ seat: event.seat + 1 });
    case 'fewer':
      return m.fewer({ count: event.seats.length });
    case 'start':
      return m.start();
    case 'roll':
      return m.roll({ ...subject(event.seat, audience), dice: listed(event.dice.map(String)) });
    case 'ready':
      return m.ready(subject(event.seat, audience));
    case 'undo':
      return m.undo(subject(event.seat, audience));
    case 'swap':
      // Whoever swapped sits where the other did.
      return m.swap(subject(1 - event.seat, audience));
    case 'leave': {
      const { who, name } = subject(event.seat, audience);
      return leftWords(event.reason, name, who === 'you');
    }
    case 'takeover':
      return m.takeover({ level: event.player.computer ?? 0, name: event.of.name });
    case 'finish': {
      const { names, me, game } = audience;
      const result = outcomeWords(event.outcome, names, me, layout?.teams ?? [], game);
      return m.finish({ result });
    }
    case 'act':
      return layout ? actWords(event, layout, audience) : '';
    default:
      return talkWords(event, audience);
  }
}

function subject(seat: number, { names, me }: Audience): Subject {
  return { who: seat === me ? 'you' : 'other', name: names[seat] ?? m.somebody() };
}

function actWords(
  event: Extract<Event, { type: 'act' }>,
  layout: Layout,
  audience: Audience,
): string {
  const actor = subject(event.seat, audience);
  // Whose the piece is goes without saying where it is the actor's own.
  const names = audience.names.map((name, seat) => (seat === event.seat ? '' : name));
  const steps = (event.motions ?? []).map((one) => motionWords(one, layout, names, actor.who));
  const tokens = tokenMap(layout.tokens);
  const taken = event.action.split('-').flatMap((text) => tokens.get(text) ?? []);
  if (steps.length === 0) {
    return m.said({ ...actor, action: taken.map(tokenSpoken).join(' ') });
  }
  const last = taken.at(-1);
  const done = { ...actor, steps: listed(steps) };
  return last?.type === 'switch' ? m.didWith({ ...done, extra: tokenSpoken(last) }) : m.did(done);
}

/** A piece that something is done with: "pawn", "Ada's pawn", "a small piece". */
function movedWords({ size, owner }: Pyramid, layout: Layout, names: readonly string[]): string {
  const piece = pieceName(layout, size);
  const name = owner === undefined ? '' : (names[owner] ?? m.somebody());
  return name ? movedPieceOf({ piece, name }) : movedPiece({ piece });
}

function motionWords(
  motion: Motion,
  layout: Layout,
  names: readonly string[],
  who: Subject['who'],
): string {
  const place = (index: number | undefined): string =>
    placeName(index === undefined ? undefined : layout.spaces[index]);
  const moved = 'piece' in motion ? movedWords(motion.piece, layout, names) : '';
  const { motions } = m;
  switch (motion.type) {
    case 'move': {
      const { path } = motion;
      return motions.move({ who, moved, from: place(path[0]), to: place(path.at(-1)) });
    }
    case 'lay': {
      const laid = { who, moved, place: place(motion.space) };
      const to = place(motion.piece.points_at);
      return to ? motions.point({ ...laid, to }) : motions.lay(laid);
    }
    case 'capture':
      return motions.capture({ who, moved });
    case 'merge':
      return motions.merge({ who, piece: pieceName(layout, motion.size) });
    case 'sink':
      return motions.sink({ who, place: place(motion.space) });
    case 'hit':
      return motions.hit({ who, moved, place: place(motion.space) });
    case 'enter':
      return motions.enter({ who, moved, place: place(motion.space) });
    case 'exit':
      return motions.exit({ who, moved, place: place(motion.space) });
  }
}
