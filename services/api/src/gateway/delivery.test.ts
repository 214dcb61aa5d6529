import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import { Server } from 'socket.io'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Change } from './change-kinds.ts'
import { createDelivery } from './delivery.ts'
import { bufferedMessages, type GatewaySocket, type Io } from './sockets.ts'

let io: Io
let url: string

beforeEach(async () => {
  const server = createServer().listen(0)
  io = new Server(server, { transports: ['websocket'] })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  closeSockets()
  await io.close()
})

/** Connects a client, which records what it receives, and lets its socket join rooms. */
async function join(...rooms: string[]) {
  const connected = once(io as never, 'connection')
  const { messages } = listenTo(url, { token: '' })
  const [socket] = (await connected) as [GatewaySocket]
  await socket.join(rooms)
  let writes = 0
  socket.conn.on('packetCreate', () => {
    writes += 1
  })
  return { socket, messages: messages as { position?: number; id?: string }[], writes: () => writes }
}

const change = (position: number, size = 10): Change => ({
  event: 'booking',
  rooms: [],
  message: { position, id: 'é'.repeat(size), booking: null },
})

describe('a delivery', () => {
  it('brings each socket the changes of its rooms once and in order, and nothing else', async () => {
    const [both, admin, lab, other] = [
      await join('admins', 'user'),
      await join('admins'),
      await join('lab', 'admins'),
      await join('lab'),
    ] as const
    const delivery = createDelivery(io)
    delivery.add(change(1), ['user'])
    delivery.add(change(2), ['admins', 'user'])
    delivery.add(change(3), ['lab'], ['admins', 'nobody'])
    delivery.add(change(4), ['user', 'admins'])
    delivery.add(change(5), ['nobody'])
    delivery.add(change(6), [other.socket.id])
    delivery.send()
    for (const { socket } of [both, admin, lab, other]) socket.emit('caught-up', { position: 9, epoch: 'e' })
    const positions = ({ messages }: typeof both) => messages.map(({ position }) => position)
    await expect.poll(() => positions(both)).toEqual([1, 2, 4, 9])
    await expect.poll(() => positions(admin)).toEqual([2, 4, 9])
    await expect.poll(() => positions(lab)).toEqual([2, 4, 9])
    await expect.poll(() => positions(other)).toEqual([3, 6, 9])
  })

  it('writes to each socket once, messages of any size, and counts them while they wait', async () => {
    const { socket, messages, writes } = await join('room')
    const sizes = [1, 20, 60, 32_700, 32_800, 100_000]
    const deliverAll = () => {
      const delivery = createDelivery(io)
      for (const [index, size] of sizes.entries()) delivery.add(change(index, size), ['room'])
      delivery.send()
    }
    deliverAll()
    expect(writes()).toBe(1)
    // the first write is under way
    deliverAll()
    expect(bufferedMessages(socket)).toBe(sizes.length)
    await expect.poll(() => messages.map(({ id }) => id?.length)).toEqual([...sizes, ...sizes])
    expect(bufferedMessages(socket)).toBe(0)
  })
})
