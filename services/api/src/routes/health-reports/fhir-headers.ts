import { fhirContentType } from '@jaanch/contracts/http/fhir'
import type { FastifyReply } from 'fastify'
import { contentDisposition } from '../../files/file-name.ts'

/** @param name of the file to save, in ASCII */
export function setFhirHeaders(reply: FastifyReply, name: string): void {
  reply
    .header('content-type', `${fhirContentType}; charset=utf-8`)
    .header('content-disposition', contentDisposition('attachment', name))
    .header('x-content-type-options', 'nosniff')
    // another person may use this browser next
    .header('cache-control', 'private, no-store')
}
