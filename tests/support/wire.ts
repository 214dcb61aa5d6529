/** Sends requests byte by byte as written, also invalid ones that an HTTP client would not send. */
import { Agent, type IncomingHttpHeaders, request as open } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { headers as names } from '@jaanch/contracts/http/headers'

export type WireRequest = {
  method: string
  /** With its query; the caller does the percent-encoding */
  path: string
  headers: Record<string, string>
  body?: string | Buffer | undefined
}
export type WireAnswer = { status: number; headers: IncomingHttpHeaders; text: string }
export type Wire = { send(request: WireRequest): Promise<WireAnswer>; close(): void }

/** Reuses its connections: ten thousand requests must not open ten thousand. */
export function openWire(url: string): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const { hostname, port } = new URL(url)
  return {
    send({ method, path, headers, body }) {
      return new Promise((resolve, reject) => {
        // Node sets no content-length for the body of a GET
        const framed = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
        const options = { agent, hostname, port, method, path, headers: { ...framed, ...headers } }
        const asking = open(options, (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: decoded(Buffer.concat(chunks), answer.headers['content-encoding']).toString(),
            }),
          )
        })
        asking.on('error', reject)
        asking.end(body)
      })
    },
    close: () => agent.destroy(),
  }
}

/** Repeats a read while its answer may lack what was written before it. */
export async function sendUntilCurrent(wire: Wire, request: WireRequest): Promise<WireAnswer> {
  for (;;) {
    const answer = await wire.send(request)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || answer.headers[names.readBehind] === undefined) return answer
  }
}

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'gzip' ? gunzipSync(body) : body
}

/** Headers that authenticate a call */
export function signed(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}
