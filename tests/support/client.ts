import { errorCatalogue } from '@jaanch/contracts/errors'
import type { BodyInput, QueryInput, ResponseOf, Route } from '@jaanch/contracts/http/route'
import { type Answer, type Call, refusalOf, type Send, sendTo, untilCurrent } from './send.ts'

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
  /** The token that it sends with each call; undefined: it is not signed in */
  token: string | undefined
  /** Calls a route of the contracts. @throws Error unless it is answered with success */
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

/**
 * A client that sends `token` with each call.
 * @param to the API's address, whose reads see what was written before them; or how requests are sent
 */
export function createClient(to: string | Send, token?: string): Client {
  const send = typeof to === 'string' ? untilCurrent(sendTo(to)) : to
  const ask = (call: Call) => send(call) as Promise<Answer<never>>
  return {
    token,
    raw: (path, { method = 'GET', body, headers = {} } = {}) =>
      ask({ method, path, token, text: body, headers }),
    as: (other) => createClient(send, other),
    ask: (route, input) => ask(callOf(route, input, token)),
    async call(route, input) {
      const call = callOf(route, input, token)
      const answer = await send(call)
      if (answer.status !== (route.status ?? 200)) throw refusalOf(call, answer)
      return answer.body as never
    },
  }
}

function callOf(
  route: Route,
  { params, query, body, idempotencyKey }: Omit<Input<Route>, 'body'> & { body?: unknown } = {},
  token: string | undefined,
): Call {
  return {
    method: route.method,
    path: pathOf(route, params, query as Record<string, string> | undefined),
    token,
    idempotencyKey,
    ...(route.method !== 'GET' && { body }),
  }
}

/** The path of a route with its parameters and query filled in. */
export function pathOf(
  route: Pick<Route, 'path'>,
  params: Record<string, string> = {},
  query: Record<string, string> = {},
): string {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name) => params[name] ?? '')
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}

/** Follows the `next` links of a list from its first page on. @throws Error unless each page is answered with 200 */
export async function* readPages<Row>(client: Client, path: string): AsyncGenerator<Answer<Row[]>> {
  for (let next: string | undefined = path; next; ) {
    const answer: Answer<Row[]> = await client.raw<Row[]>(next)
    if (answer.status !== 200) throw refusalOf({ method: 'GET', path: next }, answer)
    yield answer
    next = nextPage(answer.headers)
  }
}

/** @returns all rows of a list, read page by page */
export async function readAll<Row>(client: Client, path: string): Promise<Row[]> {
  return (await Array.fromAsync(readPages<Row>(client, path))).flatMap(({ body }) => body)
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
