/** A slower answer says too little about the time, ms */
const maxDurationMs = 5_000
/** The header has whole seconds: smaller differences are not stored */
const resolutionMs = 1_000

const key = 'clock_offset'

/** @returns clock of this device minus clock of the server as last measured, ms, to about a second; null before the first answer */
export function clockOffsetMs(): number | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof stored === 'number' ? stored : null
  } catch {
    // blocked, or not readable
    return null
  }
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
  const known = clockOffsetMs()
  if (known !== null && Math.abs(measured - known) < resolutionMs) return
  try {
    localStorage.setItem(key, JSON.stringify(measured))
  } catch {
    // blocked: it stays unknown
  }
}
