// Sharing. What a game's share menu offers, and what it says.

/** All that is said there. */
export const shareTexts = {
  share: 'Share',
  link: 'Link to this game',
  copyLink: 'Copy link',
  send: 'Send…',
  picture: 'Picture of this position',
  svg: 'SVG',
  png: 'PNG',
  record: 'All moves as text',
  embed: 'For your own page',
  embedLabel: 'HTML that shows this game on another page',
  copyEmbed: 'Copy HTML',
  copied: 'Copied',
  failed: 'The picture could not be fetched. Try again.',
  /** In a frame on another page. */
  open: 'Open on Cydonia',
  noGame: 'This game cannot be shown here.',
  fetching: 'Fetching the game…',
} as const;
