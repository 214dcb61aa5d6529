import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ServerMessages, SocketAuth } from '@jaanch/api/socket-api'
import { headers } from '@jaanch/contracts/http/headers'
import { type Client, nextPage } from '@jaanch/tests/support/client'
import { io, type Socket } from 'socket.io-client'
import type { Crew } from '../actors/crew.ts'
import type { Oracle } from '../oracle/oracle.ts'
import { compareLists, findMissing, type Row } from './compare-lists.ts'
import { type ApiResponse, createLiveStore, ruleOf } from './live-store.ts'

/** The view of a person's browser, kept up to date over a socket. */
export type ClientView = {
  /** How often it was caught up, and started over */
  counts: { caughtUp: number; startedOver: number }
  /** Whether it is connected and nothing is on its way */
  isQuiet(): boolean
  /** @returns how it differs from a fresh read; empty if it is equal */
  findDifferences(): Promise<string[]>
  close(): void
}

const customerKeys = [
  '/api/bookings?limit=500',
  '/api/bookings?limit=500&tab=upcoming',
  '/api/bookings/counts',
  '/api/prescriptions?limit=500',
  '/api/notifications?limit=500',
]
const labKeys = ['/api/bookings', '/api/bookings/counts', '/api/bookings/summary', '/api/notifications']
const adminKeys = [
  '/api/bookings',
  '/api/bookings/counts',
  '/api/admin/prescriptions',
  '/api/lab-partners/all',
  '/api/notifications',
]

type Person = {
  /** For messages */
  name: string
  client: Client
  /** The data on the screens: paths of GETs with their query */
  keys: readonly string[]
}

/** Every second customer, all labs and the admin in two windows look at their screens during the whole run. */
export function openViews(
  { customers, labs, admin }: Crew,
  url: string,
  oracle: Oracle,
): Promise<ClientView[]> {
  const watching = customers.filter((_, n) => n % 2 === 0)
  const people: Person[] = [
    ...watching.map(({ client }, n) => ({ name: `customer ${n * 2}`, client, keys: customerKeys })),
    ...labs.map(({ owner: client }, n) => ({ name: `lab ${n + 1}`, client, keys: labKeys })),
    ...[1, 2].map((n) => ({ name: `admin ${n}`, client: admin, keys: adminKeys })),
  ]
  return Promise.all(people.map((person) => openView(person, url, oracle)))
}

/** By kind of message, its field with the row */
const rowFields = {
  booking: 'booking',
  lab: 'labPartner',
  prescription: 'prescription',
  notification: 'notification',
}

/** The store fetches a list again 300 ms after it found that it must. */
const quietAfterMs = 1_000
const reconnectMs = 1_000

const isList = (key: string) => !/counts|summary/.test(key)
/** The lists of labs have 500 rows by default, the others 50. */
const limitOf = (key: string) =>
  Number(/[?&]limit=(\d+)/.exec(key)?.[1] ?? (key.startsWith('/api/lab-partners') ? 500 : 50))

/** Opens the screens of a person: the store of the web client, over a cache in place of SWR's. */
async function openView({ name, client, keys }: Person, url: string, oracle: Oracle): Promise<ClientView> {
  const shown = new Map<string, unknown>()
  const newestLoad = new Map<string, number>()
  const counts = { caughtUp: 0, startedOver: 0 }
  let loads = 0
  let loading = 0
  let lastActivity = performance.now()
  let isLive = false
  let isClosed = false
  let isChecking = false
  let epoch: string | undefined

  async function load(key: string): Promise<ApiResponse> {
    const { body, headers: sent } = await client.raw<unknown>(key)
    const position = sent.get(headers.logPosition)
    return { data: body, position: position === null ? undefined : Number(position), next: nextPage(sent) }
  }

  /** The load of a key that was requested last counts, as in SWR. */
  async function refresh(key: string): Promise<void> {
    loads += 1
    loading += 1
    const own = loads
    newestLoad.set(key, own)
    try {
      const data = await store.track(key, () => load(key), ruleOf(key))
      if (newestLoad.get(key) === own) shown.set(key, data)
    } catch (error) {
      if (!isClosed) oracle.views.gaps.push(`${name} cannot load ${key}: ${error}`)
    } finally {
      loading -= 1
      lastActivity = performance.now()
    }
  }

  const store = createLiveStore({
    read: (key) => shown.get(key),
    write: (key, data) => void shown.set(key, data),
    isReadBelow: () => false,
    holdsNewRows: () => false,
    showCounts: () => {},
    isShown: () => true,
    discard: () => {},
    showNow: () => {},
    refresh: (key) => void refresh(key),
    refreshAll: () => {
      for (const key of keys) void refresh(key)
    },
  })

  const isQuiet = () => isLive && loading === 0 && performance.now() - lastActivity > quietAfterMs

  /** After `caught-up`, each row that had changed by then is shown. */
  async function checkCaughtUp(position: number): Promise<void> {
    while (!isQuiet()) {
      if (isClosed) return
      await setTimeout(100)
    }
    for (const key of keys.filter(isList)) {
      const page = { rows: (await load(key)).data as Row[], limit: limitOf(key) }
      if (isClosed) return
      oracle.views.checked += 1
      for (const gap of findMissing((shown.get(key) ?? []) as Row[], page, position))
        oracle.views.gaps.push(`${name}, ${key}, caught up at ${position}: ${gap}`)
    }
  }

  const socket: Socket<ServerMessages> = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
    auth: (send) => {
      const after = store.startConnecting()
      send({
        token: client.token ?? '',
        ...(after > 0 && { after }),
        ...(epoch && { epoch }),
      } satisfies SocketAuth)
    },
  })

  for (const [kind, field] of Object.entries(rowFields))
    socket.on(kind as 'booking', (message: { position: number; id?: string }) => {
      lastActivity = performance.now()
      const row = Reflect.get(message, field) as { id: string } | null
      // a booking that left the reader's lists is sent as its id
      store.receive({ kind, id: row?.id ?? message.id ?? '', position: message.position, row })
    })
  socket.on('caught-up', (message) => {
    counts.caughtUp += 1
    lastActivity = performance.now()
    epoch = message.epoch
    store.setCaughtUp(message.position)
    isLive = true
    if (isChecking) return
    isChecking = true
    checkCaughtUp(message.position)
      .catch(() => {})
      .finally(() => {
        isChecking = false
      })
  })
  socket.on('start-over', (message) => {
    counts.startedOver += 1
    epoch = message.epoch
    store.startOver()
    isLive = true
  })
  function reconnectLater(): void {
    isLive = false
    // Socket.IO does not reconnect by itself after the server has closed or refused the connection
    if (!socket.active && !isClosed) void setTimeout(reconnectMs).then(() => !isClosed && socket.connect())
  }
  socket.on('disconnect', reconnectLater)
  socket.on('connect_error', reconnectLater)

  await Promise.all(keys.map(refresh))

  async function findDifferencesOf(key: string): Promise<string[]> {
    const fresh = (await load(key)).data
    const seen = shown.get(key) ?? []
    if (isList(key)) return compareLists(seen as Row[], { rows: fresh as Row[], limit: limitOf(key) })
    return isDeepStrictEqual(seen, fresh)
      ? []
      : [`${JSON.stringify(seen)} instead of ${JSON.stringify(fresh)}`]
  }

  return {
    counts,
    isQuiet,
    async findDifferences() {
      const found = await Promise.all(keys.map(findDifferencesOf))
      return found.flatMap((some, n) => some.map((difference) => `${name}, ${keys[n]}: ${difference}`))
    },
    close() {
      isClosed = true
      socket.disconnect()
    },
  }
}
