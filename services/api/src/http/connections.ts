import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorCatalogue } from '@jaanch/contracts/errors'

type Unreadable = Error & { code?: string }

/** What is wrong where there is no request yet that a route could answer. */
function refusalOf({ code }: Unreadable): readonly [status: number, sentence: string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'The headers of the request are too large.']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request took too long to arrive.']
  return errorCatalogue.malformed
}

function refuse(error: Unreadable, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, sentence] = refusalOf(error)
  const body = JSON.stringify({ error: sentence })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}

/**
 * Minds what comes before there is a request: bytes that are no HTTP get an answer in our words, and a wish to speak another
 * protocol is heard on Socket.IO's path alone. Elsewhere it is passed over (RFC 9110, 7.8): curl --http2 and Java's client
 * ask every plain server for h2c, and would get no answer at all from one that listens for upgrades.
 */
export function mindConnections(server: Server): void {
  server.removeAllListeners('clientError').on('clientError', refuse)
  Object.assign(server, {
    shouldUpgradeCallback: ({ url = '' }: IncomingMessage) => /^\/socket\.io\/?($|\?)/.test(url),
  })
}
