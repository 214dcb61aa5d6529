import { headers as names } from '@jaanch/contracts/http/headers'
import { ApiError } from './api-error'
import { rejected } from './call'
import { readToken } from './token'

export type Upload<T> = { answer: Promise<T>; cancel: () => void }

/** What an upload's answer fails with when it was called off. */
export class UploadCancelled extends Error {
  override name = 'UploadCancelled'
}

/**
 * POSTs JSON as `send` does, telling how much of it has left: `fetch` can't. The answer fails with an ApiError
 * when it is not OK, with a TypeError when none came, with UploadCancelled when it was called off.
 */
export function upload<T>(
  url: string,
  body: unknown,
  { idempotencyKey, onProgress }: { idempotencyKey: string; onProgress: (share: number) => void },
): Upload<T> {
  const token = readToken()
  const request = new XMLHttpRequest()
  const answer = new Promise<T>((resolve, reject) => {
    request.open('POST', url)
    request.withCredentials = true
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Content-Type', 'application/json')
    request.setRequestHeader(names.idempotencyKey, idempotencyKey)
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new TypeError('The upload was interrupted'))
    request.onabort = () => reject(new UploadCancelled())
    request.onload = () => {
      const { status, statusText, responseText } = request
      if (status >= 200 && status < 300) return resolve(JSON.parse(responseText) as T)
      reject(rejected(new ApiError(status, responseText || statusText), token))
    }
  })
  request.send(JSON.stringify(body))
  return { answer, cancel: () => request.abort() }
}
