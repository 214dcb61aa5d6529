import type { IncomingMessage } from 'node:http'
import { AppError } from '@jaanch/contracts/errors'
import { fhirContentType } from '@jaanch/report/fhir/api'
import { hl7ContentType, hl7OtherTypes } from '@jaanch/report/hl7/rules'
import type { FastifyInstance, FastifyRequest } from 'fastify'

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

/** FHIR's deepest resources have about 20. What reads a body afterwards is recursive: 50,000 levels fit into 100 kB */
const maxLevels = 64

type Done = (error: Error | null, body?: unknown) => void

/**
 * Accepts JSON only. An empty body with a JSON content type is not an error: the specification's calls without a body
 * (approve, reject) have one. Forms, text, and FHIR and HL7 on routes that do not accept them, are refused with 415.
 */
export function registerJsonParsers(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()

  function read(request: FastifyRequest, body: string, done: Done): void {
    if (body.length === 0) done(null, undefined)
    else if (isNestedBeyond(maxLevels, body))
      done(new AppError('malformed', `The body is nested too deeply: at most ${maxLevels} levels.`))
    else parse(request, body, (error, value) => (error ? done(new AppError('malformed')) : done(null, value)))
  }

  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, read)
  app.addContentTypeParser<string>(fhirContentType, { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.otherType === fhirContentType) read(request, body, done)
    else done(new AppError('unsupported-type'))
  })
  const hl7Types = [hl7ContentType, ...hl7OtherTypes]
  app.addContentTypeParser<string>(hl7Types, { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.otherType === hl7ContentType) done(null, body)
    else done(new AppError('unsupported-type'))
  })
}

/**
 * Whether a JSON text has more levels of objects and arrays. Reads the text without parsing it; strings, which are most of a body with
 * files, are passed over with `indexOf`.
 */
function isNestedBeyond(most: number, text: string): boolean {
  let level = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '{' || character === '[') level += 1
    else if (character === '}' || character === ']') level -= 1
    else if (character === '"') at = endOfString(text, at)
    if (level > most) return true
  }
  return false
}

/** @returns the place of the quotation mark that ends the string; that of the end of the text if none does */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text[at - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return at
  }
  return text.length
}
