import { eventDefinitions } from '@jaanch/booking-stream/streams'
import type { EventType } from '@jaanch/eventlog/events'
import { consumers } from '@jaanch/operations/work/declared'
import { countText } from '@/lib/format/numbers'
import { capitalised, shortId } from '@/lib/format/text'

export const eventTypes = Object.keys(eventDefinitions) as EventType[]

const roleTexts: Record<string, string> = {
  customer: 'Customer',
  'lab-partner': 'Lab',
  admin: 'Admin',
  operator: 'Operator',
  system: 'System',
}

/** Choices of the filter by actor, besides one person. */
export const actorOptions = [
  { value: 'customer', label: 'Customers' },
  { value: 'lab-partner', label: 'Labs' },
  { value: 'admin', label: 'Admins' },
  { value: 'operator', label: 'Operators' },
  { value: 'system', label: 'All consumers' },
  ...consumers.map(({ name }) => ({ value: name, label: `Consumer ${name}` })),
]

/** @param actor `<role>:<id>` or `system:<consumer>` @returns 'Customer', 'orders' */
export function actorText(actor: string): string {
  const [role = '', ...rest] = actor.split(':')
  const name = rest.join(':')
  if (role === 'system') return name || 'System'
  return roleTexts[role] ?? capitalised(role)
}

/** @param stream `booking-<uuid>` @returns 'booking 1f2e3d4c' */
export function streamText(stream: string): string {
  const [kind = '', id = ''] = stream.split(/-(.*)/)
  return `${kind} ${shortId(id)}`
}

export const texts = {
  feed: {
    label: 'Events',
    filter: 'Filter',
    pause: 'Pause',
    newest: 'Back to the newest',
    waiting: (count: number, areMore: boolean) =>
      `${countText(count)}${areMore ? ' or more' : ''} new ${count === 1 ? 'event' : 'events'}`,
    none: 'No events found',
    noneText: 'The log has no event that matches.',
    lookedAt: (newest: number, oldest: number, isAll: boolean) =>
      `Looked at events ${countText(newest)} to ${countText(oldest)}.${isAll ? ' There are no earlier ones.' : ''}`,
    more: 'Show more',
    failed: 'The events could not be loaded.',
  },
  filters: {
    stream: 'Booking, prescription, lab or order',
    streamExample: 'Id, its beginning, or JN-2026-…',
    type: 'Type',
    allTypes: 'All types',
    actor: 'Actor',
    allActors: 'All actors',
    allActorsInsteadOf: (name: string) => `Events of all actors instead of ${name}`,
    aPerson: 'A person …',
    person: (id: string) => `Person ${id}`,
    from: 'From',
    to: 'To',
  },
  event: {
    title: (position: number) => `Event ${countText(position)}`,
    failed: 'The event could not be loaded.',
    stream: 'Stream',
    streamVersion: (stream: string, version: number) => `${stream}, version ${countText(version)}`,
    actor: 'Actor',
    request: 'Request',
    noRequest: 'None',
    append: 'Append',
    allOf: (kind = 'stream') => `All events of the ${kind}`,
    history: 'History',
    trace: 'Trace',
    cause: 'Cause',
    causeIsRequest: 'The request itself.',
    noCause: 'None.',
    effects: 'Effects',
    noEffects: 'No work, no message and no push is known.',
    data: 'Data',
  },
  copy: {
    label: 'Copy',
    command: { succeeded: 'Copied', failed: 'Copying failed' },
  },
}
