import type { CollectionType } from '@jaanch/contracts/vocabulary'

const minute = 60_000

/** How long a lab that was assigned automatically may take to confirm, and again after it was warned, ms. */
export const confirmWithin: Readonly<Record<CollectionType, number>> = {
  scheduled: 30 * minute,
  instant: 5 * minute,
}

/** So many labs are asked, one after the other, before an admin is called. */
export const labsAsked = 2
