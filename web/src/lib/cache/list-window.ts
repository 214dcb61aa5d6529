import { isMounted } from './mounted'

/** The lists that are read in parts, each with whether its reader is below its first row */
const readers = new Map<string, boolean>()

/** A list is shown that is read in parts. @returns ends it */
export function startReading(key: string): () => void {
  readers.set(key, false)
  return () => void readers.delete(key)
}

export function setReadBelow(key: string, isBelow: boolean): void {
  if (readers.has(key)) readers.set(key, isBelow)
}

export const isReadInParts = (key: string) => readers.has(key)

/** Whether rows that arrive above the first one wait until the reader asks for them. */
export const holdsNew = (key: string) => readers.get(key) === true

/**
 * Whether a reader may be below the first rows of a list, and would lose the place if only its first page was fetched again. New
 * rows move the reader of any list down, also of one that has a single page.
 */
export function isReadBelow(key: string): boolean {
  return isMounted(key) && window.scrollY > window.innerHeight
}
