import type { SecondFactorRefusal } from '@jaanch/contracts/http/second-factors'

/** A response with a status other than 2xx. Its message is 'status: body' (the status text if the body is empty). */
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

/**
 * @returns the text of the API for the user (field `error`), if there is one; after a fault of the server with the id of the request,
 * by which support finds it
 */
export function serverText(error: unknown): string | undefined {
  const [text, requestId] = [readField(error, 'error'), readField(error, 'requestId')]
  return text && requestId ? `${text} (request ${requestId})` : text
}

/** @returns the field `message`, which the 403 of a lab has */
export function serverMessage(error: unknown): string | undefined {
  return readField(error, 'message')
}

/** True if the API rejected the request (4xx); false if there was no response or the server failed. */
export function isClientError(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500
}

/** A 404 counts as removed: by an earlier attempt whose response was lost, or in another window. */
export async function ignoreMissing(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
}

/** @returns what the API demands after a correct password, if it does */
export function secondFactorOf(error: unknown): SecondFactorRefusal | undefined {
  const body = bodyOf(error)
  return String(body?.code).startsWith('second-factor-') ? (body as SecondFactorRefusal) : undefined
}

function readField(error: unknown, name: 'error' | 'message' | 'requestId'): string | undefined {
  const value = bodyOf(error)?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function bodyOf(error: unknown): Record<string, unknown> | null {
  try {
    return error instanceof ApiError ? JSON.parse(error.body) : null
  } catch {
    return null
  }
}
