import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import { AppError } from '@jaanch/contracts/errors'
import type { FastifyInstance } from 'fastify'
import { type Page, readPage, sendPage } from './pages.ts'

const builtClient = resolve(import.meta.dirname, '../../../../web/dist')

/** The viewer of shared results: search engines do not keep it, and browsers do not keep the page */
const viewer = /^\/share\/?($|\?)/

/** A missing file below these paths is a 404, never a page: an old page may request a chunk of an older release. */
const notPages = /^\/(api|socket\.io|assets)(\/|$)/

type ClientOptions = {
  /** The third-party geocoder that the search bar calls; default: our own */
  reverseGeocodeUrl?: string | undefined
  /** Who runs the installation, for the pages at the foot of the site: meta tags `operator-name`, `operator-address` … */
  operator?: Record<string, string | undefined>
  /** Folder of the built client */
  root?: string
}

export type WebClient = { root: string; landing: Page; page: Page }

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
