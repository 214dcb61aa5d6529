import { handles } from '@jaanch/eventlog/work/consumers'
import { requestedAt } from '@jaanch/platform/telemetry/traces'
import type { TraceStep } from '../events/api.ts'
import type { StoredEvent } from '../events/events.ts'
import { formatActor, formatNumber } from '../format.ts'
import type { Stored } from '../stored.ts'
import { consumers } from '../work/declared.ts'
import type { DeadWork, DoneWork, Trace } from './read-trace.ts'

/** A thing that happened, and its effects. */
export type Step = Stored<Omit<TraceStep, 'depth' | 'position'>, 'at' | 'until'> & {
  position?: number
  steps: Step[]
}

/**
 * Builds a tree from the facts about some events. Below each event: when the read tables contained it, the work that it caused
 * with the events that this work appended, and its messages. Events without a cause in the trace are the roots, or are below
 * the request that appended them.
 */
export function buildTree(trace: Trace): Step[] {
  const known = new Set(trace.events.map(({ position }) => position))
  const roots = trace.events.filter(
    ({ causationId, position }) => causationId === null || !known.has(causationId) || causationId >= position,
  )
  const groups = Map.groupBy(roots, ({ position, causationId, correlationId }) =>
    // an event whose cause is not in the trace is not the request's own
    causationId === null ? (correlationId ?? position) : position,
  )
  return [...groups].flatMap(([requestId, events]) => {
    const steps = events.map((event) => eventStep(trace, event))
    return typeof requestId === 'string' ? requestStep(requestId, events, steps) : steps
  })
}

/** A step that is over at once, unless `more` says otherwise. */
function step(kind: Step['kind'], what: string, at: Date | null, more: Partial<Step> = {}): Step {
  return { at, until: null, kind, what, detail: '', steps: [], ...more }
}

/** A request may have begun at most so long before its first event; an id that says otherwise was made by a wrong clock, ms */
const maxRequestMs = 60_000

/** A request began when its id says, unless the clock that made it differs from the database's. */
function requestStep(id: string, events: readonly StoredEvent[], steps: Step[]): Step {
  const times = events.map(({ at }) => at.getTime())
  const first = Math.min(...times)
  const began = requestedAt(id)?.getTime() ?? first
  const at = new Date(began <= first && began > first - maxRequestMs ? began : first)
  return step('request', 'request', at, { until: new Date(Math.max(...times)), detail: id, steps })
}

function eventStep(trace: Trace, event: StoredEvent): Step {
  const caused = trace.events.filter(
    ({ causationId, position }) => causationId === event.position && position > event.position,
  )
  const consumers = consumersIn(trace, event)
  const works = consumers.map((consumer) => workStep(trace, event, consumer, caused))
  const byOthers = caused.filter((other) => !consumers.some((consumer) => isBy(other, consumer)))
  const steps = [
    ...seenStep(trace, event),
    ...works,
    ...byOthers.map((other) => eventStep(trace, other)),
    ...messageSteps(trace, event),
  ]
  return step('event', event.type, event.at, {
    position: event.position,
    detail: `event ${formatNumber(event.position)}, ${kindOf(event.streamId)} version ${event.version}, by ${formatActor(event.actor)}`,
    steps: inOrder(steps),
  })
}

/** Consumers that handled, are handling or will handle this event. */
function consumersIn({ done, waiting, dead }: Trace, event: StoredEvent): string[] {
  const involved = [
    ...[...done, ...waiting].filter((work) => covers(work, event)),
    ...dead.filter(({ position }) => position === event.position),
  ].map(({ consumer }) => consumer)
  return consumers.flatMap((consumer) =>
    handles(consumer, event.type) && involved.includes(consumer.name) ? [consumer.name] : [],
  )
}

function covers(
  work: { streamId: string; since: number; upto: number },
  { streamId, position }: StoredEvent,
) {
  return work.streamId === streamId && work.since < position && position <= work.upto
}

function workStep(trace: Trace, event: StoredEvent, consumer: string, caused: StoredEvent[]): Step {
  const done = trace.done.find((work) => work.consumer === consumer && covers(work, event))
  const waiting = trace.waiting.find((work) => work.consumer === consumer && covers(work, event))
  const dead = trace.dead.filter(
    (deadLetter) => deadLetter.consumer === consumer && deadLetter.position === event.position,
  )
  const appended = caused.filter((other) => isBy(other, consumer)).map((other) => eventStep(trace, other))
  return step('work', consumer, done?.queuedAt ?? waiting?.queuedAt ?? dead[0]?.failedAt ?? null, {
    until: done?.doneAt ?? null,
    detail: waiting && !done ? `${waiting.state}${describeFailedTries(waiting.attempts)}` : 'queued',
    steps: inOrder([...(done ? doneSteps(done) : []), ...dead.flatMap(deadSteps), ...appended]),
  })
}

function doneSteps({ begunAt, doneAt, attempts }: DoneWork): Step[] {
  const done = step('done', 'done', doneAt, { detail: describeFailedTries(attempts).slice(2) })
  return begunAt ? [step('begun', 'begun', begunAt, { until: doneAt }), done] : [done]
}

function describeFailedTries(failed: number): string {
  if (failed === 0) return ''
  return failed === 1 ? ', after 1 try that failed' : `, after ${formatNumber(failed)} tries that failed`
}

function deadSteps({ id, failedAt, error, resolution, reason, resolvedAt }: DeadWork): Step[] {
  const [why = ''] = error.split('\n')
  const failed = step('dead', `dead letter ${id}`, failedAt, { detail: why })
  return resolution ? [failed, step('work', resolution, resolvedAt, { detail: reason ?? '' })] : [failed]
}

function seenStep({ seen }: Trace, { position }: StoredEvent): Step[] {
  const at = seen.get(position)
  return at ? [step('seen', 'seen', at, { detail: 'in the read tables, pushed' })] : []
}

function messageSteps({ messages }: Trace, { position }: StoredEvent): Step[] {
  return messages
    .filter((message) => message.position === position)
    .map(({ id, channel, status, reason, attempts, createdAt, sentAt }) =>
      step('message', channel, createdAt, {
        until: sentAt,
        detail: `message ${id.slice(0, 8)}, ${status}${reason ? `: ${reason}` : attempts > 1 ? ` in ${formatNumber(attempts)} tries` : ''}`,
        steps: sentAt ? [step('sent', 'sent', sentAt)] : [],
      }),
    )
}

/** Steps that have not happened yet are last. */
function inOrder(steps: Step[]): Step[] {
  const time = ({ at }: Step) => at?.getTime() ?? Number.POSITIVE_INFINITY
  return steps.toSorted((one, other) => time(one) - time(other))
}

function isBy(event: StoredEvent, consumer: string): boolean {
  return event.actor === `system:${consumer}`
}

function kindOf(streamId: string): string {
  return streamId.split('-')[0] ?? ''
}

/** The steps in the order in which a tree is read: each before those below it. */
export function flattenTree(steps: readonly Step[], depth = 0): Stored<TraceStep, 'at' | 'until'>[] {
  return steps.flatMap(({ steps: below, position = null, ...step }) => [
    { ...step, position, depth },
    ...flattenTree(below, depth + 1),
  ])
}
