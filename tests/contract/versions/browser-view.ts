import type { ServerMessages } from '@jaanch/contracts/socket'
import { io, type Socket } from 'socket.io-client'

type Row = { id: string; status: string; orderNumber: string | null; position: number }

export type BrowserView = {
  /** Status and order number of each booking that the socket has told of */
  rows(): Map<string, { status: string; orderNumber: string | null }>
  connections(): number
  close(): void
}

/**
 * What a browser knows from its socket alone. It connects again after each lost connection, to the API that takes requests
 * then, with the position and the epoch that it has reached.
 */
export function openBrowserView(url: () => string, token: string): BrowserView {
  const rows = new Map<string, Row>()
  let after = 1
  let epoch: string | undefined
  let isCaughtUp = false
  let connections = 0
  let isClosed = false
  let socket: Socket<ServerMessages> | undefined

  function connect(): void {
    if (isClosed) return
    isCaughtUp = false
    const next: Socket<ServerMessages> = io(url(), {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token, after, ...(epoch && { epoch }) },
    })
    socket = next
    const again = () => {
      next.disconnect()
      setTimeout(connect, 50)
    }
    next.once('connect', () => {
      connections += 1
      next.once('disconnect', again)
    })
    next.once('connect_error', again)
    next.on('booking', (message) => {
      if (message.booking && (rows.get(message.booking.id)?.position ?? 0) <= message.position)
        rows.set(message.booking.id, { ...message.booking, position: message.position })
      if (isCaughtUp) after = Math.max(after, message.position)
    })
    next.on('caught-up', (message) => {
      isCaughtUp = true
      epoch = message.epoch
      after = Math.max(after, message.position)
    })
    next.on('start-over', () => {
      throw new Error('Nothing was restored')
    })
  }

  connect()
  return {
    rows: () => new Map([...rows].map(([id, { status, orderNumber }]) => [id, { status, orderNumber }])),
    connections: () => connections,
    close() {
      isClosed = true
      socket?.disconnect()
    },
  }
}
