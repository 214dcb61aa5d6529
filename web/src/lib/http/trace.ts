/** The trace of a call (W3C Trace Context): the server continues it, to the push of what changed to other browsers. */
type Trace = { id: string /** Header of the call */; traceparent: string }

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

export function beginTrace(): Trace {
  const id = randomHex(16)
  return { id, traceparent: `00-${id}-${randomHex(8)}-01` }
}

/** Makes the call visible in the browser's timeline. @param startedAt instant of `performance.now()` */
export function measureCall(name: string, trace: Trace, startedAt: number): void {
  performance.measure(name, { start: startedAt, detail: { trace: trace.id } })
}

const received = 'jaanch received'

/** Makes the arrival of a change visible there, if the server records its trace. Only the last one is kept. */
export function markReceived({ trace, position }: { trace?: string; position?: number }): void {
  if (trace === undefined) return
  performance.clearMarks(received)
  performance.mark(received, { detail: { trace, position } })
}
