import { AppError, type ErrorCode } from '@jaanch/contracts/errors'
import { VersionConflictError } from '@jaanch/eventlog/append'
import { LogUnavailableError } from '@jaanch/eventlog/appender'
import { isTransient } from '@jaanch/platform/postgres'
import type { FastifyError, FastifyInstance } from 'fastify'
import {
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  ConnectionError,
  IdleTransactionTimeoutError,
  StatementCancelledError,
  StatementTimeoutError,
  UnexpectedStateError,
} from 'slonik'
import { TooManyError } from '../auth/rate-limits.ts'
import { mindConnections } from '../http/connections.ts'

const parserErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
}

/**
 * Finds the AppError that an error is to the caller; undefined for a fault of ours.
 * @param tooLarge the route's own sentence for a body that is larger than it takes
 */
function appErrorOf(error: FastifyError, tooLarge: string | undefined): AppError | undefined {
  if (error instanceof AppError) return error
  if (error instanceof VersionConflictError) return new AppError('conflict')
  if (error instanceof LogUnavailableError || isUnavailable(error)) return new AppError('unavailable')
  const code = parserErrors[error.code ?? '']
  if (code) return new AppError(code, code === 'too-large' ? tooLarge : undefined)
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return new AppError('malformed')
  return undefined
}

/** slonik's errors for a connection that went away under a query, on the way to one, or between two of them. */
const lostConnection = [
  ConnectionError,
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  IdleTransactionTimeoutError,
  StatementCancelledError,
  StatementTimeoutError,
  UnexpectedStateError,
]

/** slonik wraps the driver's errors; the reason is some way down the chain of causes. */
function isUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isTransient(cause) || lostConnection.some((kind) => cause instanceof kind)) return true
  }
  return false
}

/** One place turns every error into an answer: `{ error }`, with `message` too on the lab's 403. Nothing else leaks. */
export function answerErrors(app: FastifyInstance): void {
  mindConnections(app.server)
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const known = appErrorOf(error, request.routeOptions.config.tooLarge)
    if (!known) {
      request.log.error({ err: error }, 'a fault of ours')
      const { message, status } = new AppError('internal')
      return reply.status(status).send({ error: message, requestId: request.id })
    }
    if (known.status === 503) {
      request.log.warn({ err: error }, 'unavailable')
      reply.header('retry-after', '1')
    }
    if (known instanceof TooManyError) reply.header('retry-after', String(known.retryAfter))
    const isLabRefusal = known.code === 'lab-under-review' || known.code === 'lab-rejected'
    return reply
      .status(known.status)
      .send({ error: known.message, ...(isLabRefusal && { message: known.message }) })
  })
}
