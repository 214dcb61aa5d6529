import { setTimeout } from 'node:timers/promises'
import { clientOptions, type ServerMessages, type SocketAuth } from '@jaanch/contracts/socket'
import type { Person } from '@jaanch/tests/support/people'
import { io, type Socket } from 'socket.io-client'

type Row = { status: string; orderNumber: string | null }

export type FleetClient = {
  owner: Person
  /** When it lost its connection, began an attempt to get another, and had caught up; ms of `performance.now()` */
  lost: number[]
  attempts: number[]
  caughtUp: number[]
  isLive(): boolean
  /** What it knows of bookings, from pushes alone */
  rows(): Record<string, Row>
}

export type SocketFleet = {
  clients: readonly FleetClient[]
  /** Waits until each has caught up and holds a connection. @throws after 150 s */
  untilLive(): Promise<void>
  close(): void
}

const liveWithinMs = 150_000

/** Connects `perOwner` clients for each owner, with the options of our web client. */
export async function connectFleet(
  url: string,
  owners: readonly Person[],
  perOwner: number,
): Promise<SocketFleet> {
  const sockets: Socket[] = []
  const clients: FleetClient[] = []
  const untilLive = async () => {
    const deadline = performance.now() + liveWithinMs
    for (;;) {
      const waiting = clients.filter((client) => !client.isLive()).length
      if (waiting === 0) return
      if (performance.now() > deadline)
        throw new Error(`${waiting} of ${clients.length} clients are not live`)
      await setTimeout(20)
    }
  }
  for (const owner of owners) {
    for (let n = 0; n < perOwner; n += 1) {
      const { socket, client } = connectClient(url, owner)
      sockets.push(socket)
      clients.push(client)
    }
    await untilLive()
  }
  return {
    clients,
    untilLive,
    close() {
      for (const socket of sockets) socket.disconnect()
    },
  }
}

/** Follows what one person sees, as the web client does: after a lost connection it asks for what it has missed. */
function connectClient(url: string, owner: Person): { socket: Socket; client: FleetClient } {
  const rows = new Map<string, Row & { position: number }>()
  let after = 1
  let epoch: string | undefined
  let isLive = false
  const times = { lost: [] as number[], attempts: [] as number[], caughtUp: [] as number[] }

  const socket: Socket<ServerMessages> = io(url, {
    ...clientOptions,
    forceNew: true,
    auth: (send) =>
      send({ token: owner.token, after, ...(epoch && { epoch }) } satisfies SocketAuth as object),
  })
  socket.on('booking', (message) => {
    const { position } = message
    if (message.booking && (rows.get(message.booking.id)?.position ?? 0) <= position) {
      const { id, status, orderNumber } = message.booking
      rows.set(id, { status, orderNumber, position })
    }
    // more rows of this position can follow
    if (isLive) after = Math.max(after, position - 1)
  })
  socket.on('caught-up', (message) => {
    isLive = true
    epoch = message.epoch
    after = Math.max(after, message.position)
    times.caughtUp.push(performance.now())
  })
  socket.on('disconnect', () => {
    isLive = false
    times.lost.push(performance.now())
  })
  socket.io.on('reconnect_attempt', () => times.attempts.push(performance.now()))
  return {
    socket,
    client: {
      owner,
      ...times,
      isLive: () => isLive,
      rows: () =>
        Object.fromEntries([...rows].map(([id, { status, orderNumber }]) => [id, { status, orderNumber }])),
    },
  }
}
