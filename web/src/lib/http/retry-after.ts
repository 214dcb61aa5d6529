import { ApiError, waitMsOf } from './api-error'

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
