import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findPortProblem } from './port.mjs'

const reached = new Error('not blocked')

/** What Node's fetch, which follows the standard, does with a port; it connects to nothing. */
async function isBlockedByFetch(port: number): Promise<boolean> {
  const dispatcher = {
    dispatch() {
      throw reached
    },
  }
  const error = await fetch(`http://127.0.0.1:${port}`, { dispatcher } as unknown as RequestInit).catch(
    (error) => error as Error,
  )
  return error instanceof Error && (error.cause as Error | undefined)?.message === 'bad port'
}

test('refuses the ports that the Fetch standard blocks, and no others', async () => {
  for (let port = 1; port <= 11_000; port += 1) {
    const refused = (await findPortProblem(port, async () => undefined)) !== undefined
    if (refused !== (await isBlockedByFetch(port)))
      expect.fail(`${port} is ${refused ? 'refused' : 'accepted'}`)
  }
})

test('says which port to choose instead', async () => {
  expect(await findPortProblem(6000)).toBe(
    'Browsers refuse to open port 6000: choose another: PORT=3000 npm start',
  )
  expect(await findPortProblem(0)).toContain('PORT=3000 npm start')
})

test('reports a port that is not free', async () => {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, resolve)
  await promise
  const { port } = server.address() as { port: number }
  try {
    expect(await findPortProblem(port)).toBe(
      `Port ${port} is already in use. Stop what is using it, or choose another: PORT=${port + 1} npm start`,
    )
  } finally {
    server.close()
  }
  await new Promise((closed) => server.once('close', closed))
  expect(await findPortProblem(port)).toBeUndefined()
})

test('advises no port that browsers refuse', async () => {
  const inUse = async () => 'EADDRINUSE'
  expect(await findPortProblem(5999, inUse)).toContain('PORT=3000')
  expect(await findPortProblem(65_535, inUse)).toContain('PORT=3000')
  expect(await findPortProblem(3000, inUse)).toContain('PORT=3001')
  expect(await findPortProblem(80, async () => 'EACCES')).toBe(
    'Port 80 cannot be used (EACCES): choose another: PORT=3000 npm start',
  )
})
