/** An answer that was not OK. Its message is 'status: body' (the status text where the body is empty). */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: string

  constructor(status: number, body: string) {
    super(`${status}: ${body}`)
    this.status = status
    this.body = body
  }
}

/** @returns the server's own sentence (its `error` field) where there is one */
export function serverText(error: unknown): string | undefined {
  return field(error, 'error')
}

/** @returns the `message` field, which the lab's 403 carries */
export function serverMessage(error: unknown): string | undefined {
  return field(error, 'message')
}

/** True when the server answered and said no; false when no answer came, or it failed itself. */
export function isClientError(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500
}

function field(error: unknown, name: 'error' | 'message'): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  try {
    const value: unknown = JSON.parse(error.body)?.[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  } catch {
    return undefined
  }
}
