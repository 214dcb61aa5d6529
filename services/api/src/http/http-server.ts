import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, type ErrorCode } from '@jaanch/contracts/errors'

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
export function configureHttpServer(server: Server): void {
  server.removeAllListeners('clientError').on('clientError', refuse)
  Object.assign(server, {
    shouldUpgradeCallback: ({ url = '' }: IncomingMessage) => /^\/socket\.io\/?($|\?)/.test(url),
  })
}
