// In tests refusals are worded from the start.

import { fetchRefusals } from '../net/refusal';

await fetchRefusals();
