import { isUuid } from '../net/uuid';

/** What an address says of a review, `?review=…`. */
export function reviewOf(search: string): string | null {
  const review = new URLSearchParams(search).get('review');
  return review !== null && isUuid(review) ? review : null;
}
