// Slow line. Whether the line to the server has been slow for so long that one had better know.

/** From this round trip on, in milliseconds, a line is slow, */
const SLOW_MS = 250;
/** and is told of when it has been for so long. */
const LASTING_MS = 10_000;

/** Takes one measurement after another; gives the round trip while it is worth telling. The first tells of the page's own start. */
export function slowLine(): (roundTrip: number, at: number) => number | null {
  let since: number | null = null;
  let isFirst = true;
  return (roundTrip, at) => {
    if (isFirst || roundTrip <= SLOW_MS) since = null;
    else since ??= at;
    isFirst = false;
    return since !== null && at - since >= LASTING_MS ? Math.round(roundTrip) : null;
  };
}
