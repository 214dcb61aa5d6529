import { accessActions } from '@jaanch/account/audit/actions'
import { roles } from '@jaanch/contracts/vocabulary'
import type { Queryable } from '@jaanch/eventlog/read'
import { serveCall } from '@jaanch/platform/http/served'
import { asSent, type Stored } from '../stored.ts'
import { type AffectedView, operationsAffectedCalls } from './api.ts'

type Span = {
  /** The id of a user */
  actor: string
  from: Date
  to: Date
}

/** The objects of a person that an account saw in one way */
type Seen = Stored<AffectedView['people'][number]['kinds'][number], 'firstAt' | 'lastAt'> & { userId: string }

const personalActions = [...accessActions, 'data-exported']

/** Pairs of a person and an action, and sign-ins */
const mostRows = 10_000

/**
 * Whose data an account saw. Reads the entries of the account in the span, which are one range of an index for each role, and sums
 * them up in the database.
 */
async function readAffected(db: Queryable, span: Span): Promise<AffectedView> {
  const values = [roles.map((role) => `${role}:${span.actor}`), span.from, span.to]
  const inSpan = 'actor = any ($1) and at >= $2 and at < $3'
  const { rows: seen } = await db.query<Seen>(
    `select user_id as "userId", action, count(*)::int as times, min(at) as "firstAt", max(at) as "lastAt",
            coalesce(array_agg(distinct object) filter (where object is not null), '{}') as objects
       from audit where ${inSpan} and user_id is not null and action = any ($4)
      group by user_id, action order by min(at), user_id, action limit $5`,
    [...values, personalActions, mostRows + 1],
  )
  const { rows: lists } = await db.query<AffectedView['lists'][number]>(
    `select action, count(*)::int as times, sum((details ->> case action when 'people-listed' then 'people'
              else 'bookings' end)::bigint)::float8 as rows
       from audit where ${inSpan} and action in ('people-listed', 'bookings-exported') group by action order by action`,
    values,
  )
  const { rows: signIns } = await db.query<Stored<AffectedView['signIns'][number], 'at'>>(
    `select at, object as session, details ->> 'network' as network
       from audit where ${inSpan} and action = 'signed-in' order by at, id limit $4`,
    [...values, mostRows + 1],
  )
  const byPerson = Map.groupBy(seen.slice(0, mostRows), ({ userId }) => userId)
  return asSent({
    people: [...byPerson].map(([userId, kinds]) => ({
      userId,
      kinds: kinds.map(({ userId: _, ...kind }) => kind),
    })),
    lists,
    signIns: signIns.slice(0, mostRows),
    isMore: Math.max(seen.length, signIns.length) > mostRows,
  })
}

export const affectedRoutes = [
  serveCall(operationsAffectedCalls.getAffectedPeople, ({ query: { actor, from, to } }, { operationsDb }) =>
    readAffected(operationsDb, { actor, from: new Date(from), to: to ? new Date(to) : new Date() }),
  ),
]
