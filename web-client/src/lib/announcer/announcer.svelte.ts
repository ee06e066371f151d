/** Announcer. Collects what happens at once into one text for those who listen. */
export class Announcer {
  text = $state('');
  private waiting: string[] = [];

  /** `closing` has the last word: whose turn it is by then. */
  constructor(private readonly closing: () => string = () => '') {}

  /** Says something, together with all else that is said in this moment. */
  say(words: string): void {
    if (!words) return;
    if (this.waiting.length === 0) queueMicrotask(() => this.speak());
    this.waiting.push(words);
  }

  private speak(): void {
    this.text = [...this.waiting.splice(0), this.closing()].filter(Boolean).join(' ');
  }
}
