import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import { AppError } from '@jaanch/contracts/errors'
import type { FastifyInstance } from 'fastify'
import { readPage, sendPage } from './page-files.ts'

const built = resolve(import.meta.dirname, '../../../../web/dist')

/** What is missing below these is missing: an old page that asks for a chunk of yesterday must not get a page. */
const notPages = /^\/(api|socket\.io|assets)(\/|$)/

type ClientOptions = {
  /** The third party that the search bar asks for a city; our own geocoder where there is none */
  reverseGeocodeUrl?: string | undefined
  /** Where the built client is */
  root?: string
}

/**
 * Serves the built client. '/' is the landing page, rendered when the client was built; every other path that is
 * not a file or a call is a page that the client renders itself.
 */
export async function serveWebClient(app: FastifyInstance, options: ClientOptions = {}): Promise<void> {
  const { root = built, reverseGeocodeUrl } = options
  const [landing, page] = await Promise.all([
    readPage(root, 'landing.html', reverseGeocodeUrl),
    readPage(root, 'index.html', reverseGeocodeUrl),
  ])
  if (page) {
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
    app.get('/', { schema: { hide: true } }, async (request, reply) =>
      sendPage(request, reply, landing ?? page),
    )
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' && !notPages.test(request.url)
    if (isPage && page) return sendPage(request, reply, page)
    throw new AppError('not-found')
  })
}
