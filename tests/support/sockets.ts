import type { BookingMessage, ServerMessages, SocketAuth } from '@jaanch/api/socket-api'
import { io, type Socket } from 'socket.io-client'
import { expect } from 'vitest'

type Received = {
  [Name in keyof ServerMessages]: { event: Name } & Parameters<ServerMessages[Name]>[0]
}[keyof ServerMessages]

export type Listening = {
  socket: Socket
  /** Every message, in the order of arrival */
  messages: Received[]
  bookings(): BookingMessage[]
  /** Waits for a message of this kind. @returns the first one */
  first<Name extends Received['event']>(event: Name): Promise<Extract<Received, { event: Name }>>
  close(): void
}

const open = new Set<Socket>()

/** Connects a client that records all messages. */
export function listenTo(
  url: string,
  auth: SocketAuth,
  options: { reconnection?: boolean; transports?: string[] } = {},
): Listening {
  const socket = io(url, { transports: ['websocket'], auth, reconnection: false, forceNew: true, ...options })
  open.add(socket)
  const messages: Received[] = []
  socket.onAny((event: Received['event'], message: object) =>
    messages.push({ event, ...message } as Received),
  )

  return {
    socket,
    messages,
    bookings: () => messages.filter((message) => message.event === 'booking'),
    async first(event) {
      await expect.poll(() => messages.some((message) => message.event === event)).toBe(true)
      return messages.find((message) => message.event === event) as never
    },
    close: () => socket.disconnect(),
  }
}

/** Connects a client, and waits until it has caught up. @param auth may be a person: only what a client sends is taken of it */
export async function connectTo(
  url: string,
  { token, after, epoch }: SocketAuth,
  options?: Parameters<typeof listenTo>[2],
): Promise<Listening> {
  const listening = listenTo(
    url,
    { token, ...(after !== undefined && { after }), ...(epoch !== undefined && { epoch }) },
    options,
  )
  await listening.first('caught-up')
  return listening
}

export function closeSockets(): void {
  for (const socket of open) socket.disconnect()
  open.clear()
}
