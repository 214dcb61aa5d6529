import { headers as names } from '@jaanch/contracts/http/headers'
import { stackTest } from '@jaanch/tests/support/test'
import { openWire, type WireAnswer } from '@jaanch/tests/support/wire'
import { expect, onTestFinished } from 'vitest'
import { calls } from '../calls.ts'

const it = stackTest({ workers: false })

/** The part of an answer that does not differ between two requests for the same thing */
const shownOf = ({ status, headers, text }: WireAnswer) => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers).filter(([name]) => !['date', names.requestId, names.logPosition].includes(name)),
  ),
  hasRequestId: names.requestId in headers,
  code: headers['content-type']?.startsWith('application/json') ? JSON.parse(text).code : undefined,
})

it('every route answers another spelling of its address as the usual one, with the same headers, and 400 to one that can be read in two ways', async ({
  stack,
}) => {
  const wire = openWire(stack.url)
  onTestFinished(wire.close)
  const send = async (method: string, path: string) => shownOf(await wire.send({ method, path, headers: {} }))
  for (const { method, path } of Object.values(calls)) {
    const usual = path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    const answer = await send(method, usual)
    expect(answer.hasRequestId, path).toBe(true)
    for (const spelling of [
      usual.replace('/api', '/%61p%69'),
      usual.replace('/api/', '//api//'),
      `http://elsewhere.example${usual}`,
    ])
      expect(await send(method, spelling), `${method} ${spelling}`).toEqual(answer)
    for (const spelling of [`/assets/..${usual}`, `/%2e%2e${usual}`, usual.replace('/api/', '/api%2F')])
      expect(await send(method, spelling), `${method} ${spelling}`).toMatchObject({
        ...{ status: 400, code: 'malformed', hasRequestId: true },
        headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
      })
  }
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
