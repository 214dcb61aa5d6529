import { filter, instant } from '@jaanch/contracts/http/fields'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { z } from 'zod'

const count = z.int().nonnegative()

/** The objects of one person that an account saw in one way. */
const seenKind = z.object({
  action: z.string(),
  /** A look in a list is recorded once for each object and day */
  times: count,
  /** `<kind>:<id>` */
  objects: z.array(z.string()),
  firstAt: instant,
  lastAt: instant,
})

const affectedView = z.object({
  /** The first seen first. Ids only: names are on the page of the users */
  people: z.array(z.object({ userId: z.uuid(), kinds: z.array(seenKind).min(1) })),
  /** Lists of users and exports of bookings: how many rows, not whose */
  lists: z.array(
    z.object({ action: z.enum(['people-listed', 'bookings-exported']), times: count, rows: count }),
  ),
  /** How the account was entered. The network is a pseudonym */
  signIns: z.array(z.object({ at: instant, session: z.string().nullable(), network: z.string().nullable() })),
  /** There is more than one answer holds: ask for a shorter time */
  isMore: z.boolean(),
})
export type AffectedView = z.output<typeof affectedView>

export const operationsAffectedCalls = {
  getAffectedPeople: route({
    method: 'GET',
    path: '/api/operations/affected',
    ...forAdmins('support', 'operator'),
    summary: 'Whose data an account saw in a time, by the audit trail',
    query: z.object({
      /** The id of the account */
      actor: z.uuid(),
      from: instant,
      /** Default: now */
      to: filter(instant),
    }),
    response: affectedView,
  }),
}
