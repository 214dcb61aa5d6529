import { clockOffsetMs } from '@/lib/http/clock'

/** @returns the time by the clock of the server, as far as this device has measured the difference */
export function serverNow(): Date {
  return new Date(Date.now() - (clockOffsetMs() ?? 0))
}
