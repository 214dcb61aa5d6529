import type { Caller } from '@jaanch/contracts/caller'
import type { FileType } from '@jaanch/contracts/files'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createGate, type Gate } from '../gate.ts'
import type { Bounds } from '../http/bounds.ts'
import { onceOver } from '../http/request-gates.ts'
import type { ReceivedFile } from './receive-file.ts'

/**
 * Uploaded files run no script, send no request, do not have our origin, and are framed by our pages only. (Browsers style
 * the page that they generate around an image, hence style-src. Chromium 150 shows PDFs as without this policy.)
 */
const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** Bounds the memory of files that clients are receiving, and how long they may receive nothing. */
export type Downloads = {
  /** Entered with the user and the file's bytes. Nobody waits for room */
  memory: Gate
  silenceMs: number
}

export function createDownloads({ fileBytes, fileBytesPerCaller, bodySilenceMs }: Bounds): Downloads {
  return {
    memory: createGate({ name: 'downloads', capacity: fileBytes, capacityPerCaller: fileBytesPerCaller }),
    silenceMs: bodySilenceMs,
  }
}

/**
 * Sends a file for a browser to show (`inline`) or to save. Its content type was verified when it was received. Its memory counts until
 * its client has received it, which ends when it receives nothing for 20 s.
 * @throws BusyError
 */
export async function sendFile(
  { memory, silenceMs }: Downloads,
  { caller, request, reply }: { caller: Caller; request: FastifyRequest; reply: FastifyReply },
  file: ReceivedFile & { kind: 'inline' | 'attachment'; name: string },
): Promise<undefined> {
  onceOver(request, reply, await memory.enter(caller.userId, { units: file.bytes.length }))
  request.raw.socket.setTimeout(silenceMs)
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

const extensions: Readonly<Record<FileType, readonly [preferred: string, ...others: string[]]>> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'application/pdf': ['.pdf'],
}

/**
 * Control and format characters (such as those that change the direction of text, except the joiners of Indian scripts), and
 * characters with a meaning in paths or shells.
 */
const unsafeCharacters = /[[\p{C}\p{Zl}\p{Zp}"*\/:<>?\\\|]--[\u200c\u200d]]+/gv

/**
 * A name that is safe on every file system: without folders, and with an extension of the file's true type (`scan.html` that
 * is a PNG becomes `scan.html.png`).
 * @param name from the upload, 1 to 255 characters
 */
export function safeFileName(name: string, type: FileType): string {
  const base = name.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const plain = base
    .replaceAll(unsafeCharacters, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const [preferred, ...others] = extensions[type]
  const lower = plain.toLowerCase()
  if (plain === '') return `file${preferred}`
  return [preferred, ...others].some((extension) => lower.endsWith(extension))
    ? plain
    : `${plain}${preferred}`
}

/**
 * The Content-Disposition of a file (RFC 6266): an ASCII name for old clients and the full name, encoded by RFC 5987.
 * @param name from `safeFileName`
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replaceAll(/[^ -~]/gu, '_').replaceAll(/["%\\]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
