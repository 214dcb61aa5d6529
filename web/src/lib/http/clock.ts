import { createStoredSetting } from '../stored-setting'

/** A slower answer says too little about the time, ms */
const maxDurationMs = 5_000
/** The header has whole seconds: smaller differences are not stored */
const resolutionMs = 1_000

const offset = createStoredSetting<number | null>('clock_offset', (stored) =>
  typeof stored === 'number' ? stored : null,
)

/** @returns clock of this device minus clock of the server as last measured, ms, to about a second; null before the first answer */
export function clockOffsetMs(): number | null {
  return offset.get()
}

/**
 * Measures the clock by an answer of the API.
 * @param headers of an answer that was not kept by the browser: its header Date is the time of the answer
 * @param sentAt by the clock of this device, ms
 */
export function noteServerTime(headers: Headers, sentAt: number): void {
  const receivedAt = Date.now()
  const durationMs = receivedAt - sentAt
  const second = Date.parse(headers.get('date') ?? '')
  const isKept = !headers.get('cache-control')?.includes('no-store')
  if (isKept || Number.isNaN(second) || durationMs < 0 || durationMs > maxDurationMs) return
  const measured = Math.round(sentAt + durationMs / 2 - (second + 500))
  const known = offset.get()
  if (known === null || Math.abs(measured - known) >= resolutionMs) offset.set(measured)
}
