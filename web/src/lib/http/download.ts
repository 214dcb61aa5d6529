import { errorOf, reportUnauthorised, withTimeLimit } from './call'
import { readToken } from './token'

export type Posted = { body: object; idempotencyKey?: string }

/**
 * GETs a file, or POSTs a body for one. @throws ApiError if the status is not 2xx, TimedOut if the answer does not begin in time, and
 * what `fetch` throws if there is no response
 */
export async function download(url: string, posted?: Posted): Promise<Blob> {
  const token = readToken()
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {}
  if (posted) headers['Content-Type'] = 'application/json'
  if (posted?.idempotencyKey) headers['Idempotency-Key'] = posted.idempotencyKey
  const sent = posted && { method: 'POST', body: JSON.stringify(posted.body) }
  // not the file itself, which may be large
  const response = await withTimeLimit((signal) =>
    fetch(url, { credentials: 'include', headers, signal, ...sent }),
  )
  if (response.ok) return response.blob()
  throw reportUnauthorised(errorOf(response, await response.text()), token)
}
