import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { headers as names } from '@jaanch/contracts/http/headers'
import { healthRoutes } from '@jaanch/contracts/http/health'
import { routes } from '@jaanch/contracts/http/routes'
import { stackTest } from '@jaanch/tests/support/test'
import { openWire, type WireAnswer } from '@jaanch/tests/support/wire'
import { expect, onTestFinished } from 'vitest'

const it = stackTest({ workers: false })

const probes: string[] = [healthRoutes.health.path, healthRoutes.ready.path]

/** The part of an answer that does not differ between two requests for the same thing */
const shownOf = ({ status, headers, text }: WireAnswer) => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers).filter(([name]) => !['date', names.requestId, names.logPosition].includes(name)),
  ),
  hasRequestId: names.requestId in headers,
  code: headers['content-type']?.startsWith('application/json') ? JSON.parse(text).code : undefined,
})

it('every route answers another spelling of its address as the usual one, with the same headers and line in the log, and 400 to one that can be read in two ways', async ({
  stack,
}) => {
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-targets-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const wire = openWire(await stack.anotherApi({ accessLog: directory }))
  onTestFinished(wire.close)
  const send = async (method: string, path: string) => shownOf(await wire.send({ method, path, headers: {} }))
  const expected: Record<string, number> = {}
  for (const { method, path } of Object.values(routes)) {
    const usual = path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    const answer = await send(method, usual)
    expect(answer.hasRequestId, path).toBe(true)
    const same = [
      usual.replace('/api', '/%61p%69'),
      usual.replace('/api/', '//api//'),
      `http://elsewhere.example${usual}`,
    ]
    for (const spelling of same) {
      expect(await send(method, spelling), `${method} ${spelling}`).toEqual(answer)
    }
    const refused = [`/assets/..${usual}`, `/%2e%2e${usual}`, usual.replace('/api/', '/api%2F')]
    for (const spelling of refused) {
      expect(await send(method, spelling), `${method} ${spelling}`).toMatchObject({
        ...{ status: 400, code: 'malformed', hasRequestId: true },
        headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
      })
    }
    if (!probes.includes(path)) {
      const line = `${method} ${path} ${answer.status}`
      expected[line] = (expected[line] ?? 0) + 1 + same.length
    }
    const line = `${method} none 400`
    expected[line] = (expected[line] ?? 0) + refused.length
  }

  async function countLines(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const name of await readdir(directory)) {
      for (const text of (await readFile(join(directory, name), 'utf8')).split('\n')) {
        if (text === '') continue
        const { method, route, status } = JSON.parse(text)
        const line = `${method} ${route} ${status}`
        counts[line] = (counts[line] ?? 0) + 1
      }
    }
    return counts
  }
  await expect.poll(countLines).toEqual(expected)
})

it('pages, files and the address of sockets are no way around it', async ({ stack }) => {
  const wire = openWire(stack.url)
  onTestFinished(wire.close)
  const statusOf = async (path: string) => (await wire.send({ method: 'GET', path, headers: {} })).status
  for (const path of ['/socket.io/../api/packages', '/assets/%2e%2e/api/packages', '/share\\..\\api', '*'])
    expect(await statusOf(path), path).toBe(400)
  const [page, samePage] = [await statusOf('/login'), await statusOf('//l%6Fgin')]
  expect(samePage).toBe(page)
  const handshake = 'socket.io/?EIO=4&transport=websocket'
  expect(await statusOf(`/%73${handshake.slice(1)}`)).toBe(404)
  expect(await statusOf(`http://elsewhere.example/${handshake}`)).toBe(404)
})
