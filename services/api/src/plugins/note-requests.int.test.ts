import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authCalls } from '@jaanch/account/sessions/api'
import { bookingCalls } from '@jaanch/booking/api'
import { headers } from '@jaanch/contracts/http/headers'
import { healthCalls } from '@jaanch/operations/health-api'
import { createClient } from '@jaanch/tests/support/client'
import { cutCall, encodeRequest } from '@jaanch/tests/support/cut-call'
import { registerCustomer } from '@jaanch/tests/support/people'
import { closeSockets, connectTo, listenTo } from '@jaanch/tests/support/sockets'
import { stackTest } from '@jaanch/tests/support/test'
import { afterEach, expect } from 'vitest'

afterEach(closeSockets)

const it = stackTest({ workers: false }).extend('directory', async ({ task: _ }, { onCleanup }) => {
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-requests-'))
  onCleanup(() => rm(directory, { recursive: true }))
  return directory
})

async function linesIn(directory: string): Promise<Record<string, unknown>[]> {
  const [name] = await readdir(directory)
  const text = name ? await readFile(join(directory, name), 'utf8') : ''
  return text.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))
}

it('each request leaves one line: the pattern of its route, who called and from which network, and no text of theirs', async ({
  stack,
  directory,
}) => {
  const url = await stack.anotherApi({ accessLog: directory })
  const { client, id, email } = await registerCustomer(url)
  const params = { id: '0f9d6a1e-4c1b-4e0e-9a39-3c1f2b7d5a10' }
  const unknown = await client.ask(bookingCalls.getBooking, { params, query: { q: 'Kamala' } as never })
  expect((await client.ask(authCalls.listUsers)).status).toBe(403)
  await createClient(url).raw('/api/none/of/ours?name=Kamala')
  await createClient(url).raw('/api/%')
  await createClient(url).raw('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  })
  await createClient(url).ask(healthCalls.ready)
  await createClient(url).raw('/')

  await expect.poll(() => linesIn(directory)).toHaveLength(6)
  const lines = await linesIn(directory)
  const network = lines[0]?.network
  expect(network).toMatch(/^[\w-]{12}$/)
  expect(lines).toMatchObject([
    { log: 'requests', method: 'POST', route: '/api/auth/register', status: 201, user: id, network },
    {
      ...{ method: 'GET', route: '/api/bookings/:id', status: 404, user: id, network },
      request: unknown.headers.get(headers.requestId),
    },
    { method: 'GET', route: '/api/users', status: 403, user: id, network },
    { method: 'GET', route: 'none', status: 404, user: null, network },
    { method: 'GET', route: 'none', status: 400, user: null, network },
    { method: 'POST', route: '/api/auth/login', status: 400, user: null, network },
  ])
  for (const text of [email, 'Kamala', params.id, '127.0.0.1'])
    expect(JSON.stringify(lines)).not.toContain(text)
})

it('a call that is cut has a line with what is known', async ({ stack, directory }) => {
  const url = await stack.anotherApi({ accessLog: directory })
  const { id, token } = await registerCustomer(url)
  const upload = encodeRequest({
    method: 'POST',
    path: '/api/prescriptions',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': '90000',
    },
    body: '{"fileUrl":"',
  })
  let afterMs = 100
  await expect
    .poll(async () => {
      // later each time, until the API knows who calls
      afterMs = Math.min(2 * afterMs, 30_000)
      await cutCall(url, upload, afterMs)
      return linesIn(directory)
    })
    .toContainEqual(
      expect.objectContaining({ route: '/api/prescriptions', status: 499, cut: true, user: id }),
    )
})

it('a socket leaves a line when it is opened, refused and closed', async ({ stack, directory }) => {
  const url = await stack.anotherApi({ accessLog: directory })
  const { id, token } = await registerCustomer(url)
  const listening = await connectTo(url, { token })
  listening.close()
  const ofSockets = async () => (await linesIn(directory)).filter(({ route }) => route === '/socket.io')
  await expect.poll(ofSockets).toHaveLength(2)
  listenTo(url, { token: 'nonsense' })
  await expect.poll(ofSockets).toHaveLength(3)
  const lines = await linesIn(directory)
  const { network } = lines.find(({ route }) => route === '/api/auth/register') ?? {}
  const socket = { route: '/socket.io', network }
  expect(lines).toMatchObject([
    {},
    { ...socket, method: 'CONNECT', status: 101, user: id },
    { ...socket, method: 'DISCONNECT', user: id, request: lines[1]?.request },
    { ...socket, method: 'CONNECT', status: 401, user: null },
  ])
})
