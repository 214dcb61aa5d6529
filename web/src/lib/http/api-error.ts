import type { SecondFactorRefusal } from '@jaanch/account/second-factors/api'
import type { ErrorCode } from '@jaanch/contracts/errors'
import type { Question } from '@jaanch/contracts/http/questions'

/** The codes of answers that have none, as those of proxies */
const codesOfStatuses: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed',
  401: 'not-signed-in',
  403: 'forbidden',
  404: 'not-found',
  408: 'too-slow',
  409: 'conflict',
  413: 'too-large',
  422: 'invalid',
  429: 'too-many',
}

/** A response with a status other than 2xx. Its message is 'status: body' (the status text if the body is empty). */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: string
  /** Branch on this; the texts may change */
  readonly code: ErrorCode
  /** When another attempt makes sense (time, ms), if the server said it (header Retry-After) */
  readonly retryAt: number | undefined

  /** @param retryAfter the header, seconds */
  constructor(status: number, body: string, retryAfter?: string | null) {
    super(`${status}: ${body}`)
    this.status = status
    this.body = body
    const fallback = codesOfStatuses[status] ?? (status < 500 ? 'malformed' : 'unavailable')
    this.code = (parse(body)?.code as ErrorCode | undefined) ?? fallback
    const seconds = Number(retryAfter ?? Number.NaN)
    if (Number.isFinite(seconds)) this.retryAt = Date.now() + seconds * 1_000
  }
}

/** How long a call may take, ms */
export const callLimitMs = 20_000

/** No complete answer within `callLimitMs`: whether the server did what it was asked for is not known. */
export class TimedOut extends Error {
  override name = 'TimedOut'

  constructor() {
    super(`There was no answer within ${callLimitMs / 1_000} seconds.`)
  }
}

/** Whether the API refused with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly ErrorCode[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code)
}

/**
 * @returns why a call failed, for the user: the text of the API (field `error`; after a fault of the server with the id of the request,
 * by which support finds it), or that there was no answer in time
 */
export function serverText(error: unknown): string | undefined {
  if (error instanceof TimedOut) return error.message
  const [text, requestId] = [readField(error, 'error'), readField(error, 'requestId')]
  return text && requestId ? `${text} (request ${requestId})` : text
}

/** @returns the field `message`, which the 403 of a lab has */
export function serverMessage(error: unknown): string | undefined {
  return readField(error, 'message')
}

/**
 * True if the API rejected the request (4xx): it has no effect. False if there was no response, the server failed, or the same request
 * may succeed later.
 */
export function isClientError(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && !hasCode(error, 'too-many', 'too-slow')
}

/**
 * Whether the same request may be sent again: there was no answer, or the server was busy. What it did meanwhile is not known, so it
 * has the same Idempotency-Key.
 */
export function mayRepeat(error: unknown): boolean {
  if (error instanceof ApiError) return hasCode(error, 'unavailable', 'too-many', 'too-slow')
  // without an answer `fetch` and `upload` throw a TypeError
  return error instanceof TimedOut || error instanceof TypeError
}

/** Whether the API answered, and refused */
export function isAnswered(error: unknown): error is ApiError {
  return error instanceof ApiError
}

/** Whether the token is not, or no longer, valid */
export function endsSession(error: unknown): error is ApiError {
  return hasCode(error, 'not-signed-in', 'account-disabled')
}

/** A longer Retry-After is that of a limit, whose text says what to do */
const maxWaitMs = 60_000

/** @returns how long to wait before the same request is sent again, ms; 0 if the server did not say it, or said more than a minute */
export function waitMsOf(error: unknown): number {
  const waitMs = (error instanceof ApiError && error.retryAt ? error.retryAt : 0) - Date.now()
  return waitMs > 0 && waitMs <= maxWaitMs ? waitMs : 0
}

/** @returns the report that the questions are about, to be named with their answer */
export function followsOf(error: unknown): string | null {
  const id = parse(error instanceof ApiError ? error.body : '')?.follows
  return typeof id === 'string' ? id : null
}

/** @returns the questions that have to be confirmed first; undefined for another failure */
export function questionsOf(error: unknown): Question[] | undefined {
  const questions = hasCode(error, 'confirmation-needed') && parse(error.body)?.questions
  return Array.isArray(questions) ? (questions as Question[]) : undefined
}

/** @returns the total in rupees that is charged now, if another one was expected */
export function newTotalOf(error: unknown): number | undefined {
  const total = hasCode(error, 'price-changed') && parse(error.body)?.total
  return typeof total === 'number' ? total : undefined
}

/** @returns the family member who has to agree first, if the results were refused for that */
export function consentNeededOf(error: unknown): string | undefined {
  const id = hasCode(error, 'consent-needed') && parse(error.body)?.familyMemberId
  return typeof id === 'string' ? id : undefined
}

/** A 404 counts as removed: by an earlier attempt whose response was lost, or in another window. */
export async function ignoreMissing(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (error) {
    if (!hasCode(error, 'not-found')) throw error
  }
}

/** @returns what the API demands after a correct password, if it does */
export function secondFactorOf(error: unknown): SecondFactorRefusal | undefined {
  const isDemanded = hasCode(error, 'second-factor-needed', 'second-factor-required')
  return isDemanded ? (bodyOf(error) as SecondFactorRefusal) : undefined
}

/** @returns the `problems` with which a message was refused */
export function listedProblems<Problem>(error: unknown): Problem[] | undefined {
  const problems = error instanceof ApiError && parse(error.body)?.problems
  return Array.isArray(problems) ? problems : undefined
}

function readField(error: unknown, name: 'error' | 'message' | 'requestId'): string | undefined {
  const value = bodyOf(error)?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function bodyOf(error: unknown): Record<string, unknown> | null {
  return error instanceof ApiError ? parse(error.body) : null
}

function parse(body: string): Record<string, unknown> | null {
  try {
    return JSON.parse(body)
  } catch {
    // the page of a proxy
    return null
  }
}
