import type { FastifyReply } from 'fastify'
import { contentDisposition, safeFileName } from './file-name.ts'
import type { ReceivedFile } from './receive-file.ts'

/**
 * Uploaded files run no script, send no request, do not have our origin, and are framed by our pages only. (Browsers style
 * the page that they generate around an image, hence style-src. Chromium 150 shows PDFs as without this policy.)
 */
const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** Sends a file for a browser to show (`inline`) or to save. Its content type was verified when it was received. */
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
    // another person may use this browser next
    .header('cache-control', 'private, no-store')
    .send(file.bytes)
}
