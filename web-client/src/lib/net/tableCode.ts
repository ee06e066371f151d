/** Table code. Whether a part of an address is a table's short address, as people write it: the server knows which it means. */
export function isCode(text: string): boolean {
  return /^(?:-*[\da-z]){5,8}-*$/i.test(text) && text.length <= 16;
}
