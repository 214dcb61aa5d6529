import { AppError } from '@jaanch/contracts/errors'
import { roles } from '@jaanch/contracts/vocabulary'
import { streamId } from '@jaanch/eventlog/events'
import { type Queryable, readHead } from '@jaanch/eventlog/read'
import { serveCall } from '@jaanch/platform/http/served'
import { formatNumber } from '../format.ts'
import { isId, namesOf } from '../operators.ts'
import { asSent } from '../stored.ts'
import { buildTree, flattenTree, type Step } from '../trace/build-tree.ts'
import { readCauses, readFacts, readWithEffects } from '../trace/read-trace.ts'
import { type EventsView, operationsEventCalls } from './api.ts'
import { eventColumns, findPositionAt, findSubject, readPositions, type StoredEvent } from './events.ts'

export type ListedEvents = {
  type?: string | undefined
  /** The name that an operator gives: see findSubject */
  stream?: string | undefined
  /** A role, `system`, a consumer's name, or the id of a person */
  actor?: string | undefined
  /** The time of the event, from `from` to before `to` */
  from?: Date | undefined
  to?: Date | undefined
  /** Positions; both excluded */
  before?: number | undefined
  after?: number | undefined
  limit: number
  /**
   * Maximum number of events to look at: no index serves a type or an actor. The events of one stream have an index, and are not
   * counted
   */
  maxLooked: number
}

type EventPage = Omit<EventsView, 'events'> & { events: StoredEvent[] }

/** A page of events, newest first. @throws AppError for a stream or an actor that cannot be found */
export async function listEvents(db: Queryable, wanted: ListedEvents): Promise<EventPage> {
  const { type, stream, actor, from, to, before = Number.MAX_SAFE_INTEGER, after = 0 } = wanted
  const { limit, maxLooked } = wanted
  const subject = stream === undefined ? undefined : await findSubject(db, stream)
  const end = to ? Math.min(before, await findPositionAt(db, to)) : before
  const newest = Math.min(end - 1, await readHead(db))
  const oldest = Math.max(after + 1, from ? await findPositionAt(db, from) : 1)
  if (newest < oldest) return { events: [], looked: null, next: null }

  const furthest = subject ? oldest : Math.max(oldest, newest - maxLooked + 1)
  const values: unknown[] = [furthest, newest, limit]
  const filter = { type, actor, streamId: subject && streamId(subject.kind, subject.id) }
  const { rows } = await db.query<StoredEvent>(
    `select ${eventColumns} from log.events
      where ${['position between $1 and $2', ...conditionsOf(filter, values)].join(' and ')}
      order by ${subject ? 'version' : 'position'} desc limit $3`,
    values,
  )
  const last = rows.length === limit ? rows.at(-1)?.position : undefined
  const reached = last ?? furthest
  return { events: rows, looked: { from: reached, to: newest }, next: reached > oldest ? reached : null }
}

/** Which events to look for; a field that is not given does not filter. */
type EventFilter = {
  type?: string | undefined
  /** `booking-<uuid>` … */
  streamId?: string | undefined
  /** A role, `system`, a consumer's name, or the id of a person */
  actor?: string | undefined
}

/**
 * The value that the column `actor` is compared with: a person may have any role.
 * @throws AppError invalid for a text that no actor can have
 */
function actorPattern(actor: string): { anyOf: string[] } | { beginsWith: string } {
  const text = actor.trim().toLowerCase()
  if (isId(text)) return { anyOf: roles.map((role) => `${role}:${text}`) }
  if (roles.some((role) => role === text) || text === 'system' || text === 'operator') {
    return { beginsWith: `${text}:` }
  }
  if (!/^[a-z-]{1,40}$/.test(text)) {
    throw new AppError('invalid', `"${actor}" is not a role, a consumer or the id of a person.`)
  }
  return { anyOf: [`system:${text}`] }
}

/** The conditions on log.events, for `pg`. @param values gets the values of their parameters */
export function conditionsOf({ type, streamId, actor }: EventFilter, values: unknown[]): string[] {
  const parameter = (value: unknown) => `$${values.push(value)}`
  const conditions: string[] = []
  if (type !== undefined) conditions.push(`type = ${parameter(type)}`)
  if (streamId !== undefined) conditions.push(`stream_id = ${parameter(streamId)}`)
  if (actor !== undefined) {
    const pattern = actorPattern(actor)
    conditions.push(
      'anyOf' in pattern
        ? `actor = any (${parameter(pattern.anyOf)})`
        : `starts_with(actor, ${parameter(pattern.beginsWith)})`,
    )
  }
  return conditions
}

/** Maximum number of events that a request looks at: 20,000 are 10 to 20 ms of the database */
const maxLookedAt = 20_000

function rowOf({ position, at, type, streamId, version, actor }: StoredEvent) {
  return { position, at, type, streamId, version, actor }
}

type EventDetails = {
  event: StoredEvent
  /** The events that caused it, the nearest first */
  causes: StoredEvent[]
  /** The work, the events, the messages and the push that followed */
  effects: Step[]
}

/** One event with its causes and effects. @throws AppError not-found */
export async function readEvent(db: Queryable, position: number): Promise<EventDetails> {
  const [event] = await readPositions(db, [position])
  if (!event) throw new AppError('not-found', `The log has no event ${formatNumber(position)}.`)
  const causes = await readCauses(db, event)
  const trace = await readFacts(db, await readWithEffects(db, [event]))
  // below the event, which is below its request
  const effects = buildTree({
    ...trace,
    events: trace.events.map((one) => ({ ...one, correlationId: null })),
  })
  return { event, causes, effects: effects[0]?.steps ?? [] }
}

export const eventRoutes = [
  serveCall(operationsEventCalls.listEvents, async ({ query: { from, to, ...query } }, { operationsDb }) => {
    const { events, ...found } = await listEvents(operationsDb, {
      ...query,
      from: from ? new Date(from) : undefined,
      to: to ? new Date(to) : undefined,
      maxLooked: maxLookedAt,
    })
    return asSent({ events: events.map(rowOf), ...found })
  }),
  serveCall(operationsEventCalls.getEvent, async ({ params: { id } }, { operationsDb }) => {
    if (!/^\d{1,15}$/.test(id)) throw new AppError('not-found')
    const { event, causes, effects } = await readEvent(operationsDb, Number(id))
    const names = await namesOf(operationsDb, [event.actor])
    return asSent({
      ...event,
      data: event.data as Record<string, unknown>,
      actorName: names.get(event.actor) ?? null,
      causes: causes.map(rowOf),
      effects: flattenTree(effects),
    })
  }),
]
