import { isMounted } from './mounted'

/** Number of rows of each list after its last page was appended */
export const appendedLengths = new Map<string, number>()

/**
 * Whether a reader may be below the first rows of a list, and would lose the place if only its first page was fetched again. New
 * rows move the reader of any list down, also of one that has a single page.
 */
export function isReadBelow(key: string): boolean {
  return isMounted(key) && window.scrollY > window.innerHeight
}
