import { type DestinationStream, pino } from 'pino'
import { readRelease, releaseName } from './release.ts'
import { currentTraceId } from './telemetry/traces.ts'

export type Log = pino.Logger

type LoggedError = { type: string; message: string; stack?: string; code?: string; cause?: LoggedError }

/**
 * The properties of an error that are logged. The others are left out: an error of Postgres carries the values of the
 * rejected row, which may be names or phone numbers.
 */
export function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    type: error.name,
    message: error.message,
    ...(error.stack && { stack: error.stack }),
    ...(code && { code }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  }
}

/** Bytes that wait for a disk that is full: the lines after them are dropped */
const maxWaitingBytes = 1_000_000

/**
 * Logs JSON lines to standard output, each with the release that wrote it and the trace that it belongs to. Never log personal
 * data: log ids. Output that cannot be written (a full disk) does not end the process: it is tried again with the next line.
 * @param output for tests: receives the lines instead
 */
export function createLog(service: string, level: string, output?: DestinationStream): Log {
  return pino(
    {
      name: service,
      level,
      base: { service, version: releaseName(readRelease()) },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      mixin() {
        const traceId = currentTraceId()
        // the name that OpenTelemetry gives it in logs
        return traceId === undefined ? {} : { trace_id: traceId }
      },
    },
    output ?? createOutput(),
  )
}

function createOutput() {
  const output = pino.destination({ dest: 1, sync: true, maxLength: maxWaitingBytes })
  output.on('error', () => {})
  // each line is written at once; flushing would try what a full disk refuses until there is room, and block the process
  return Object.assign(output, { flushSync() {} })
}
