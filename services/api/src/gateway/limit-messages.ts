import type { Server } from 'socket.io'

/** Clients send their token once, and a message when they show other slots or another page: a few in a minute */
const mostMessages = 50
const withinMs = 10_000

type Connection = {
  on(event: 'packet', listen: (packet: { type: string }) => void): void
  removeAllListeners(event: 'data'): void
  close(discard: true): void
}

/**
 * Closes a connection that sends more than 50 messages in ten seconds. They are counted as they arrive, before Socket.IO parses them and
 * before anything is done for them, so that the last one costs nothing more.
 * @param now a clock that never goes back, ms
 */
export function limitMessages(
  engine: Pick<Server['engine'], 'on'>,
  now: () => number = () => performance.now(),
): void {
  engine.on('connection', (connection: Connection) => {
    /** When the last messages came, the oldest first */
    const times: number[] = []
    connection.on('packet', ({ type }) => {
      if (type !== 'message') return
      times.push(now())
      if (times.length <= mostMessages) return
      const before = times.shift() as number
      if (now() - before >= withinMs) return
      // Engine.IO hands the packet on in any case
      connection.removeAllListeners('data')
      connection.close(true)
    })
  })
}
