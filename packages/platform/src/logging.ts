import { pino } from 'pino'

export type Log = pino.Logger

type LoggedError = { type: string; message: string; stack?: string; code?: string; cause?: LoggedError }

/**
 * What a log keeps of an error. The rest of its properties stays out: a database's error carries the values of the row
 * that it refused, and those are somebody's name or phone number.
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

/** JSON lines on standard output. Personal data never goes in: log ids. */
export function createLog(service: string, level: string): Log {
  return pino({
    name: service,
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  })
}
