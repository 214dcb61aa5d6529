import { headers as names } from '@jaanch/contracts/http/headers'
import type { Method } from '@jaanch/contracts/http/route'
import { ApiError, callLimitMs, endsSession, hasCode, TimedOut, waitMsOf } from './api-error'
import { noteServerTime } from './clock'
import type { OptionsAt, Path, Query, ResponseAt } from './contract'
import { noteReached } from './network'
import { readToken } from './token'
import { beginTrace, measureCall } from './trace'
import { urlOf } from './url'

export type ApiResponse<T> = {
  data: T
  /** Position in the log that the data contains (header Log-Position) */
  position: number | undefined
  /** Epoch of that log (header Log-Epoch): positions of different epochs cannot be compared */
  epoch?: string | undefined
  /** URL of the next page of a list (header Link) */
  next?: string | undefined
}

/**
 * Calls a route of the contracts' table.
 *
 * @throws ApiError if the status is not 2xx, TimedOut, and what `fetch` throws if there is no response
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
  const response = await send<ResponseAt<M, P>>(method, urlOf(path, params, query), body, idempotencyKey)
  return response.data
}

/** As `call`, for a URL that is complete. */
export function send<T>(
  method: Method,
  url: string,
  body?: unknown,
  idempotencyKey?: string,
  token = readToken(),
): Promise<ApiResponse<T>> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const run = () => sendNow<T>(method, url, text, idempotencyKey, token)
  return method === 'GET'
    ? run()
    : afterRetryTime(`${method} ${url}`, text ?? '', () => withConfirmation(run))
}

async function sendNow<T>(
  method: Method,
  url: string,
  body: string | undefined,
  idempotencyKey: string | undefined,
  token: string | null,
): Promise<ApiResponse<T>> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (token) headers.Authorization = `Bearer ${token}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (idempotencyKey) headers[names.idempotencyKey] = idempotencyKey
  const trace = method === 'GET' ? undefined : beginTrace()
  if (trace) headers.traceparent = trace.traceparent
  const startedAt = performance.now()
  const sentAt = Date.now()
  const preloaded = method === 'GET' ? takePreloaded(url) : undefined
  const { response, text } = await withTimeLimit(async (signal) => {
    const response = await (preloaded ??
      fetch(url, {
        method,
        headers,
        credentials: 'include',
        signal,
        ...(body === undefined ? {} : { body }),
      }))
    return { response, text: await response.text() }
  }).catch((error) => {
    // `fetch` throws it if there is no response
    if (error instanceof TypeError) noteReached(false)
    throw error
  })
  noteReached(true)
  if (!preloaded) noteServerTime(response.headers, sentAt)
  if (trace) measureCall(`${method} ${url}`, trace, startedAt)
  if (!response.ok) {
    const error = errorOf(response, text)
    throw url === sessionCheck ? error : reportUnauthorised(error, token)
  }
  return {
    data: (text ? JSON.parse(text) : undefined) as T,
    position: parsePosition(response.headers.get(names.logPosition)),
    epoch: response.headers.get(names.logEpoch) ?? undefined,
    next: parseNext(response.headers.get('link')),
  }
}

/** @param text the body */
export function errorOf({ status, statusText, headers }: Response, text: string): ApiError {
  return new ApiError(status, text || statusText, headers.get('retry-after'))
}

function parsePosition(header: string | null): number | undefined {
  const position = Number(header ?? Number.NaN)
  return Number.isSafeInteger(position) ? position : undefined
}

/** @param header as in RFC 8288: `</api/bookings?cursor=…>; rel="next"` */
function parseNext(header: string | null): string | undefined {
  return header?.match(/<([^>]+)>;\s*rel="next"/)?.[1]
}

/** Called by the session itself, which handles its 401. */
const sessionCheck = '/api/users/me' satisfies Path

let listener: ((token: string) => void) | undefined

/** Registers the session's listener: after a 401 of any call it checks whether the token is still valid. */
export function onUnauthorised(listen: (token: string) => void): () => void {
  listener = listen
  return () => {
    if (listener === listen) listener = undefined
  }
}

/** Notifies the session of a 401. @returns the error, for the caller to throw */
export function reportUnauthorised(error: ApiError, token: string | null): ApiError {
  if (endsSession(error) && token) listener?.(token)
  return error
}

/** Runs a call that may take `callLimitMs`. @param run ends its request with the signal @throws TimedOut */
export async function withTimeLimit<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const request = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new TimedOut())
      request.abort()
    }, callLimitMs)
  })
  try {
    return await Promise.race([run(request.signal), end])
  } finally {
    clearTimeout(timer)
  }
}

/** By method and URL: what the server refused a moment ago */
const refusals = new Map<string, { body: string; error: ApiError }>()

/**
 * Sends a command, but not again within the server's Retry-After: it would refuse it again. Another body is another request, which
 * it may accept. After a longer Retry-After (`waitMsOf`) it is sent: what it is about may have changed by other means.
 * @param request method and URL @param body as it is sent
 * @throws the refusal while its time is not over, and what `run` throws
 */
export async function afterRetryTime<T>(request: string, body: string, run: () => Promise<T>): Promise<T> {
  const last = refusals.get(request)
  if (last?.body === body && waitMsOf(last.error) > 0) throw last.error
  refusals.delete(request)
  try {
    return await run()
  } catch (error) {
    if (error instanceof ApiError && waitMsOf(error) > 0) refusals.set(request, { body, error })
    throw error
  }
}

declare global {
  /** The GETs that before-paint.js starts while the scripts load, by URL. Failed ones are removed. */
  var preloadedCalls: { token: string; responses: Map<string, Promise<Response>> } | undefined
}

/** @returns the response of a preloaded GET: once, and only for the user for whom it was requested */
export function takePreloaded(url: string): Promise<Response> | undefined {
  const preloaded = globalThis.preloadedCalls
  if (!preloaded || preloaded.token !== readToken()) return undefined
  const response = preloaded.responses.get(url)
  preloaded.responses.delete(url)
  return response
}

/** Drops the responses that were not used: they are outdated or belong to another user. */
export function clearPreloaded(): void {
  globalThis.preloadedCalls = undefined
}

type Ask = () => Promise<boolean>
let ask: Ask | undefined

/** Registers what asks the user whether it is them. @returns removes it */
export function onConfirmationRequired(asking: Ask): () => void {
  ask = asking
  return () => {
    if (ask === asking) ask = undefined
  }
}

/** Runs a call; if it needs a confirmed session, asks the user, and then runs it once more. @throws as the call, also if the user declines */
export async function withConfirmation<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!hasCode(error, 'confirmation-required') || !(await ask?.())) throw error
    return run()
  }
}
