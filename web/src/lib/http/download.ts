import { errorOf, reportUnauthorised } from './call'
import { withTimeLimit } from './time-limit'
import { readToken } from './token'

/**
 * GETs a file, or POSTs the body for one. @throws ApiError if the status is not 2xx, TimedOut if the answer does not begin in time, and
 * what `fetch` throws if there is no response
 */
export async function download(url: string, body?: object): Promise<Blob> {
  const token = readToken()
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {}
  if (body) headers['Content-Type'] = 'application/json'
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  // not the file itself, which may be large
  const response = await withTimeLimit((signal) =>
    fetch(url, { credentials: 'include', headers, signal, ...sent }),
  )
  if (response.ok) return response.blob()
  throw reportUnauthorised(errorOf(response, await response.text()), token)
}
