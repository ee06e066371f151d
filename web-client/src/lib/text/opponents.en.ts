/** What the way to a game on one device is called. */
export const deviceLabel = 'One device';
export const deviceTitle = 'Play on one device';
