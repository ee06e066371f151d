/** Publisher. Whoever subscribes is told of what happens, in the order in which they came. */
export class Publisher<What extends readonly unknown[]> {
  private subscriptions: readonly { listener: (...what: What) => void }[] = [];

  /** Tells one more listener from now on; the result ends that. */
  subscribe(listener: (...what: What) => void): () => void {
    const subscription = { listener };
    this.subscriptions = [...this.subscriptions, subscription];
    return () => {
      this.subscriptions = this.subscriptions.filter((one) => one !== subscription);
    };
  }

  /** Tells all that listen when it happens: who comes or goes meanwhile changes nothing. */
  publish(...what: What): void {
    for (const { listener } of this.subscriptions) listener(...what);
  }
}
