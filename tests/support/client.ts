import { filesCookie } from '@jaanch/api/auth/files-cookie'
import { errorCatalogue } from '@jaanch/contracts/errors'
import type { BodyInput, QueryInput, ResponseOf, Route } from '@jaanch/contracts/http/route'
import { expect } from 'vitest'

export type Answer<Body> = { status: number; headers: Headers; body: Body }

/** The body of an error: `message` only on the lab's 403 */
type Refusal = { error: string; code?: string; message?: string; requestId?: string }

/** The body of any answer of a route: of its success, or of an error. The test's expectation of the status decides. */
type AnyBody<R extends Route> = ResponseOf<R> extends undefined ? Refusal : ResponseOf<R> & Refusal

type Raw = { method?: string; body?: string; headers?: Record<string, string> }

type Input<R extends Route> = {
  params?: Record<string, string>
  query?: QueryInput<R>
  body?: BodyInput<R>
  idempotencyKey?: string
}

export type Client = {
  /** Calls a route of the contracts and expects its success. */
  call<R extends Route>(route: R, input?: Input<R>): Promise<ResponseOf<R>>
  /** Calls a route and returns any answer. `body` may be anything, because tests send invalid ones. */
  ask<R extends Route>(
    route: R,
    input?: Omit<Input<R>, 'body'> & { body?: unknown },
  ): Promise<Answer<AnyBody<R>>>
  /** Sends a request that the contracts do not describe. @typeParam Body what the test expects */
  raw<Body = Refusal>(path: string, init?: Raw): Promise<Answer<Body>>
  as(token: string): Client
}

/** A client of the API at `url` that sends `token` with each call */
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

/** Follows the `next` links of a list from its first page on; expects 200 for each page. */
export async function* readPages<Row>(client: Client, path: string): AsyncGenerator<Answer<Row[]>> {
  for (let next: string | undefined = path; next; ) {
    const answer: Answer<Row[]> = await client.raw<Row[]>(next)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    yield answer
    next = nextPage(answer.headers)
  }
}

/** The path of the next page, from the Link header */
export function nextPage(headers: Headers): string | undefined {
  return headers.get('link')?.match(/^<(.+)>; rel="next"$/)?.[1]
}

/** The answer that a caller gets for an error of the catalogue */
export function refusal(code: keyof typeof errorCatalogue, text?: string) {
  const [status, sentence] = errorCatalogue[code]
  return { status, body: { error: text ?? sentence, code } }
}
