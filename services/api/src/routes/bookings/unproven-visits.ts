import { isTooManyVisits, type UnprovenVisit } from '@jaanch/storage/unproven-visits'
import type { Context } from '../../context.ts'
import { TooManyError } from '../../limits/limits.ts'

/**
 * What an append carries so that a new visit is counted.
 * @returns undefined if the customer has proven an e-mail address or a phone
 */
export async function countIfUnproven(
  { logDb, limits }: Pick<Context, 'logDb' | 'limits'>,
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
  { limits }: Pick<Context, 'limits'>,
  append: () => Promise<Result>,
): Promise<Result> {
  try {
    return await append()
  } catch (error) {
    if (isTooManyVisits(error)) throw new TooManyError(limits.unprovenVisits)
    throw error
  }
}
