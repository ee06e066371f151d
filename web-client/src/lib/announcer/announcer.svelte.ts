import { untrack } from 'svelte';

/** Announcer. Collects what happens at once into one text for those who listen. */
export class Announcer {
  text = $state('');
  private waiting: string[] = [];
  private isStopped = false;

  /** `closing` has the last word: whose turn it is by then. */
  constructor(private readonly closing: () => string = () => '') {}

  /** Says something, together with all else that is said in this moment. */
  say(words: string): void {
    if (!words) return;
    if (this.waiting.length === 0) queueMicrotask(() => this.speak());
    this.waiting.push(words);
  }

  /** Nothing is said any more, nor what is not said yet: nobody is there to hear it. */
  stop(): void {
    this.isStopped = true;
  }

  private speak(): void {
    if (this.isStopped) return;
    const words = [...this.waiting.splice(0), this.closing()].filter(Boolean).join(' ');
    this.tell(words);
  }

  /** Says just that at once: the answer to whoever asked. */
  tell(words: string): void {
    // A text that does not change is not read again. Whoever tells something does not depend on what was told before.
    this.text = untrack(() => this.text) === words ? `${words}\u00a0` : words;
  }
}
