import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A page of the client, ready to be sent in each of the ways in which browsers take it. */
export type Page = {
  plain: Buffer
  br: Buffer
  gzip: Buffer
  /** Its inline scripts as a content-security-policy names them: `'sha256-…'` */
  scripts: readonly string[]
}

/**
 * Reads a built page, and notes in it which reverse geocoder the browser may ask: the page and its
 * content-security-policy then always agree.
 *
 * @returns undefined where the client is not built
 */
export async function readPage(
  built: string,
  name: string,
  reverseGeocodeUrl: string | undefined,
): Promise<Page | undefined> {
  const path = join(built, name)
  if (!existsSync(path)) return undefined
  const html = readFileSync(path, 'utf8')
  const noted = reverseGeocodeUrl ? html.replace('</head>', `${note(reverseGeocodeUrl)}</head>`) : html
  const plain = Buffer.from(noted)
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)])
  return { plain, br, gzip: zipped, scripts: inlineScripts(noted) }
}

/** Pages are asked for anew each time: they name the chunks of the release that is running. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  })
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(page[encoding ?? 'plain'])
}

function note(url: string): string {
  return `<meta name="reverse-geocoder" content="${url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" />`
}

function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`,
  )
}
