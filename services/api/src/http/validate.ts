import { AppError, type ErrorCode } from '@jaanch/contracts/errors'
import type { z } from 'zod'

type Part = 'params' | 'query' | 'body'

/** An invalid id names nothing (404), an invalid query is malformed (400), an invalid body breaks a rule (422). */
const codes: Record<Part, ErrorCode> = { params: 'not-found', query: 'malformed', body: 'invalid' }

/** @returns the part of a request as its schema parses it, without unknown keys. @throws AppError with a readable sentence */
export function validate(part: Part, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  // Fastify's body is null if the request has none; an optional body must be undefined
  const parsed = schema.safeParse(value ?? undefined)
  if (parsed.success) return parsed.data
  throw new AppError(codes[part], part === 'params' ? undefined : sentenceOf(parsed.error.issues[0]))
}

function sentenceOf(issue: z.core.$ZodIssue | undefined): string | undefined {
  if (!issue) return undefined
  const field = issue.path.join('.')
  const isMissing = issue.message.endsWith('received undefined')
  if (!field) return isMissing ? 'The request needs a body.' : issue.message
  return isMissing ? `${field} is required.` : `${field}: ${issue.message}`
}
