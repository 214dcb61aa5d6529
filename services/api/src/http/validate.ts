import { AppError, type ErrorCode } from '@jaanch/contracts/errors'
import type { z } from 'zod'

type Part = 'params' | 'query' | 'body'

/** Ids that are not ids name nothing (404), a query that makes no sense is malformed (400), a body breaks a rule (422). */
const codes: Record<Part, ErrorCode> = { params: 'not-found', query: 'malformed', body: 'invalid' }

/** @returns the part of a request as its schema reads it, without unknown keys. @throws AppError with a plain sentence */
export function check(part: Part, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  // Fastify says null where nothing was sent; an optional body is undefined then
  const checked = schema.safeParse(value ?? undefined)
  if (checked.success) return checked.data
  throw new AppError(codes[part], part === 'params' ? undefined : sentence(checked.error.issues[0]))
}

function sentence(issue: z.core.$ZodIssue | undefined): string | undefined {
  if (!issue) return undefined
  const field = issue.path.join('.')
  if (!field)
    return issue.message.endsWith('received undefined') ? 'The request needs a body.' : issue.message
  return issue.message.endsWith('received undefined') ? `${field} is required.` : `${field}: ${issue.message}`
}
