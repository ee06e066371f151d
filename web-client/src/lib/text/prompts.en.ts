// Language file: English. What a turn asks for, and why something may not be done: a whole sentence for each key, which is given
// its values and puts them where its language wants them. A file like this for each language, with the same keys.

import type { Ask, Objection } from '../protocol';

/** A name as sentences need it: whose it is matters to grammar. */
export interface Named {
  /** What somebody is called. */
  name: string;
  /** Whether that is whoever reads the sentence. */
  you: boolean;
}

/** What sentences are told beside a key's own values. */
export interface Values {
  /** Who is to act or to roll. */
  who: Named;
  /** A seat by its number. */
  seat: (seat: number) => Named;
  /** What a piece of a size is called, without an article: "queen", "medium". */
  piece: (size: number) => string;
  /** The size of the piece that was picked last; none if none was. */
  picked: number | null;
}

type Words<Key, Tag extends string> = {
  [K in Key extends Record<Tag, infer Name extends string> ? Name : never]: (
    of: Extract<Key, Record<Tag, K>>,
    values: Values,
  ) => string;
};

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/** "3", "3 or 5": each face once. */
function dice(faces: readonly number[]): string {
  return either.format([...new Set(faces)].map(String));
}

function whose({ name, you }: Named): string {
  return you ? 'your' : `${name}’s`;
}

function aPiece(word: string): string {
  return /pyramid|piece/.test(word) ? word : `${word} piece`;
}

/** "queen" stays, "medium" becomes "medium piece": some games name their pieces by size alone. */
function named(word: string): string {
  return ['small', 'medium', 'large'].includes(word) ? aPiece(word) : word;
}

/** What is to be done, for whoever is to do it. */
export const asks: Words<Ask, 'ask'> = {
  choose: () => 'Your turn.',
  roll: () => 'Your turn. Roll the dice.',
  roll_for_start: () => 'Roll to see who starts.',
  roll_again_for_start: ({ die }) => `${die} each: roll again to see who starts.`,
  roll_as_winner: ({ seat, high, low }, { seat: of }) =>
    `Your ${high} beats ${whose(of(1 - seat))} ${low}: you start. Roll the dice.`,
  piece: () => 'Your turn. Choose a piece to move.',
  piece_by_die: ({ dice: left }) =>
    left.length > 1
      ? `Move a piece by ${dice(left)}: both dice must be used.`
      : `One die left: move a piece by ${dice(left)}.`,
  piece_up_to_die: ({ dice: left }) =>
    `Move a piece by up to ${dice(left)}${left.length > 2 ? `, ${left.length} times` : ''}.`,
  goal: (_, { picked, piece }) =>
    picked === null ? 'Choose where to move.' : `Choose where to move the ${named(piece(picked))}.`,
  hole: () => 'Punch a hole: choose a square.',
  root: () => 'Place the root: choose a square.',
  root_beside: () => 'Place a root next to another.',
  build: (_, { picked, piece }) =>
    picked === null
      ? 'Your turn. Where do you want to build?'
      : `Where do you want to lay the ${named(piece(picked))}?`,
  size: () => 'Which size do you want to lay there?',
  aim: (_, { picked, piece }) =>
    picked === null
      ? 'Which piece should it point at?'
      : `What should the ${named(piece(picked))} point at?`,
  end_all_used: () => 'All dice used. End your turn?',
  end_stuck: () => 'No piece can move by these dice. End your turn.',
  pass: () => 'No piece can move: you must pass.',
  pass_both_dice: () => 'You cannot use both dice: you must pass.',
};

/** The same for everybody else; what is missing is "Ben to move" or "Ben to roll". */
export const asksOfOthers: Partial<Words<Ask, 'ask'>> = {
  roll_for_start: (_, { who }) => `Rolling to see who starts: ${who.name} to roll.`,
  roll_again_for_start: ({ die }, { who }) => `${die} each, once more: ${who.name} to roll.`,
  roll_as_winner: ({ seat, high, low }, { seat: of }) =>
    `${of(seat).name}’s ${high} beats ${whose(of(1 - seat))} ${low}: ${of(seat).name} starts.`,
};

/** Whose turn it is, where nothing else is to be said. */
export const turns = {
  act: ({ name }: Named): string => `${name} to move.`,
  roll: ({ name }: Named): string => `${name} to roll.`,
};

/** Why something may not be done, for whoever tried. */
export const objections: Words<Objection, 'objection'> = {
  not_now: () => 'That cannot be done now.',
  empty: () => 'There is no piece there.',
  others_ground: ({ size, seat }, { piece, seat: of }) =>
    `That ${named(piece(size))} stands on ${whose(of(seat))} ground.`,
  others_piece: ({ size, seat }, { piece, seat: of }) =>
    `That ${named(piece(size))} is ${whose(of(seat))}: you move your own, from the top of a stack.`,
  stuck: ({ size }, { piece }) => `That ${named(piece(size))} has nowhere to go.`,
  own_piece: () => 'Your own piece stands there.',
  merged_size_taken: ({ size }, { piece }) =>
    `They would make a ${piece(size)}, and you have one already.`,
  merged_too_large: (_, { piece }) =>
    `These two cannot merge: there is nothing larger than a ${piece(3)}.`,
  stride: ({ size }) =>
    ({
      1: 'A pawn moves one step diagonally.',
      2: 'A drone moves one or two steps in a straight line.',
      3: 'A queen moves in a straight line or diagonally, any distance.',
    })[size] ?? 'It does not move that way.',
  blocked: () => 'Another piece is in the way.',
  rejection: () => 'No rejections: it may not go straight back to where it came from.',
  occupied: () => 'Something lies there already.',
  hole: () => 'There is a hole.',
  splits_board: () => 'A hole there would split the board.',
  root_apart: () => 'A root must lie next to another root.',
  nothing_beside: () => 'Nothing lies next to that square to point at.',
  none_left: ({ size }, { piece }) => `You have no ${named(piece(size))} left.`,
  not_beside: () => 'A piece points at a neighbouring square only.',
  nothing_to_point_at: () => 'Nothing lies there to point at.',
  one_step: () => 'Pieces move one step, to a neighbouring square.',
  not_by_die: ({ dice: left }) => `A piece moves by exactly ${dice(left)} squares.`,
  too_far: ({ dice: left }) => `Too far: your dice carry it ${dice(left)} steps at most.`,
  other_column: () => 'Pieces stay in their column.',
  not_smaller: () => 'A piece lands on smaller pieces only.',
  other_die_stuck: ({ die }) => `Then no piece could move by ${die}, and both dice must be used.`,
  undoes: () => 'The second move may not undo the first.',
  dice_used: () => 'All your dice are used: end your turn.',
  dice_left: () => 'Both dice must be used first.',
  must_move: () => 'You can move, so you may not pass.',
  others_spot: ({ seat }, { seat: of }) => `That is ${whose(of(seat))} safe spot.`,
  defended: () => 'A stack of two or more cannot be hit.',
  onto_smaller: () => 'A piece does not go onto a smaller one of yours.',
  empty_space: () => 'You may not stop on an empty space.',
  out_in_order: ({ next }, { piece }) =>
    `A ${piece(next)} goes out next: pawn, drone, queen, in turn.`,
};

/** What stands on buttons and badges. */
export const labels = {
  /** A button that ends the turn while dice are left. */
  endWithDice: (label: string, left: number): string =>
    left === 1 ? `${label} (1 die left)` : `${label} (${left} dice left)`,
  /** What an action brings: "+3 points", "−2 points, Ben +3". */
  change: (own: number, label: string, others: readonly [Named, number][]): string =>
    [
      ...(own === 0 ? [] : [`${signed(own)} ${label}`]),
      ...others.map(([{ name }, points]) => `${name} ${signed(points)}`),
    ].join(', '),
  /** The same on the board, as short as can be. */
  badge: signed,
  confirm: (action: string): string => `Confirm ${action}?`,
  /** A move that is set for one's next turn. */
  premove: ([from = '', to = '']: readonly string[]): string =>
    `Next: ${from} to ${to}, if it is legal then.`,
  premoveTo: 'Premove: choose where to move.',
  cancelPremove: 'Cancel premove',
  /** Where nobody can be asked why. */
  unknown: 'That cannot be done now.',
};

function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}
