import { AppError } from '@jaanch/contracts/errors'
import type { FastifyInstance } from 'fastify'

/**
 * JSON only. An empty body under a JSON content type is no body rather than an error: the specification's calls without
 * a body (approve, reject) come that way. A form or a text is refused as 415.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    parse(request, body as string, (error, value) =>
      error ? done(new AppError('malformed')) : done(null, value),
    )
  })
}
