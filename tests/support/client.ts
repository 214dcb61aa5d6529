import { filesCookie } from '@jaanch/api/auth/files-cookie'
import { errorCatalogue } from '@jaanch/contracts/errors'
import type { BodyInput, QueryInput, ResponseOf, Route } from '@jaanch/contracts/http/route'
import { expect } from 'vitest'

export type Answer<Body = unknown> = { status: number; headers: Headers; body: Body }

/** What the routes answer to the refused: `message` only on the lab's 403. */
export type Refusal = { error: string; message?: string; requestId?: string }

export type Raw = { method?: string; body?: string; headers?: Record<string, string> }

type Input<R extends Route> = {
  params?: Record<string, string>
  query?: QueryInput<R>
  body?: BodyInput<R>
  idempotencyKey?: string
}

export type Client = {
  /** Calls a route of the contracts and expects its good answer. */
  call<R extends Route>(route: R, input?: Input<R>): Promise<ResponseOf<R>>
  /** The same, with whatever the API answers. `body` may be anything: it is what is tested. */
  ask<R extends Route>(
    route: R,
    input?: Omit<Input<R>, 'body'> & { body?: unknown },
  ): Promise<Answer<Refusal>>
  /** Sends what no decent client would. */
  raw(path: string, init?: Raw): Promise<Answer<Refusal>>
  as(token: string): Client
}

/** A small client of the API at `url`, which signs its calls with `token`. */
export function createClient(url: string, token?: string): Client {
  async function raw(path: string, { method = 'GET', body, headers = {} }: Raw = {}) {
    const response = await fetch(url + path, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { body }),
    })
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : undefined }
  }

  const client: Client = {
    raw,
    as: (other) => createClient(url, other),
    ask(route, { params = {}, query = {}, body: given, idempotencyKey } = {}) {
      const body = route.method === 'GET' ? undefined : given
      const path = route.path.replaceAll(/:(\w+)/g, (_, name) => params[name] ?? '')
      const search = new URLSearchParams(query as Record<string, string>).toString()
      return raw(search ? `${path}?${search}` : path, {
        method: route.method,
        headers: {
          ...(route.cookie && token && { cookie: `${filesCookie}=${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    },
    async call(route, input) {
      const answer = await client.ask(route, input)
      expect(answer, `${route.method} ${route.path}: ${JSON.stringify(answer.body)}`).toMatchObject({
        status: route.status ?? 200,
      })
      return answer.body as never
    },
  }
  return client
}

/** What an error of the catalogue looks like to a caller. */
export function refusal(code: keyof typeof errorCatalogue, text?: string) {
  const [status, sentence] = errorCatalogue[code]
  return { status, body: { error: text ?? sentence } }
}
