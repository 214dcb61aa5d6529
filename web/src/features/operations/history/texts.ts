import { dateText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'

const istOffsetMs = 330 * 60_000

/** @param instant ISO 8601 @returns '21 Nov 2026, 16:05:09 IST' */
export function istText(instant: string): string {
  return `${dateText(instant)}, ${istClock(instant).slice(11)} IST`
}

/** @returns '2026-11-21T16:05:09', as a field for date and time has it */
export function istClock(instant: string): string {
  return new Date(Date.parse(instant) + istOffsetMs).toISOString().slice(0, 19)
}

/** @param clock of a field for date and time, in India @returns undefined if it is not complete */
export function parseIstClock(clock: string): Date | undefined {
  const time = Date.parse(`${clock}Z`) - istOffsetMs
  return Number.isNaN(time) ? undefined : new Date(time)
}

/** A value of a field as JSON, texts without quotes; undefined: there is no such field */
export function valueText(value: unknown): string {
  if (value === undefined) return 'no such field'
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
}

export const texts = {
  page: {
    lookup: {
      label: 'Booking, prescription or lab',
      hint: 'An id, or its first 8 characters',
      submitLabel: 'Open',
    },
    none: 'Open a booking, a prescription or a lab',
    noneText: 'You see it after any of its events, and which event made each field.',
    nothing: 'Nothing to show',
    events: 'Events',
    later: 'Load later events',
    notLoaded: 'The later events could not be loaded',
    stopped: (position: number, type: string, why: string) =>
      `Event ${countText(position)} (${type}) cannot be read or applied by this version: ${why}. The fold ends before it.`,
    notifications: 'Notifications',
    counts: 'What it adds to counts and statistics',
  },
  row: {
    changed: 'changed',
    changedCount: (count: number) => `${count} changed`,
    field: 'Field',
    value: 'Value',
    madeBy: 'Made by',
    removed: 'removed',
    before: 'before:',
  },
  stored: {
    title: 'In the read tables',
    events: 'Events',
    trace: 'Trace',
    refold: 'Refold',
    differs: 'Differs from its events',
    same: 'As its events say',
    live: (generation: number, position: number) =>
      `Generation ${generation}, at event ${countText(position)}`,
    notLive: 'No generation of this model version is live.',
    field: 'Field',
    inTable: 'In the table',
    fromEvents: 'From the events',
    madeBy: 'made by',
  },
  refold: {
    dialog: {
      title: 'Write the rows as its events say?',
      description:
        'The fields that differ are overwritten in all generations of the read tables, and everybody who sees the rows gets them at once. The log does not change, and no message is sent.',
      submitLabel: 'Refold',
      hint: 'It is stored with the operation. It is not sent to anybody.',
      failure: 'The rows could not be mended',
    },
    mayMiscount:
      'Counts and statistics stay as they are. They may contain the wrong row: a verification shows it, and a replay makes them right.',
    succeeded: (rows: number) => (rows === 1 ? '1 row was mended' : `${rows} rows were mended`),
  },
  slider: {
    event: (place: number, count: number) => `Event ${countText(place)} of ${countText(count)}`,
    valueText: (place: number, count: number, event: string) => `Event ${place} of ${count}: ${event}`,
    previous: 'Previous event',
    next: 'Next event',
    goTo: 'Go to time (IST)',
  },
}
