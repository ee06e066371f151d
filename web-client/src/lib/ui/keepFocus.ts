// Focus keeper. Whoever had the focus on something that is no longer there has it on what comes nearest, and never on nothing.

/** Looks after the focus in the whole page, for as long as that is there. */
export function keepFocus(): void {
  let held: Element | null = null;
  let byKeyboard = false;
  const take = (event: FocusEvent): void => void (held = event.target as Element);
  const press = (event: Event): void => void (byKeyboard = event.type === 'keydown');

  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    // What is in a dialog that was closed may be there still, and not be seen.
    if (!held || held.checkVisibility()) return;
    held = null;
    place(byKeyboard)?.focus({ preventScroll: true });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', take);
  addEventListener('keydown', press, true);
  addEventListener('pointerdown', press, true);
}

/** For whoever uses the keyboard the board, if one plays on one; else the head of the page. */
function place(byKeyboard: boolean): HTMLElement | SVGElement | null {
  const main = document.querySelector('main');
  const board = main?.querySelector<SVGElement>(
    '[data-testid="board"][aria-describedby] [role="gridcell"][tabindex="0"]',
  );
  if (board && byKeyboard) return board;
  const head = main?.querySelector<HTMLElement>('h1') ?? main ?? null;
  head?.setAttribute('tabindex', '-1');
  return head;
}
