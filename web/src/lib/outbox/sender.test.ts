import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '../http/api-error'
import { entriesOf, type OutboxDatabase, openDatabase } from './database'
import { createSender } from './sender'

/** The fate of a request: the tab may be killed before it is sent, after it, or after its answer; the answer may be lost. */
const fates = ['done', 'lost', 'unsent', 'fault', 'busy', 'killed-before', 'killed-after'] as const
type Fate = (typeof fates)[number]

const refusalOfServer = new ApiError(409, '{"error":"This booking is cancelled.","code":"already-cancelled"}')
const busy = new ApiError(429, '{"error":"Too many attempts.","code":"too-many"}')
const fault = new ApiError(500, '{"error":"Something went wrong","code":"internal"}')
const signedOut = new ApiError(401, '{"error":"Please sign in.","code":"not-signed-in"}')
const never = () => new Promise<never>(() => {})

const opened: OutboxDatabase[] = []

/** As a tab does: its own connection to the one database */
function open(): OutboxDatabase {
  const database = openDatabase()
  opened.push(database)
  return database
}

afterEach(async () => {
  for (const database of opened.splice(0)) database.close()
  await Dexie.delete('jaanch-outbox')
})

async function add(database: OutboxDatabase, keys: readonly string[], userId = 'u1') {
  for (const key of keys) {
    const at = '2026-11-26T08:00:00.000Z'
    const path = `/api/bookings/${key}/custody`
    await database.entries.add({
      key,
      userId,
      method: 'POST',
      path,
      body: { key },
      at,
      subject: 'b1',
      state: 'waiting',
    })
  }
}

/** A server that knows the keys, and what became of each request in turn; after that, each is done. */
function createServer(script: Fate[], refused: ReadonlySet<string> = new Set()) {
  const effects: string[] = []
  let inFlight = 0
  const server = {
    effects,
    requests: 0,
    mostAtOnce: 0,
    token: 'u1',
    /** @param kill ends the tab */
    async post(key: string, token: string, kill: () => void) {
      server.requests += 1
      inFlight += 1
      server.mostAtOnce = Math.max(server.mostAtOnce, inFlight)
      await new Promise((resolve) => setTimeout(resolve))
      inFlight -= 1
      const fate = script.shift() ?? 'done'
      if (token !== server.token) throw signedOut
      if (fate === 'unsent') throw new TypeError('Failed to fetch')
      if (fate === 'busy') throw busy
      if (fate === 'fault') throw fault
      if (fate === 'killed-before') {
        kill()
        await never()
      }
      if (refused.has(key)) throw refusalOfServer
      if (!effects.includes(key)) effects.push(key)
      if (fate === 'lost') throw new TypeError('Failed to fetch')
      if (fate === 'killed-after') {
        kill()
        await never()
      }
    },
  }
  return server
}

type Server = ReturnType<typeof createServer>

/** As the lock of a browser: one after the other, and released when a tab is killed */
function createLock() {
  let last = Promise.resolve()
  return (run: () => Promise<void>, killed: Promise<void>) => {
    const turn = last.then(() => Promise.race([run(), killed]))
    last = turn.catch(() => {})
    return turn
  }
}

type Sessions = Parameters<typeof createSender>[0]['sessions']

function openTab(
  server: Server,
  lock: ReturnType<typeof createLock> | undefined,
  sessions: Sessions = () => [{ userId: 'u1', token: 'u1' }],
) {
  const killed = Promise.withResolvers<void>()
  const tab = {
    isKilled: false,
    pausesMs: [] as number[],
    forgotten: [] as string[],
    flush: () => Promise.resolve(),
  }
  const kill = () => {
    tab.isKilled = true
    killed.resolve()
  }
  const { flush } = createSender({
    database: open(),
    sessions,
    forget: ({ userId }) => void tab.forgotten.push(userId),
    post: ({ key }, sent) => server.post(key, sent, kill),
    alone: (run) => lock?.(run, killed.promise) ?? run(),
    isOnline: () => true,
    later(_, ms) {
      tab.pausesMs.push(ms)
      return () => {}
    },
  })
  tab.flush = () => Promise.race([flush(), killed.promise])
  return tab
}

test('whatever fails, whichever tab is killed and however many send: each command has one effect, in order', async () => {
  const fate = fc.constantFrom(...fates)
  const plan = fc.record({
    count: fc.integer({ min: 1, max: 5 }),
    script: fc.array(fate, { maxLength: 8 }),
    refused: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 2 }),
    hasLocks: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(plan, async ({ count, script, refused, hasLocks }) => {
      await Dexie.delete('jaanch-outbox')
      const keys = Array.from({ length: count }, (_, index) => `k${index}`)
      const refusedKeys = new Set(refused.map((index) => `k${index}`))
      const server = createServer([...script], refusedKeys)
      const lock = hasLocks ? createLock() : undefined
      const database = open()
      await add(database, keys)
      let tabs = [openTab(server, lock), openTab(server, lock)]
      // each round of attempts ends with one fate of the script at least
      for (let round = 0; round <= script.length + 1; round += 1) {
        await Promise.all(tabs.map((tab) => tab.flush()))
        tabs = tabs.map((tab) => (tab.isKilled ? openTab(server, lock) : tab))
      }
      expect(server.effects).toEqual(keys.filter((key) => !refusedKeys.has(key)))
      const left = await entriesOf(database, 'u1').toArray()
      expect(left.map(({ key, state }) => [key, state])).toEqual(
        keys.filter((key) => refusedKeys.has(key)).map((key) => [key, 'refused']),
      )
      if (hasLocks) expect(server.mostAtOnce).toBe(1)
      for (const each of opened.splice(0)) each.close()
    }),
    { numRuns: 40 },
  )
})

test('a refused command stays with the reason, and the later ones of the same subject are sent all the same', async () => {
  const database = open()
  await add(database, ['k1', 'k2'])
  const server = createServer([], new Set(['k1']))
  await openTab(server, undefined).flush()
  expect(server.effects).toEqual(['k2'])
  expect(await entriesOf(database, 'u1').toArray()).toMatchObject([
    {
      key: 'k1',
      state: 'refused',
      refusal: { code: 'already-cancelled', text: 'This booking is cancelled.' },
    },
  ])
})

test('a call that a server of an older release does not know waits for a newer one; a booking that is not known is a refusal', async () => {
  const database = open()
  await add(database, ['k1', 'k2'])
  const server = createServer([])
  const { post } = server
  const answerWith = (code: string) => async () => {
    throw new ApiError(404, JSON.stringify({ error: 'Not found.', code }))
  }
  const tab = openTab(server, undefined)
  server.post = answerWith('unknown-route')
  await tab.flush()
  expect(tab.pausesMs).toHaveLength(1)
  expect(await entriesOf(database, 'u1').toArray()).toMatchObject([
    { state: 'waiting' },
    { state: 'waiting' },
  ])
  server.post = post
  await tab.flush()
  expect(server.effects).toEqual(['k1', 'k2'])
  await add(database, ['k3'])
  server.post = answerWith('not-found')
  await tab.flush()
  expect(await entriesOf(database, 'u1').toArray()).toMatchObject([
    { key: 'k3', state: 'refused', refusal: { code: 'not-found' } },
  ])
})

test('the commands of another user of this browser are never sent', async () => {
  const database = open()
  await add(database, ['theirs'], 'u2')
  await add(database, ['mine'])
  const server = createServer([])
  await openTab(server, undefined).flush()
  expect(server.effects).toEqual(['mine'])
  expect(await entriesOf(database, 'u2').count()).toBe(1)
})

test('when the session has ended, commands wait for the next login; a token that another tab changed is used at once', async () => {
  const database = open()
  await add(database, ['k1'])
  const server = createServer([])
  server.token = 'new'
  const tokens = ['old', 'old']
  const tab = openTab(server, undefined, () => [{ userId: 'u1', token: tokens.shift() ?? 'old' }])
  await tab.flush()
  expect([server.requests, tab.pausesMs]).toEqual([1, []])
  tokens.push('old', 'new', 'new')
  await tab.flush()
  expect(server.effects).toEqual(['k1'])
})

test('commands from before the server ended a session are handed in with its token and deleted at once, also beside another user, until the token is refused', async () => {
  const database = open()
  await add(database, ['mine'])
  await add(database, ['theirs', 'also'], 'u2')
  await database.entries.toCollection().modify({ isKept: true })
  const server = createServer([])
  const sent: string[] = []
  server.post = async (key, token) => {
    sent.push(`${key} ${token}`)
    if (key === 'also') throw signedOut
  }
  const ended = { userId: 'u2', token: 'ended', isEnded: true }
  const tab = openTab(server, undefined, () => [{ userId: 'u1', token: 'u1' }, ended])
  await tab.flush()
  expect(sent).toEqual(['mine u1', 'theirs ended', 'also ended'])
  expect(tab.forgotten).toEqual(['u2'])
  expect(await entriesOf(database, 'u2').toArray()).toMatchObject([{ key: 'also', state: 'waiting' }])
  expect(await entriesOf(database, 'u1').toArray()).toMatchObject([{ key: 'mine', state: 'sent' }])
})

test('a command that is answered after the end of its session does not stay on the device', async () => {
  const database = open()
  await add(database, ['k1'])
  await database.entries.toCollection().modify({ isKept: true })
  const signedIn = [{ userId: 'u1', token: 'u1' }]
  const server = createServer([])
  server.post = async () => void signedIn.pop()
  await openTab(server, undefined, () => signedIn).flush()
  expect(await entriesOf(database, 'u1').count()).toBe(0)
})

test('the page of a proxy is no answer, and pauses grow to a minute', async () => {
  const database = open()
  await add(database, ['k1'])
  const server = createServer([])
  server.post = async () => {
    throw new ApiError(403, '<html>')
  }
  const tab = openTab(server, undefined)
  for (let attempt = 0; attempt < 9; attempt += 1) await tab.flush()
  for (const [attempt, ms] of tab.pausesMs.entries()) {
    const longest = Math.min(1_000 * 2 ** attempt, 60_000)
    expect(ms).toBeLessThanOrEqual(longest)
    expect(ms).toBeGreaterThanOrEqual(longest / 2)
  }
  expect(tab.pausesMs).toHaveLength(9)
  expect(await entriesOf(database, 'u1').toArray()).toMatchObject([{ state: 'waiting' }])
})
