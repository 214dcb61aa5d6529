import type { Change } from './change-kinds.ts'
import type { Io, JoinedPacket } from './sockets.ts'

/** Changes for sockets, which get them in the order in which they were added. */
export type Delivery = {
  /** For the sockets of `rooms` that are in none of `except`. A socket's id is a room, too */
  add(change: Change, rooms: readonly string[], except?: readonly string[]): void
  /** Writes all at once: to a thousand sockets, two messages in one write take half of the time of two writes. */
  send(): void
}

/** The messages of a socket: the last one, and those before. Sockets with the same messages share it. */
type Queue = { before: Queue | undefined; frame: Buffer }

export function createDelivery({ sockets: { adapter, sockets } }: Pick<Io, 'sockets'>): Delivery {
  /** By socket */
  const queues = new Map<string, Queue>()

  function socketsOf(rooms: readonly string[]): Set<string> {
    return new Set(rooms.flatMap((room) => [...(adapter.rooms.get(room) ?? [])]))
  }

  return {
    add(change, rooms, except = []) {
      const ids = socketsOf(rooms)
      for (const id of socketsOf(except)) ids.delete(id)
      if (ids.size === 0) return
      const frame = frameOf(change)
      const extended = new Map<Queue | undefined, Queue>()
      for (const id of ids) {
        const before = queues.get(id)
        const queue = extended.get(before) ?? { before, frame }
        extended.set(before, queue)
        queues.set(id, queue)
      }
    },
    send() {
      const packets = new Map<Queue, JoinedPacket>()
      for (const [id, queue] of queues) {
        const packet = packets.get(queue) ?? join(queue)
        packets.set(queue, packet)
        sockets.get(id)?.conn.write('', packet)
      }
      queues.clear()
    },
  }
}

function join(last: Queue): JoinedPacket {
  const frames: Buffer[] = []
  for (let queue: Queue | undefined = last; queue; queue = queue.before) frames.push(queue.frame)
  return { compress: false, wsPreEncodedFrame: [Buffer.concat(frames.reverse())], messages: frames.length }
}

/** The WebSocket frame of a message (4) of Engine.IO with an event (2) of Socket.IO. */
function frameOf({ event, message }: Change): Buffer {
  const text = `42${JSON.stringify([event, message])}`
  const length = Buffer.byteLength(text)
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(start + length)
  // the last frame of a text
  frame[0] = 0x81
  frame[1] = start === 2 ? length : start === 4 ? 126 : 127
  if (start === 4) frame.writeUInt16BE(length, 2)
  if (start === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  frame.write(text, start)
  return frame
}
