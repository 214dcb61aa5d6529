import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { AppError } from '@jaanch/contracts/errors'
import { acceptedEncoding } from '@jaanch/platform/http/encoded-body'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const builtClient = resolve(import.meta.dirname, '../../../../web/dist')

/** The viewer of shared results: search engines do not keep it, and browsers do not keep the page */
const viewer = /^\/share\/?($|\?)/

/** A missing file below these paths is a 404, never a page: an old page may request a chunk of an older release. */
const notPages = /^\/(api|socket\.io|assets)(\/|$)/

type ClientOptions = {
  /** The third-party geocoder that the search bar calls; default: our own */
  reverseGeocodeUrl?: string | undefined
  /** The operator of the installation, for the pages at the foot of the site: meta tags `operator-name`, `operator-address` … */
  operator?: Record<string, string | undefined>
  /** Folder of the built client */
  root?: string
}

type WebClient = { root: string; landing: Page; page: Page }

/**
 * Reads the pages of the built client. '/' is the landing page, which the build has rendered; each other path that is not a
 * file or an API call is a page that the client renders itself.
 * @returns undefined if the client is not built
 */
export async function readWebClient(options: ClientOptions = {}): Promise<WebClient | undefined> {
  const { root = builtClient, reverseGeocodeUrl, operator } = options
  const texts = Object.entries(operator ?? {}).map(([name, text]) => [`operator-${name}`, text])
  const settings = { 'reverse-geocoder': reverseGeocodeUrl, ...Object.fromEntries(texts) }
  const [landing, page] = await Promise.all([
    readPage(root, 'landing.html', settings),
    readPage(root, 'index.html', settings),
  ])
  return page && { root, landing: landing ?? page, page }
}

/** Serves the built client. Its inline scripts run only if the content-security-policy has their hashes. */
export async function registerWebClient(app: FastifyInstance, client: WebClient | undefined): Promise<void> {
  if (client) {
    const { root, landing } = client
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      // the build writes a .br and a .gz next to each file that compresses well
      preCompressed: true,
      setHeaders(reply, path) {
        // only the names of assets contain a hash of their content
        const isAsset = path.startsWith(join(root, 'assets'))
        reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    app.get('/', { schema: { hide: true } }, async (request, reply) => sendPage(request, reply, landing))
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' && !notPages.test(request.url)
    if (isPage && client) return sendPage(request, reply, client.page, viewer.test(request.url))
    throw new AppError('unknown-route')
  })
}

/** A page of the client, uncompressed and in both encodings that browsers accept. */
type Page = {
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
async function readPage(
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
function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, isPrivate = false): FastifyReply {
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
