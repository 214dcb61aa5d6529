import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import { AppError } from '@jaanch/contracts/errors'
import type { FastifyInstance } from 'fastify'

const built = resolve(import.meta.dirname, '../../../../web/dist')

/** What is missing below these is missing: an old page that asks for a chunk of yesterday must not get a page. */
const notPages = /^\/(api|socket\.io|assets)(\/|$)/

/** Serves the built client; every path that is not a file or a call is a page of it. */
export async function serveWebClient(app: FastifyInstance): Promise<void> {
  const hasClient = existsSync(join(built, 'index.html'))
  if (hasClient) {
    await app.register(fastifyStatic, {
      root: built,
      wildcard: false,
      setHeaders(reply, path) {
        // built assets carry their hash in their names, the pages do not
        const isAsset = path.startsWith(join(built, 'assets'))
        reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' && !notPages.test(request.url)
    if (isPage && hasClient) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    throw new AppError('not-found')
  })
}
