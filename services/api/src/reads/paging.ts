import { AppError } from '@jaanch/contracts/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'

/** Where a page ends: the key of its last row. */
export type PageKey = { at: string; id: string }

// Postgres knows no year 0
const key = z.object({ at: z.iso.datetime().refine((at) => at >= '1970'), id: z.uuid() })

/**
 * A time for a cursor, to the microsecond: a Date has milliseconds, and a cursor cut off there would skip the other rows of
 * that millisecond.
 */
export function exactTime(column: FragmentSqlToken) {
  return sql.fragment`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

export function encodeCursor(last: Readonly<Record<string, string>>): string {
  return Buffer.from(JSON.stringify(last)).toString('base64url')
}

/** @throws AppError malformed for a cursor that we did not give out */
export function decodeCursor(cursor: string | undefined): PageKey | undefined {
  return decodeCursorAs(key, cursor)
}

/** The same for a list with another order. @param schema of its key @throws AppError malformed */
export function decodeCursorAs<Key>(schema: z.ZodType<Key>, cursor: string | undefined): Key | undefined {
  if (cursor === undefined) return undefined
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new AppError('malformed', 'The cursor is not one that a Link header gave.')
  }
}

/** Names the next page in the Link header (RFC 8288) with the query of this one. */
export function linkNext(
  request: FastifyRequest,
  reply: FastifyReply,
  last: Readonly<Record<string, string>>,
): void {
  const url = new URL(request.url, 'http://host')
  url.searchParams.set('cursor', encodeCursor(last))
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
}
