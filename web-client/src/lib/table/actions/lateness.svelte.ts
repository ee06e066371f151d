/** How long an answer may take before it is told that one waits for it, in milliseconds. */
const LATE_MS = 300;

/** Whether something has been under way for longer than nobody would notice: what is answered at once changes nothing before. */
export class Lateness {
  isLate = $state(false);

  /** While a component lives. */
  constructor(isUnderWay: () => boolean) {
    $effect(() => {
      if (!isUnderWay()) return;
      const timer = setTimeout(() => (this.isLate = true), LATE_MS);
      return () => {
        clearTimeout(timer);
        this.isLate = false;
      };
    });
  }
}
