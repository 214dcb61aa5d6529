import { createGate, type Gate } from '@jaanch/platform/gate'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../auth/caller.ts'
import type { Bounds } from '../bounds.ts'
import { onceOver } from '../http/request-gates.ts'
import { contentDisposition, safeFileName } from './file-name.ts'
import type { ReceivedFile } from './receive-file.ts'

/**
 * Uploaded files run no script, send no request, do not have our origin, and are framed by our pages only. (Browsers style
 * the page that they generate around an image, hence style-src. Chromium 150 shows PDFs as without this policy.)
 */
const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** Bounds the memory of files that clients are receiving, and how long they may receive nothing. */
export type Downloads = { downloads: Gate; bounds: Bounds }

/** The memory of files that clients are receiving: enter it with the user and the file's bytes. Nobody waits for room. */
export function createDownloads({
  fileBytes,
  fileBytesPerCaller,
}: Pick<Bounds, 'fileBytes' | 'fileBytesPerCaller'>): Gate {
  return createGate({ name: 'downloads', capacity: fileBytes, capacityPerCaller: fileBytesPerCaller })
}

/**
 * Sends a file for a browser to show (`inline`) or to save. Its content type was verified when it was received. Its memory counts until
 * its client has received it, which ends when it receives nothing for 20 s.
 * @throws BusyError
 */
export async function sendFile(
  { downloads, bounds }: Downloads,
  { caller, request, reply }: { caller: Caller; request: FastifyRequest; reply: FastifyReply },
  file: ReceivedFile & { kind: 'inline' | 'attachment'; name: string },
): Promise<undefined> {
  onceOver(request, reply, await downloads.enter(caller.userId, { units: file.bytes.length }))
  request.raw.socket.setTimeout(bounds.bodySilenceMs)
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
