import { accessActions } from '@jaanch/contracts/audit'
import { roles } from '@jaanch/contracts/vocabulary'
import type { Queryable } from '@jaanch/eventlog/read'

/** What an account saw of one person in one way. */
type SeenKind = {
  action: string
  /** A look in a list is recorded once for each object and day */
  times: number
  /** `<kind>:<id>` */
  objects: string[]
  firstAt: Date
  lastAt: Date
}

export type Affected = {
  /** Whose data the account saw, the first seen first */
  people: { userId: string; firstAt: Date; lastAt: Date; kinds: SeenKind[] }[]
  /** Lists of users and exports of bookings: how many rows, not whose */
  lists: { action: 'people-listed' | 'bookings-exported'; times: number; rows: number }[]
  /** How the account was entered; the network is a pseudonym, null before it was recorded */
  signIns: { at: Date; session: string | null; network: string | null }[]
}

type Span = {
  /** The id of a user */
  actor: string
  from: Date
  to: Date
}

const personalActions = [...accessActions, 'data-exported']

/**
 * Whose data an account saw. Reads the entries of the account in the span, which are one range of an index for each role, and sums
 * them up in the database.
 */
export async function readAffected(db: Queryable, span: Span): Promise<Affected> {
  const values = [roles.map((role) => `${role}:${span.actor}`), span.from, span.to]
  const inSpan = 'actor = any ($1) and at >= $2 and at < $3'
  const { rows: kinds } = await db.query<SeenKind & { userId: string }>(
    `select user_id as "userId", action, count(*)::int as times, min(at) as "firstAt", max(at) as "lastAt",
            coalesce(array_agg(distinct object) filter (where object is not null), '{}') as objects
       from audit where ${inSpan} and user_id is not null and action = any ($4)
      group by user_id, action order by min(at), user_id, action`,
    [...values, personalActions],
  )
  const { rows: lists } = await db.query<Affected['lists'][number]>(
    `select action, count(*)::int as times, sum((details ->> case action when 'people-listed' then 'people'
              else 'bookings' end)::bigint)::float8 as rows
       from audit where ${inSpan} and action in ('people-listed', 'bookings-exported') group by action order by action`,
    values,
  )
  const { rows: signIns } = await db.query<Affected['signIns'][number]>(
    `select at, object as session, details ->> 'network' as network
       from audit where ${inSpan} and action = 'signed-in' order by at, id`,
    values,
  )
  return { people: byPerson(kinds), lists, signIns }
}

function byPerson(rows: readonly (SeenKind & { userId: string })[]): Affected['people'] {
  const people = new Map<string, Affected['people'][number]>()
  for (const { userId, ...kind } of rows) {
    const person = people.get(userId)
    if (!person) people.set(userId, { userId, firstAt: kind.firstAt, lastAt: kind.lastAt, kinds: [kind] })
    else {
      person.kinds.push(kind)
      if (kind.lastAt > person.lastAt) person.lastAt = kind.lastAt
    }
  }
  return [...people.values()]
}
