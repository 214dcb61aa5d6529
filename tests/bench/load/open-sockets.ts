import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type ToSockets =
  | { type: 'connect'; url: string; tokens: (string | null)[] }
  /** Bookings with the times of their answers, ms since 1970 */
  | { type: 'report'; answered: [id: string, at: number][] }

export type FromSockets =
  | { type: 'connected' }
  | { type: 'failed'; reason: string }
  | { type: 'report'; received: number; p50: number; p99: number }

export type Sockets = {
  /** How long after their answers the messages about bookings arrived, over all sockets that got one, ms */
  report(answered: [id: string, at: number][]): Promise<{ received: number; p50: number; p99: number }>
  close(): Promise<void>
}

/** Connects a socket for each token, in another process; null: without one. */
export async function openSockets(url: string, tokens: (string | null)[]): Promise<Sockets> {
  const child = fork(join(import.meta.dirname, 'sockets.ts'))
  async function ask(message: ToSockets): Promise<FromSockets> {
    child.send(message)
    const [answer] = (await once(child, 'message')) as [FromSockets]
    if (answer.type === 'failed') throw new Error(`The sockets did not connect: ${answer.reason}`)
    return answer
  }
  await ask({ type: 'connect', url, tokens })
  return {
    async report(answered) {
      const answer = await ask({ type: 'report', answered })
      if (answer.type !== 'report') throw new Error('The sockets sent no report')
      return answer
    },
    async close() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
