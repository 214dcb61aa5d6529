import { countText } from '@/lib/format/numbers'

export const feed = {
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
}

export const filters = {
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
}

export const event = {
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
}
