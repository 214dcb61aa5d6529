import { AppError } from '@jaanch/contracts/errors'
import { fhirContentType } from '@jaanch/report/fhir/api'
import { hl7ContentType, hl7OtherTypes } from '@jaanch/report/hl7/rules'
import type { FastifyInstance, FastifyRequest } from 'fastify'

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
