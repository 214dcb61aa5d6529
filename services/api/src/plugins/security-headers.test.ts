import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { registerDocs } from '../docs/openapi.ts'
import { registerErrorHandler } from './error-handler.ts'
import { registerSecurityHeaders } from './security-headers.ts'

const publicUrl = 'https://jaanch.example'
let app: FastifyInstance

beforeEach(async () => {
  app = Fastify()
  registerErrorHandler(app)
  registerSecurityHeaders(app, { publicUrl, inlineScripts: ["'sha256-abc'"] })
  await registerDocs(app, publicUrl)
  app.get('/', async () => 'a page')
})
afterEach(() => app.close())

const headersOf = async (path: string) => (await app.inject(path)).headers
const policyOf = async (path: string) => String((await headersOf(path))['content-security-policy'])

describe('every answer', () => {
  it('says what browsers may do with it, also if it is a refusal or a file of the API description [V3.4.1]', async () => {
    for (const path of ['/', '/nothing', '/api/docs', '/api/docs/static/index.html']) {
      expect(await headersOf(path), path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
    }
  })

  it('is framed by nobody, has no base and no plug-ins [V3.4.3 V3.4.6]', async () => {
    for (const path of ['/', '/nothing', '/api/docs', '/api/docs/static/index.html']) {
      const policy = await policyOf(path)
      for (const directive of ["frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"]) {
        expect(policy, path).toContain(directive)
      }
    }
  })
})

it('a page runs scripts of its own origin and the known inline ones only, and WebAssembly [V1.3.2 V3.4.3 V14.2.3]', async () => {
  const policy = await policyOf('/')
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-abc';")
  // files that a page has fetched with its token
  expect(policy).toContain("frame-src 'self' blob:;img-src 'self' data: blob:;")
})
