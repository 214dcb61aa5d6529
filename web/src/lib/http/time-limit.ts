import { callLimitMs, TimedOut } from './api-error'

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
