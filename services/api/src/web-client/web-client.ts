import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import { AppError } from '@jaanch/contracts/errors'
import type { FastifyInstance } from 'fastify'
import { type Page, readPage, sendPage } from './pages.ts'

const built = resolve(import.meta.dirname, '../../../../web/dist')

/** What is missing below these is missing: an old page that asks for a chunk of yesterday must not get a page. */
const notPages = /^\/(api|socket\.io|assets)(\/|$)/

type ClientOptions = {
  /** The third party that the search bar asks for a city; our own geocoder where there is none */
  reverseGeocodeUrl?: string | undefined
  /** Where the built client is */
  root?: string
}

export type WebClient = { root: string; landing: Page; page: Page }

/**
 * Reads the built client's pages. '/' is the landing page, rendered when the client was built; every other path that
 * is not a file or a call is a page that the client renders itself.
 *
 * @returns undefined where the client is not built
 */
export async function readWebClient(options: ClientOptions = {}): Promise<WebClient | undefined> {
  const { root = built, reverseGeocodeUrl } = options
  const [landing, page] = await Promise.all([
    readPage(root, 'landing.html', reverseGeocodeUrl),
    readPage(root, 'index.html', reverseGeocodeUrl),
  ])
  return page && { root, landing: landing ?? page, page }
}

/** Serves what was read. Its pages' inline scripts run only under a policy that names them. */
export async function serveWebClient(app: FastifyInstance, client: WebClient | undefined): Promise<void> {
  if (client) {
    const { root, landing } = client
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      // the build leaves a .br and a .gz beside each file that is worth it
      preCompressed: true,
      setHeaders(reply, path) {
        // built assets carry their hash in their names, the others do not
        const isAsset = path.startsWith(join(root, 'assets'))
        reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    app.get('/', { schema: { hide: true } }, async (request, reply) => sendPage(request, reply, landing))
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' && !notPages.test(request.url)
    if (isPage && client) return sendPage(request, reply, client.page)
    throw new AppError('not-found')
  })
}
