import pg from 'pg'

/** A visit of a customer whose e-mail address and phone are both unproven, for `book_unproven_visit` of migration 68. */
export type UnprovenVisit = {
  customer: string
  /** The id of the visit, or of its only booking */
  visit: string
  bookings: readonly string[]
  /** How many the customer may have open, with this one */
  most: number
}

/** For the appender: counts the visits that appends carry as `{ unproven: UnprovenVisit }`. */
export const bookUnprovenVisitSql = `select book_unproven_visit(value -> 'unproven') from carried where value ? 'unproven'`

/** SQLSTATE of `book_unproven_visit` */
const tooManyVisitsCode = 'JN005'

/** Whether an append was refused because as many visits of the unproven account are open as it may have. */
export function isTooManyVisits(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === tooManyVisitsCode
}
