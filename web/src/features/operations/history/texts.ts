import { dateText } from '@/lib/format/dates'

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

export const notLoaded = 'The later events could not be loaded'
