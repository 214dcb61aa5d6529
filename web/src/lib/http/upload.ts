import { headers as names } from '@jaanch/contracts/http/headers'
import { ApiError, callLimitMs, TimedOut } from './api-error'
import { afterRetryTime, reportUnauthorised } from './call'
import { readToken } from './token'
import { beginTrace } from './trace'

export type Upload<T> = { response: Promise<T>; cancel: () => void }

export class UploadCancelled extends Error {
  override name = 'UploadCancelled'
}

/**
 * POSTs JSON as `send` does and reports the progress (0 to 1), which `fetch` can't. The response rejects with an ApiError if the
 * status is not 2xx, with a TypeError if there is no response, with TimedOut after `callLimitMs` without progress, with UploadCancelled
 * after `cancel`.
 */
export function upload<T>(
  url: string,
  body: unknown,
  { idempotencyKey, onProgress }: { idempotencyKey: string; onProgress: (share: number) => void },
): Upload<T> {
  const token = readToken()
  const request = new XMLHttpRequest()
  const text = JSON.stringify(body)
  const start = () =>
    new Promise<T>((resolve, reject) => {
      request.open('POST', url)
      request.withCredentials = true
      request.setRequestHeader('Accept', 'application/json')
      request.setRequestHeader('Content-Type', 'application/json')
      request.setRequestHeader(names.idempotencyKey, idempotencyKey)
      request.setRequestHeader('traceparent', beginTrace().traceparent)
      if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
      let timer: ReturnType<typeof setTimeout> | undefined
      function expectProgress() {
        clearTimeout(timer)
        timer = setTimeout(() => {
          reject(new TimedOut())
          request.abort()
        }, callLimitMs)
      }
      expectProgress()
      request.upload.onprogress = ({ loaded, total }) => {
        expectProgress()
        onProgress(total > 0 ? loaded / total : 0)
      }
      request.onerror = () => reject(new TypeError('The upload was interrupted'))
      request.onabort = () => reject(new UploadCancelled())
      request.onloadend = () => clearTimeout(timer)
      request.onload = () => {
        const { status, statusText, responseText } = request
        if (status >= 200 && status < 300) return resolve(JSON.parse(responseText) as T)
        const retryAfter = request.getResponseHeader('retry-after')
        reject(reportUnauthorised(new ApiError(status, responseText || statusText, retryAfter), token))
      }
      request.send(text)
    })
  const response = afterRetryTime(`POST ${url}`, text, start)
  return { response, cancel: () => request.abort() }
}
