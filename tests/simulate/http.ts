import { Agent, request } from 'node:http'

export type Call = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  token?: string
  body?: unknown
  idempotencyKey?: string
}

/** An answer that is not good. Its name is what the report counts by. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}

export type Api = { call<Body>(call: Call): Promise<Body>; close(): void }

/** Calls the API at `base` over connections that stay open: at 350 calls a second a new one each would be the cost. */
export function openApi(base: URL): Api {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })

  function call<Body>({ method, path, token, body, idempotencyKey }: Call): Promise<Body> {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    }
    const name = `${method} ${path.replace(/[0-9a-f-]{36}/g, ':id')}`
    const { promise, resolve, reject } = Promise.withResolvers<Body>()
    const asking = request(new URL(path, base), { method, agent, headers, timeout: 30_000 }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const status = response.statusCode ?? 0
        if (status >= 300) reject(new RefusedError(`${name}: ${status} ${text.slice(0, 120)}`))
        else resolve((text ? JSON.parse(text) : undefined) as Body)
      })
    })
    asking.on('timeout', () => asking.destroy(new RefusedError(`${name}: no answer in 30 s`)))
    asking.on('error', (error) =>
      reject(error instanceof RefusedError ? error : new RefusedError(`${name}: ${error.message}`)),
    )
    asking.end(payload)
    return promise
  }
  return { call, close: () => agent.destroy() }
}
