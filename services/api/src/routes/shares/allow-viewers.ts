import { manifestPath } from '@jaanch/contracts/shares'
import type { FastifyInstance } from 'fastify'

/** A browser asks once in a while whether it may call, s */
const rememberedS = 600

/**
 * Lets the viewers of other sites resolve links, as SMART Health Links intend: whoever has a link and its passcode may read it anywhere.
 * These answers follow from the link and the passcode alone. No cookie and no token is sent (`*` excludes credentials), so that no other
 * site can do anything here in the name of a person who is signed in. No other path answers other sites.
 */
export function allowOtherViewers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith(manifestPath)) return done()
    reply.header('access-control-allow-origin', '*')
    if (request.method !== 'OPTIONS') return done()
    reply
      .headers({
        'access-control-allow-methods': 'POST, GET',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': String(rememberedS),
      })
      .status(204)
      .send()
  })
}
