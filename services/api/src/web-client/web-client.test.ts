import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { registerErrorHandler } from '../plugins/error-handler.ts'
import { registerCompression } from '../plugins/security-headers.ts'
import { readWebClient, registerWebClient } from './web-client.ts'

let root: string
let app: FastifyInstance

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'jaanch-client-'))
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'index.html'), '<html><head></head><body>a page</body></html>')
  writeFileSync(join(root, 'landing.html'), '<html><head></head><body>the landing</body></html>')
  writeFileSync(join(root, 'assets', 'index-1a2b.js'), 'plain')
  writeFileSync(join(root, 'assets', 'index-1a2b.js.br'), 'brotli')
  writeFileSync(join(root, 'sw.js'), 'worker')
  app = Fastify()
  registerErrorHandler(app)
})
afterEach(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

test("'/' is the landing page, every other path is a page of the client", async () => {
  await registerWebClient(app, await readWebClient({ root }))
  expect((await app.inject('/')).body).toContain('the landing')
  for (const path of ['/home', '/book/any', '/no/such/page', '/?ref=a-friend']) {
    const { body, headers } = await app.inject(path)
    expect(body, path).toContain(path.startsWith('/?') ? 'the landing' : 'a page')
    expect(headers['cache-control'], path).toBe('no-cache')
  }
})

test('the viewer of shared results is kept neither by search engines nor by browsers, and tells nobody its address', async () => {
  await registerWebClient(app, await readWebClient({ root }))
  const isViewer = {
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  }
  for (const path of ['/share', '/share/', '/share?a=1'])
    expect((await app.inject(path)).headers, path).toMatchObject(isViewer)
  for (const path of ['/shares', '/home'])
    expect((await app.inject(path)).headers).not.toHaveProperty('x-robots-tag')
})

test('a chunk of an older release is a 404, not a page [V13.4.3]', async () => {
  await registerWebClient(app, await readWebClient({ root }))
  for (const path of ['/assets/index-0000.js', '/assets/', '/assets', '/api/none', '/socket.io/none']) {
    expect((await app.inject(path)).statusCode, path).toBe(404)
  }
})

test('assets are cached without end and sent compressed; the service worker is not cached', async () => {
  await registerWebClient(app, await readWebClient({ root }))
  const asset = await app.inject({ url: '/assets/index-1a2b.js', headers: { 'accept-encoding': 'br' } })
  expect(asset.body).toBe('brotli')
  expect(asset.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await app.inject('/assets/index-1a2b.js')).body).toBe('plain')
  expect((await app.inject('/sw.js')).headers['cache-control']).toBe('no-cache')
})

test('the pages contain the configured reverse geocoder, with quotes escaped [V1.2.1]', async () => {
  const reverseGeocodeUrl = 'https://geo.example/a?b=1&c="2"'
  await registerWebClient(app, await readWebClient({ root, reverseGeocodeUrl }))
  for (const path of ['/', '/home']) {
    expect((await app.inject(path)).body).toContain(
      '<meta name="reverse-geocoder" content="https://geo.example/a?b=1&amp;c=&quot;2&quot;" /></head>',
    )
  }
})

test('the pages contain who runs the installation, as it was written', async () => {
  const operator = { name: 'Jaanch & "Sons" $& Ltd', address: undefined }
  await registerWebClient(app, await readWebClient({ root, operator }))
  const { body } = await app.inject('/privacy')
  expect(body).toContain(
    '<meta name="operator-name" content="Jaanch &amp; &quot;Sons&quot; $&amp; Ltd" /></head>',
  )
  expect(body).not.toContain('operator-address')
})

test('pages and long lists are compressed if the client accepts it', async () => {
  registerCompression(app)
  const list = Array.from({ length: 200 }, (_, id) => ({ id, name: 'Complete Blood Count' }))
  app.get('/api/list', async () => list)
  await registerWebClient(app, await readWebClient({ root }))
  for (const [url, plain] of [
    ['/', 'the landing'],
    ['/api/list', JSON.stringify(list)],
  ] as const) {
    const zipped = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(gunzipSync(zipped.rawPayload).toString()).toContain(plain)
    expect((await app.inject(url)).body).toContain(plain)
  }
})

test('a page has the hashes of its inline scripts for the content-security-policy [V3.4.3]', async () => {
  const script = 'document.title = "Jaanch"'
  writeFileSync(join(root, 'index.html'), `<script>${script}</script><script src="/a.js"></script>`)
  const client = await readWebClient({ root })
  const hash = createHash('sha256').update(script).digest('base64')
  expect(client?.page.inlineScripts).toEqual([`'sha256-${hash}'`])
  expect(client?.landing.inlineScripts).toEqual([])
})
