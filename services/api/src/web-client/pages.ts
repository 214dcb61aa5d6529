import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from '../http/accepted-encoding.ts'

/** A page of the client, uncompressed and in both encodings that browsers accept. */
export type Page = {
  identity: Buffer
  br: Buffer
  gzip: Buffer
  /** Hashes of its inline scripts for the content-security-policy: `'sha256-…'` */
  inlineScripts: readonly string[]
}

/**
 * Reads a built page and adds settings as meta tags: the reverse geocoder that the browser may call, so that the page and its
 * content-security-policy always agree, and who runs the installation. @param settings by name; undefined ones are left out
 * @returns undefined if the client is not built
 */
export async function readPage(
  root: string,
  name: string,
  settings: Record<string, string | undefined>,
): Promise<Page | undefined> {
  const path = join(root, name)
  if (!existsSync(path)) return undefined
  const html = readFileSync(path, 'utf8')
  const tags = Object.entries(settings).map(([name, value]) => (value ? metaTag(name, value) : ''))
  const page = html.replace('</head>', () => `${tags.join('')}</head>`)
  const plain = Buffer.from(page)
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)])
  return { identity: plain, br, gzip: zipped, inlineScripts: hashInlineScripts(page) }
}

/**
 * Pages are never cached: they name the chunks of the running release.
 * @param isPrivate search engines do not list it, and the browser keeps nothing of it
 */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  isPrivate = false,
): FastifyReply {
  const encoding = acceptedEncoding(request, ['br', 'gzip'])
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': isPrivate ? 'no-store' : 'no-cache',
    vary: 'accept-encoding',
  })
  if (isPrivate) reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(page[encoding])
}

function metaTag(name: string, value: string): string {
  return `<meta name="${name}" content="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" />`
}

function hashInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`,
  )
}
