/** What is said of parts of the page that are fetched when they are needed. */
export const partWords = {
  missing: 'This part of the page could not be loaded.',
  reload: 'Reload',
  again: 'Try again',
  chat: 'Loading the chat…',
  table: 'Table',
  going: 'Going to the table…',
};
