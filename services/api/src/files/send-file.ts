import type { FastifyReply } from 'fastify'
import { contentDisposition, safeFileName } from './file-name.ts'
import type { ReceivedFile } from './receive-file.ts'

/**
 * What people sent us is shown as nothing but what it is: no script, no request, no origin of ours, no frame of others.
 * (Browsers style the page that they put around an image; Chromium 150 shows PDFs under this policy as without it.)
 */
const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** Sends a file for a browser to show (`inline`) or to save. Its kind is what it was found to be when it came. */
export function sendFile(
  reply: FastifyReply,
  file: ReceivedFile & { kind: 'inline' | 'attachment'; name: string },
): undefined {
  const name = safeFileName(file.name, file.contentType)
  reply
    .header('content-type', file.contentType)
    .header('content-disposition', contentDisposition(file.kind, name))
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    // another person may sit at this browser next
    .header('cache-control', 'private, no-store')
    .send(file.bytes)
}
