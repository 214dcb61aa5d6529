import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { SecondFactorError } from '@jaanch/account/second-factors/second-step'
import { AppError, type ErrorCode } from '@jaanch/contracts/errors'
import { LogUnavailableError, VersionConflictError } from '@jaanch/eventlog/append'
import { UnreadableEventError } from '@jaanch/eventlog/read'
import { BusyError } from '@jaanch/platform/deadline'
import { TooManyError } from '@jaanch/platform/limits/limits'
import { isOfDroppedTables, NoReadTablesError } from '@jaanch/platform/reads/barrier'
import { isUnavailable } from '@jaanch/platform/slonik'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'

const parserErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
}

/**
 * The AppError that the caller gets for an error; undefined for a fault of the server.
 * @param tooLarge the route's error text for a body above its limit
 */
function appErrorOf(error: FastifyError, tooLarge: string | undefined): AppError | undefined {
  if (error instanceof AppError) return error
  if (error instanceof VersionConflictError) return new AppError('conflict')
  if (isTemporary(error)) return new AppError('unavailable')
  const code = parserErrors[error.code ?? '']
  if (code) return new AppError(code, code === 'too-large' ? tooLarge : undefined)
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return new AppError('malformed')
  return undefined
}

/** Another attempt may succeed, on a process of a newer release if that appended the event. */
function isTemporary(error: unknown): boolean {
  return (
    error instanceof LogUnavailableError ||
    error instanceof NoReadTablesError ||
    (error instanceof UnreadableEventError && error.isNewer) ||
    isOfDroppedTables(error) ||
    isUnavailable(error)
  )
}

const reportRefusedEveryMs = 10_000

/** One log line per refused request of a flood would be a load of its own: they are counted. @returns counts one */
function countRefused(app: FastifyInstance): () => void {
  let refused = 0
  const reporting = setInterval(() => {
    if (refused > 0) app.log.warn({ refused }, 'requests were refused: more at once than the bounds allow')
    refused = 0
  }, reportRefusedEveryMs)
  reporting.unref()
  app.addHook('onClose', async () => clearInterval(reporting))
  return () => {
    refused += 1
  }
}

/** Refusals that a lab's people get after the correct password: the client shows it in place of the form. */
const labRefusals: ReadonlySet<ErrorCode> = new Set(['lab-under-review', 'lab-rejected', 'lab-suspended'])

/**
 * Fastify ends the connection after a body that is too large. A proxy that still sends it would lose the answer, say 502 and be asked
 * again; so what nginx lets through (`client_max_body_size`) is received and discarded.
 */
function isDiscarded({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length']) <= discardedBytes
}
const discardedBytes = 16 * 1024 ** 2

/**
 * Turns every error into an answer: `{ error, code }`, and `message` too on the lab's 403. No other detail is sent, except those of
 * the AppError.
 */
export function registerErrorHandler(app: FastifyInstance): void {
  configureHttpServer(app.server)
  const onRefused = countRefused(app)
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const known = appErrorOf(error, request.routeOptions.config.tooLarge)
    if (!known) {
      request.log.error({ err: error }, 'unexpected error')
      const { body, status } = new AppError('internal')
      return reply.status(status).send({ ...body, requestId: request.id })
    }
    if (known.status === 503) {
      if (error instanceof BusyError) onRefused()
      else request.log.warn({ err: error }, 'unavailable')
      reply.header('retry-after', '1')
    }
    if (known.code === 'too-large' && isDiscarded(request)) reply.removeHeader('connection')
    if (known instanceof TooManyError) reply.header('retry-after', String(known.retryAfter))
    const isLabRefusal = labRefusals.has(known.code)
    if (known instanceof SecondFactorError) reply.header('cache-control', 'no-store')
    return reply.status(known.status).send({
      ...known.body,
      ...(isLabRefusal && { message: known.message }),
    })
  })
}

type ParseError = Error & { code?: string }

/** The error of a request that Node could not parse; no route sees it. */
function codeOf({ code }: ParseError): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers-too-large'
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too-slow' : 'malformed'
}

function refuse(error: ParseError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, body: answer } = new AppError(codeOf(error))
  const body = JSON.stringify(answer)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}

/**
 * Configures what happens before there is a request. Bytes that are not HTTP get an answer in our error format. An upgrade
 * to another protocol is possible on Socket.IO's path only; elsewhere the header is ignored (RFC 9110, 7.8): curl --http2
 * and Java's client ask every plain server for h2c, and get no answer from a server that accepts all upgrades.
 */
function configureHttpServer(server: Server): void {
  server.removeAllListeners('clientError').on('clientError', refuse)
  Object.assign(server, {
    shouldUpgradeCallback: ({ url = '' }: IncomingMessage) => /^\/socket\.io\/?($|\?)/.test(url),
  })
}
