/** What a step says. */
export interface Words {
  title: string;
  /** What is to be learned. */
  learn: string;
  /** What is to be done. */
  task: string;
  /** What to say once it is done. */
  done: string;
  /** What to say to a legal action that does something else; none where all that is legal is right. */
  otherwise?: string;
}
