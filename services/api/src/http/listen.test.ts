import { once } from 'node:events'
import { createServer } from 'node:net'
import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { listen } from './listen.ts'

const bounds = { connections: 1_000 }
const apps: ReturnType<typeof Fastify>[] = []
function createApp() {
  const app = Fastify()
  app.get('/', async (request) => request.ip)
  apps.push(app)
  return app
}
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

describe('an API that listens', () => {
  it('answers on many connections, until it closes', async () => {
    const app = createApp()
    const { port } = await listen(app, { host: '127.0.0.1', port: 0 }, bounds)
    const url = `http://127.0.0.1:${port}`
    const ask = async () => (await fetch(url, { headers: { connection: 'close' } })).text()
    const answers = await Promise.all(Array.from({ length: 100 }, ask))
    expect(new Set(answers)).toEqual(new Set(['127.0.0.1']))
    await app.close()
    await expect(ask()).rejects.toThrow()
  })

  it('fails if another process, or another API, listens on its port', async () => {
    const { port } = await listen(createApp(), { host: '127.0.0.1', port: 0 }, bounds)
    await expect(listen(createApp(), { host: '127.0.0.1', port }, bounds)).rejects.toThrow('EADDRINUSE')
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port: taken } = other.address() as { port: number }
    await expect(listen(createApp(), { host: '127.0.0.1', port: taken }, bounds)).rejects.toThrow(
      'EADDRINUSE',
    )
    other.close()
  })
})
