import { AppError } from '@jaanch/contracts/errors'
import { fhirContentType } from '@jaanch/contracts/http/fhir'
import { hl7ContentType, hl7OtherTypes } from '@jaanch/contracts/http/hl7'
import type { FastifyInstance, FastifyRequest } from 'fastify'

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
