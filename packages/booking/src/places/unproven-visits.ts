import { type Limits, TooManyError } from '@jaanch/platform/limits/limits'
import type pg from 'pg'
import { isTooManyVisits, type UnprovenVisit } from '../visit/visit-rows.ts'

/**
 * What an append carries so that a new visit is counted.
 * @returns undefined if the customer has proven an e-mail address or a phone
 */
export async function countIfUnproven(
  { logDb, limits }: { logDb: pg.Pool; limits: Pick<Limits, 'unprovenVisits'> },
  visit: Omit<UnprovenVisit, 'most'>,
): Promise<UnprovenVisit | undefined> {
  const { rowCount } = await logDb.query({
    name: 'is-unproven',
    text: 'select from users where id = $1 and email_proven_at is null and phone_proven_at is null',
    values: [visit.customer],
  })
  return rowCount ? { ...visit, most: limits.unprovenVisits.max } : undefined
}

/** @throws TooManyError if the append is refused because as many visits of the unproven account are open as it may have */
export async function withinUnprovenVisits<Result>(
  limits: Pick<Limits, 'unprovenVisits'>,
  append: () => Promise<Result>,
): Promise<Result> {
  try {
    return await append()
  } catch (error) {
    if (isTooManyVisits(error)) throw new TooManyError(limits.unprovenVisits)
    throw error
  }
}
