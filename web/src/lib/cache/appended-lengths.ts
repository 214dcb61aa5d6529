/** Number of rows of each list after its last page was appended */
export const appendedLengths = new Map<string, number>()

/** Whether a reader may be below the first page of a list, and would lose the place if only that page was fetched again. */
export function isReadBelow(key: string): boolean {
  return appendedLengths.has(key) && window.scrollY > window.innerHeight
}
