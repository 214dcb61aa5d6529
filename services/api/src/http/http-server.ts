import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorCatalogue } from '@jaanch/contracts/errors'

type ParseError = Error & { code?: string }

/** The answer to a request that Node could not parse; no route sees it. */
function answerFor({ code }: ParseError): readonly [status: number, sentence: string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'The headers of the request are too large.']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request took too long to arrive.']
  return errorCatalogue.malformed
}

function refuse(error: ParseError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, sentence] = answerFor(error)
  const body = JSON.stringify({ error: sentence })
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
