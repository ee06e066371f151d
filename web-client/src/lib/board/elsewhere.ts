/** Whether a click was on nothing that has to do with picking: it takes back what was picked. */
export function isElsewhere({ target }: MouseEvent): boolean {
  return !(target as Element | null)?.closest('[data-picking]');
}
