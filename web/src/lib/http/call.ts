import { headers as names } from '@jaanch/contracts/http/headers'
import type { Method } from '@jaanch/contracts/http/route'
import { ApiError } from './api-error'
import type { OptionsAt, Path, Query, ResponseAt } from './contract'
import { takePreloaded } from './preload'
import { readToken, renewToken } from './token'
import { urlOf } from './url'

/** An answer with its place in the log (header Log-Position), where it has one. */
export type ApiResponse<T> = {
  data: T
  position: number | undefined
  /** The next page of a list (header Link), where there is one */
  next?: string | undefined
}

/**
 * Calls a route of the contracts' table. Throws an ApiError when the answer is not OK, and what `fetch`
 * throws when none came.
 */
export async function call<M extends Method, P extends Path>(
  method: M,
  path: P,
  options: OptionsAt<M, P>,
): Promise<ResponseAt<M, P>> {
  const { params, query, body, idempotencyKey } = options as {
    params?: { id: string }
    query?: Query
    body?: unknown
    idempotencyKey?: string
  }
  const answer = await send<ResponseAt<M, P>>(method, urlOf(path, params, query), body, idempotencyKey)
  return answer.data
}

export async function send<T>(
  method: Method,
  url: string,
  body?: unknown,
  idempotencyKey?: string,
  token = readToken(),
): Promise<ApiResponse<T>> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (token) headers.Authorization = `Bearer ${token}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (idempotencyKey) headers[names.idempotencyKey] = idempotencyKey
  const early = method === 'GET' ? takePreloaded(url) : undefined
  const response = await (early ??
    fetch(url, {
      method,
      headers,
      credentials: 'include',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }))
  const renewed = response.headers.get(names.renewedToken)
  if (renewed) renewToken(token, renewed)
  const text = await response.text()
  if (!response.ok) {
    const error = new ApiError(response.status, text || response.statusText)
    throw url === sessionCheck ? error : rejected(error, token)
  }
  return {
    data: (text ? JSON.parse(text) : undefined) as T,
    position: positionOf(response.headers.get(names.logPosition)),
    next: nextOf(response.headers.get('link')),
  }
}

function positionOf(header: string | null): number | undefined {
  const position = Number(header ?? Number.NaN)
  return Number.isSafeInteger(position) ? position : undefined
}

/** @param header as RFC 8288 writes it: `</api/bookings?cursor=…>; rel="next"` */
function nextOf(header: string | null): string | undefined {
  return header?.match(/<([^>]+)>;\s*rel="next"/)?.[1]
}

/** Asked by the session itself, which hears the 401 as its answer. */
const sessionCheck = '/api/users/me' satisfies Path

let listener: ((token: string) => void) | undefined

/** The session listens here: a 401 on any call makes it ask the API whether its token still stands. */
export function onUnauthorised(listen: (token: string) => void): () => void {
  listener = listen
  return () => {
    if (listener === listen) listener = undefined
  }
}

/** Tells the session of a 401. @returns the error, to be thrown */
export function rejected(error: ApiError, token: string | null): ApiError {
  if (error.status === 401 && token) listener?.(token)
  return error
}
