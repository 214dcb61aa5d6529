import { ApiError } from './api-error'
import { rejected } from './call'
import { readToken } from './token'

/** GETs a file. @throws ApiError when the answer is not OK, and what `fetch` throws when none came */
export async function download(url: string): Promise<Blob> {
  const token = readToken()
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined
  const response = await fetch(url, { credentials: 'include', ...(headers && { headers }) })
  if (response.ok) return response.blob()
  throw rejected(new ApiError(response.status, (await response.text()) || response.statusText), token)
}
