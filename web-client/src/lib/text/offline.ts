// What is said without a line.

export const offlineWords =
  'You are offline. What you have opened before is still here, and your games go on when you are back.';
