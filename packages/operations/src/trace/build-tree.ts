import { consumersOf } from '@jaanch/contracts/consumers'
import { type EventType, eventDefinitions } from '@jaanch/contracts/events/registry'
import type { StoredEvent } from '../events.ts'
import { formatActor } from '../format.ts'
import type { DeadWork, DoneWork, Trace } from './read-trace.ts'

/** A thing that happened, and its effects. */
export type Step = {
  /** null if it has not happened yet */
  at: Date | null
  kind: 'event' | 'seen' | 'work' | 'begun' | 'done' | 'dead' | 'message' | 'sent'
  what: string
  detail: string
  steps: Step[]
}

/**
 * Builds a tree from the facts about a booking. Below each event: when the read tables contained it, the work that it caused
 * with the events that this work appended, and its messages. Events without a cause in the trace are the roots.
 */
export function buildTree(trace: Trace): Step[] {
  const known = new Set(trace.events.map(({ position }) => position))
  const roots = trace.events.filter(
    ({ causationId, position }) => causationId === null || !known.has(causationId) || causationId >= position,
  )
  return roots.map((event) => eventStep(trace, event))
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
  return {
    at: event.at,
    kind: 'event',
    what: event.type,
    detail: `event ${event.position}, ${kindOf(event.streamId)} version ${event.version}, by ${formatActor(event.actor)}`,
    steps: inOrder(steps),
  }
}

/** Consumers that handled, are handling or will handle this event. */
function consumersIn({ done, waiting, dead }: Trace, event: StoredEvent): string[] {
  if (!Object.hasOwn(eventDefinitions, event.type)) return []
  const involved = [
    ...[...done, ...waiting].filter((work) => covers(work, event)),
    ...dead.filter(({ position }) => position === event.position),
  ].map(({ consumer }) => consumer)
  return consumersOf(event.type as EventType).filter((consumer) => involved.includes(consumer))
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
  return {
    at: done?.queuedAt ?? waiting?.queuedAt ?? dead[0]?.failedAt ?? null,
    kind: 'work',
    what: consumer,
    detail: waiting && !done ? `${waiting.state}${describeFailedTries(waiting.attempts)}` : 'queued',
    steps: inOrder([...(done ? doneSteps(done) : []), ...dead.flatMap(deadSteps), ...appended]),
  }
}

function doneSteps({ begunAt, doneAt, attempts }: DoneWork): Step[] {
  const done: Step = {
    at: doneAt,
    kind: 'done',
    what: 'done',
    detail: describeFailedTries(attempts).slice(2),
    steps: [],
  }
  return begunAt ? [{ at: begunAt, kind: 'begun', what: 'begun', detail: '', steps: [] }, done] : [done]
}

function describeFailedTries(failed: number): string {
  if (failed === 0) return ''
  return failed === 1 ? ', after 1 try that failed' : `, after ${failed} tries that failed`
}

function deadSteps({ id, failedAt, error, resolution, reason, resolvedAt }: DeadWork): Step[] {
  const [why = ''] = error.split('\n')
  const failed: Step = { at: failedAt, kind: 'dead', what: `dead letter ${id}`, detail: why, steps: [] }
  if (!resolution) return [failed]
  return [failed, { at: resolvedAt, kind: 'work', what: resolution, detail: reason ?? '', steps: [] }]
}

function seenStep({ seen }: Trace, { position }: StoredEvent): Step[] {
  const at = seen.get(position)
  return at ? [{ at, kind: 'seen', what: 'seen', detail: 'in the read tables, pushed', steps: [] }] : []
}

function messageSteps({ messages }: Trace, { position }: StoredEvent): Step[] {
  return messages
    .filter((message) => message.position === position)
    .map(({ id, channel, status, reason, attempts, createdAt, sentAt }) => ({
      at: createdAt,
      kind: 'message',
      what: channel,
      detail: `message ${id.slice(0, 8)}, ${status}${reason ? `: ${reason}` : attempts > 1 ? ` in ${attempts} tries` : ''}`,
      steps: sentAt ? [{ at: sentAt, kind: 'sent', what: 'sent', detail: '', steps: [] }] : [],
    }))
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
