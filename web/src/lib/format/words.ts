/** @returns the word with its first letter in upper case */
export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
