/** The trace of a call (W3C Trace Context): the server continues it, to the push of what changed to other browsers. */
type Trace = { id: string /** Header of the call */; traceparent: string }

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** 32 digits that begin with the time (as a uuid of version 7): the server finds the call in the log by its id alone */
function newTraceId(now: number): string {
  const random = randomHex(10)
  return `${now.toString(16).padStart(12, '0')}7${random.slice(0, 3)}8${random.slice(3, 18)}`
}

export function beginTrace(): Trace {
  const id = newTraceId(Date.now())
  // not sampled: the browser records no span that the server's could be below
  return { id, traceparent: `00-${id}-${randomHex(8)}-00` }
}

/** Makes the call visible in the browser's timeline. @param startedAt instant of `performance.now()` */
export function measureCall(name: string, trace: Trace, startedAt: number): void {
  performance.measure(name, { start: startedAt, detail: { trace: trace.id } })
}

const received = 'jaanch received'

/**
 * Makes the arrival of a change visible there, if the server records its trace. Only the last one is kept. A message of a newer
 * release may have no content: what this throws would keep it from its handler.
 */
export function markReceived({ trace, position }: { trace?: string; position?: number } = {}): void {
  if (trace === undefined) return
  performance.clearMarks(received)
  performance.mark(received, { detail: { trace, position } })
}
