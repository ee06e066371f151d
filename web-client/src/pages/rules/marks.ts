import type { Plan } from '../../lib/board/choosing';
import { Picker } from '../../lib/board/picker.svelte';

/** Read-only picker. Shows what can be picked, as for somebody who has begun to; nothing can be picked in truth. */
export class Marks extends Picker {
  constructor(plan: Plan) {
    super(plan, () => {});
  }

  override isOpening(): boolean {
    return false;
  }

  override pick(): void {}
}
