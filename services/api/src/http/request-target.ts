import type { IncomingMessage } from 'node:http'
import { AppError } from '@jaanch/contracts/errors'
import type { FastifyInstance } from 'fastify'

/** Characters that mean the same with and without percent-encoding (RFC 3986, 2.3) */
const escapedUnreserved = /%(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi
/** A target names the server too if the request could have gone to a proxy (RFC 9112, 3.2.2). */
const authority = /^https?:\/\/[^/?#]*/i
const dotSegment = /\/\.{1,2}(?:\/|$)/
/** Slashes, backslashes and control characters, as nobody writes them in good faith */
const hiddenSeparator = /%(?:2F|5C|[01][\dA-F]|7F)|\\/i

/**
 * The normal form of a request's target (RFC 3986, 6.2.2), in which routing, log, bounds and headers see it: without a server, without
 * needless percent-encoding and with single slashes in its path. The query stays as it is.
 * @returns undefined for one that has no normal form: with dot segments or encoded slashes, which the parts of a system read
 * differently, or with an invalid encoding
 */
export function normalTarget(target: string): string | undefined {
  const local = target.replace(authority, '')
  const [path = ''] = local.split(/[?#]/, 1)
  const normal = (path || '/')
    .replaceAll(escapedUnreserved, (escaped) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16)))
    .replaceAll(/\/{2,}/g, '/')
  if (!normal.startsWith('/') || dotSegment.test(normal) || hiddenSeparator.test(normal)) return undefined
  try {
    decodeURIComponent(normal)
  } catch {
    return undefined
  }
  return normal + local.slice(path.length)
}

/** Whether a request is one to the API, and not for a page or file of the client. @param url a target in normal form */
export function isToApi({ url }: { url: string }): boolean {
  return /^\/api(?:[/?#]|$)/.test(url)
}

const refused = new WeakSet<IncomingMessage>()

/**
 * For Fastify's `rewriteUrl`. A target without normal form becomes one that no route has, and that counts as one to the API: it is
 * refused by `refuseMalformedTargets`, after the plugins that log and count.
 */
export function rewriteTarget(request: IncomingMessage): string {
  const normal = normalTarget(request.url ?? '/')
  if (normal !== undefined) return normal
  refused.add(request)
  return '/api'
}

/** Answers 400 to requests whose target has no normal form. */
export function refuseMalformedTargets(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(refused.has(request.raw) ? new AppError('malformed') : undefined)
  })
}
