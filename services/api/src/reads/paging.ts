import { AppError } from '@jaanch/contracts/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

/** Where a page ends: the key of its last row. */
export type PageKey = { at: string; id: string }

const key = z.object({ at: z.iso.datetime(), id: z.uuid() })

export function encodeCursor(last: PageKey): string {
  return Buffer.from(JSON.stringify(last)).toString('base64url')
}

/** @throws AppError malformed for a cursor that we did not give out */
export function decodeCursor(cursor: string | undefined): PageKey | undefined {
  if (cursor === undefined) return undefined
  try {
    return key.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new AppError('malformed', 'The cursor is not one that a Link header gave.')
  }
}

/** Names the next page in the Link header (RFC 8288) with the query of this one. */
export function linkNext(request: FastifyRequest, reply: FastifyReply, last: PageKey): void {
  const url = new URL(request.url, 'http://host')
  url.searchParams.set('cursor', encodeCursor(last))
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
}
