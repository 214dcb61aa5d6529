import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { BookingMessage, ServerMessages, SocketAuth } from '@jaanch/contracts/socket'
import { io, type Socket } from 'socket.io-client'
import { get } from './api-client.ts'

/** The bookings that a caller sees, kept up to date over a socket as the web client does. */
export type LiveBookings = {
  /** Who looks, for messages */
  name: string
  /** How often the API told this client to fetch everything again */
  startOvers(): number
  /** @returns how the client's rows differ from a fresh read; empty if they are equal */
  findDifferences(): Promise<string[]>
  close(): void
}

type Read = { rows: BookingView[]; position: number }

/** Reads all bookings of a caller, then follows their changes. The connection is opened again whenever it closes. */
export async function watchBookings(url: string, name: string, token: string): Promise<LiveBookings> {
  // removed rows too, since a change may arrive before the answer of an older read
  let rows = new Map<string, { position: number; booking: BookingView | null }>()
  let after = 0
  let epoch: string | undefined
  let isCaughtUp = false
  let startOvers = 0

  function apply(id: string, position: number, booking: BookingView | null): void {
    if ((rows.get(id)?.position ?? 0) <= position) rows.set(id, { position, booking })
  }

  async function load(): Promise<void> {
    const read = await readUntilAnswered(url, token)
    for (const row of read.rows) apply(row.id, row.position, row)
    after = read.position
  }

  await load()
  const socket: Socket<ServerMessages> = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 1_000,
    auth: (send) => send({ token, after, ...(epoch && { epoch }) } satisfies SocketAuth),
  })
  socket.on('connect', () => {
    isCaughtUp = false
  })
  socket.on('booking', (message: BookingMessage) => {
    if (message.booking) apply(message.booking.id, message.position, message.booking)
    else apply(message.id, message.position, null)
    // more rows of this position can follow
    if (isCaughtUp) after = Math.max(after, message.position - 1)
  })
  socket.on('caught-up', (message) => {
    isCaughtUp = true
    epoch = message.epoch
    after = Math.max(after, message.position)
  })
  socket.on('start-over', (message) => {
    startOvers += 1
    epoch = message.epoch
    rows = new Map()
    after = 0
    isCaughtUp = false
    void load().then(() => {
      isCaughtUp = true
    })
  })

  return {
    name,
    startOvers: () => startOvers,
    async findDifferences() {
      const fresh = await readUntilAnswered(url, token)
      const expected = new Map(fresh.rows.map((row) => [row.id, row]))
      const shown = new Map(
        [...rows].flatMap(([id, { booking }]) => (booking ? [[id, booking] as const] : [])),
      )
      const ids = new Set([...expected.keys(), ...shown.keys()])
      return [...ids]
        .filter((id) => !isDeepStrictEqual(expected.get(id), shown.get(id)))
        .map(
          (id) =>
            `${name} shows booking ${id} ${describe(shown.get(id))}, and it is ${describe(expected.get(id))}`,
        )
    },
    close: () => socket.disconnect(),
  }
}

function describe(row: BookingView | undefined): string {
  return row ? JSON.stringify(row) : 'missing'
}

async function readUntilAnswered(url: string, token: string): Promise<Read> {
  for (;;) {
    try {
      return await readAllPages(url, token)
    } catch {
      await setTimeout(100)
    }
  }
}

/** @returns all rows, complete up to the lowest position of the pages */
async function readAllPages(url: string, token: string): Promise<Read> {
  const read: Read = { rows: [], position: Number.MAX_SAFE_INTEGER }
  for (let path: string | undefined = '/api/bookings?limit=500'; path; ) {
    const signal = AbortSignal.timeout(10_000)
    const response: Response = await fetch(`${url}${path}`, { ...get(token), signal })
    if (!response.ok) throw new Error(`The list answered ${response.status}`)
    read.rows.push(...((await response.json()) as BookingView[]))
    read.position = Math.min(read.position, Number(response.headers.get('log-position')))
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return read
}
