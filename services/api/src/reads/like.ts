/** @returns the text for the pattern of a `like`, in which nothing of it is a wildcard */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
