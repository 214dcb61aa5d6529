import { AppError } from '@jaanch/contracts/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'

/** The sort key of the last row of a page. */
export type PageKey = { at: string; id: string }

/** Postgres has no year 0 */
export const instantKey = z.iso.datetime().refine((at) => at >= '1970')
const pageKey = z.object({ at: instantKey, id: z.uuid() })

/** SQL: the rows after a page key in a list that is ordered by time and id, both descending. */
export function olderThan(after: PageKey | undefined, time: FragmentSqlToken, id: FragmentSqlToken) {
  if (!after) return sql.fragment`true`
  return sql.fragment`(${time}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
}

/** SQL: a time to the microsecond. A Date has milliseconds: a cursor made of one would skip rows of the same millisecond. */
export function exactTime(column: FragmentSqlToken) {
  return sql.fragment`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

export function encodeCursor(last: Readonly<Record<string, string>>): string {
  return Buffer.from(JSON.stringify(last)).toString('base64url')
}

/** @throws AppError malformed for a cursor that no Link header contained */
export function decodeCursor(cursor: string | undefined): PageKey | undefined {
  return decodeCursorAs(pageKey, cursor)
}

/** For lists with another sort key. @throws AppError malformed */
export function decodeCursorAs<Key>(schema: z.ZodType<Key>, cursor: string | undefined): Key | undefined {
  if (cursor === undefined) return undefined
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new AppError('malformed', 'The cursor is not one that a Link header gave.')
  }
}

/** Sets the Link header (RFC 8288) to the next page with the same query. */
export function linkNext(
  request: Pick<FastifyRequest, 'url'>,
  reply: { header(name: string, value: string): unknown },
  last: Readonly<Record<string, string>>,
): void {
  const url = new URL(request.url, 'http://host')
  url.searchParams.set('cursor', encodeCursor(last))
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
}

/** As `linkNext`, if the page is full: other rows may follow its last one. */
export function linkIfFull<Row>(
  { request, reply, limit }: { request: Pick<FastifyRequest, 'url'>; reply: FastifyReply; limit: number },
  rows: readonly Row[],
  keyOf: (last: Row) => Readonly<Record<string, string>>,
): void {
  const last = rows.at(-1)
  if (last && rows.length === limit) linkNext(request, reply, keyOf(last))
}
