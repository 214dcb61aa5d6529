import { randomUUID } from 'node:crypto'
import { currentContext, inContext } from '../deadline.ts'

/**
 * The id of a request is the id of its trace: 32 hexadecimal digits. Events store it as their correlation id, and what follows from
 * an event has the same one, so everything that reads an event can continue its trace; nothing else has to travel.
 */
type TraceId = string

/** A step of a trace that has ended. Attributes hold ids, numbers and names of code; never what a person typed */
type Span = {
  name: string
  /** Instants of `performance.now()` */
  startedAt: number
  endedAt?: number
  attributes?: Record<string, string | number | boolean>
  hasFailed?: boolean
}

/** Where spans go while tracing is on. `isRequest`: the span that all other spans of the trace are below */
type SpanSink = {
  sampleRatio: number
  add(traceId: TraceId, span: Span, request?: { parentId: string | undefined }): void
}

let sink: SpanSink | undefined

/** The span of a trace's request: its id follows from the trace's, so that all who know the trace can refer to it */
export const requestSpanId = (traceId: TraceId): string => traceId.slice(16)

function isTraceId(id: string): boolean {
  return /^[0-9a-f]{32}$/.test(id) && !/^0+$/.test(requestSpanId(id))
}

/**
 * Reads the header `traceparent` of W3C Trace Context.
 * @returns the trace, and the span of the caller if it says that it records it (the flag `sampled`): ours would be below one that
 *   nobody knows otherwise. undefined for another version and for what is not valid
 */
export function parseTraceparent(
  header: string | string[] | undefined,
): { traceId: TraceId; parentId: string | undefined } | undefined {
  if (typeof header !== 'string') return undefined
  const [, traceId = '', parentId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header) ?? []
  if (!isTraceId(traceId) || /^0+$/.test(parentId)) return undefined
  return { traceId, parentId: Number.parseInt(flags, 16) % 2 === 1 ? parentId : undefined }
}

/** Runs `work` with a trace: what it logs carries the trace's id. */
export function inTrace<Result>(traceId: TraceId | null, work: () => Result): Result {
  return traceId === null ? work() : inContext({ traceId }, work)
}

/** The trace of the code that runs */
export const currentTraceId = (): TraceId | undefined => currentContext()?.traceId

/** Whether spans are recorded at all: what costs more than a call asks before */
export const isTracing = (): boolean => sink !== undefined

/**
 * Whether a trace is recorded. Decided by its id alone, so all processes decide the same: its last 56 bits are random (W3C Trace
 * Context, level 2), and whoever chooses an id decides about its own trace only.
 */
export function isTraced(traceId: string | null | undefined): traceId is TraceId {
  if (!sink || !traceId || !isTraceId(traceId)) return false
  return Number.parseInt(traceId.slice(18), 16) / 2 ** 56 >= 1 - sink.sampleRatio
}

/** Records a span below the trace's request; nothing if the trace is not recorded. */
export function recordSpan(traceId: string | null | undefined, span: Span): void {
  if (isTraced(traceId)) sink?.add(traceId, span)
}

/** Records the span of a request. @param parentId the span of the caller, if it sent one */
export function recordRequestSpan(traceId: TraceId, span: Span, parentId: string | undefined): void {
  if (isTraced(traceId)) sink?.add(traceId, span, { parentId })
}

/** For start-telemetry: `spans` receives all spans from now on; undefined turns tracing off. */
export function setSpanSink(spans: SpanSink | undefined): void {
  sink = spans
}

/**
 * The id of a request, which is the id of its trace: 32 hexadecimal digits, a uuid that begins with its time (RFC 9562, version 7)
 * without its hyphens. Events carry it as their correlation id, so an operator who has the id alone knows where in the log to
 * look, without an index.
 * @param now when the request arrived
 */
export function newRequestId(now = new Date()): string {
  const time = now.getTime().toString(16).padStart(12, '0')
  // Node draws the bytes of many at once; what is fixed in it is left out
  const random = randomUUID()
  return `${time}7${random.slice(0, 3)}8${random.slice(20, 23)}${random.slice(24)}`
}

/** @returns the time that the id names, by the clock of who made it; undefined for an id without a time */
export function requestedAt(id: string): Date | undefined {
  const [, time] = /^([0-9a-f]{12})7[0-9a-f]{3}[89ab][0-9a-f]{15}$/.exec(id) ?? []
  return time ? new Date(Number.parseInt(time, 16)) : undefined
}
