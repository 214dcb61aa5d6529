import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Call = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  token?: string
  body?: unknown
  idempotencyKey?: string
}

/** A failed request. The report counts by its message. */
class RequestError extends Error {
  override name = 'RequestError'
}

export type Answer = { status: number; headers: IncomingHttpHeaders; body: unknown }

export type Api = { call<Body>(call: Call): Promise<Body>; close(): void }

/** Calls the API at `base`. A status of 300 or more is a RequestError. */
export function createApi(base: URL): Api {
  const { send, close } = createConnections(base, 30_000)
  return {
    close,
    async call<Body>(call: Call): Promise<Body> {
      const answer = await send(call)
      if (answer.status >= 300) throw refusalOf(call, answer)
      return answer.body as Body
    },
  }
}

export function refusalOf(call: Call, { status, body }: Answer): RequestError {
  return new RequestError(`${nameOf(call)}: ${status} ${JSON.stringify(body)?.slice(0, 120)}`)
}

/** The call without the ids in its path, to count by. */
export function nameOf({ method, path }: Call): string {
  return `${method} ${path.replace(/[0-9a-f-]{36}/g, ':id')}`
}

/** Persistent connections: at 350 calls per second, new ones would dominate the cost. */
export function createConnections(
  base: URL,
  timeoutMs: number,
): { send(call: Call): Promise<Answer>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })

  /** @throws RequestError when the connection fails or there is no answer in time */
  function send(call: Call): Promise<Answer> {
    const { method, path, token, body, idempotencyKey } = call
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    }
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const options = { method, agent, headers, timeout: timeoutMs }
    const pending = request(new URL(path, base), options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parse(text) })
      })
    })
    pending.on('timeout', () => {
      pending.destroy(new RequestError(`${nameOf(call)}: no response in ${timeoutMs / 1_000} s`))
    })
    pending.on('error', (error) =>
      reject(error instanceof RequestError ? error : new RequestError(`${nameOf(call)}: ${error.message}`)),
    )
    pending.end(payload)
    return promise
  }
  return { send, close: () => agent.destroy() }
}

function parse(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return text
  }
}
