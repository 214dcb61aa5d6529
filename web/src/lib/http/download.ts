import { ApiError } from './api-error'
import { reportUnauthorised } from './call'
import { readToken } from './token'

/** GETs a file. @throws ApiError if the status is not 2xx, and what `fetch` throws if there is no response */
export async function download(url: string): Promise<Blob> {
  const token = readToken()
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined
  const response = await fetch(url, { credentials: 'include', ...(headers && { headers }) })
  if (response.ok) return response.blob()
  throw reportUnauthorised(
    new ApiError(response.status, (await response.text()) || response.statusText),
    token,
  )
}
