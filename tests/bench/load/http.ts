import { setTimeout } from 'node:timers/promises'
import { quantile } from '@jaanch/tests/support/quantile'
import { Client, Pool } from 'undici'

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string
}

export type Measured = {
  /** Answers below 400, per second */
  perSecond: number
  /** Of these answers, ms */
  p50: number
  p99: number
  /** Their share of all answers */
  accepted: number
}

export type Answer = { status: number; body: string }

type Sender = { send(call: Call): Promise<Answer> }

function senderOn(dispatcher: Client | Pool): Sender {
  return {
    async send(call) {
      const { statusCode, body } = await dispatcher.request({ ...call, body: call.body ?? null })
      return { status: statusCode, body: await body.text() }
    },
  }
}

/**
 * Clients that send their next request when the last was answered: measures the rate. Each has one connection.
 * @param before what precedes each request; its own time is not part of the percentiles
 */
export async function runClosedLoop(
  url: string,
  options: { clients: number; seconds: number; call: (n: number) => Call; before?: () => Promise<unknown> },
): Promise<Measured> {
  const measuring = createMeasuring()
  const startedAt = performance.now()
  const until = startedAt + options.seconds * 1_000
  let n = 0
  await Promise.all(
    Array.from({ length: options.clients }, async () => {
      const client = new Client(url)
      const { send } = senderOn(client)
      while (performance.now() < until) {
        await options.before?.()
        const sentAt = performance.now()
        const { status } = await send(options.call(n++))
        measuring.add(status, performance.now() - sentAt)
      }
      await client.close()
    }),
  )
  return measuring.finish(startedAt)
}

/**
 * Sends requests at their due times, however long the answers take, and measures each from its due time: a slow answer does not
 * delay the load, and a request that could not be sent in time counts as slow.
 * @param onAnswer its own time is not measured
 */
export async function runOpenLoop(
  url: string,
  options: {
    rate: number
    seconds: number
    call: (n: number) => Call
    onAnswer?: (answer: Answer, at: number) => void
  },
): Promise<Measured> {
  const measuring = createMeasuring()
  const pool = new Pool(url, { connections: 256 })
  const { send } = senderOn(pool)
  const startedAt = performance.now()
  const pending: Promise<void>[] = []
  const total = options.rate * options.seconds
  async function sendOne(n: number, dueAt: number): Promise<void> {
    const answer = await send(options.call(n))
    const at = performance.now()
    measuring.add(answer.status, at - dueAt)
    options.onAnswer?.(answer, at)
  }
  for (let n = 0; n < total; ) {
    for (; n < total && dueAt(n) <= performance.now(); n += 1) pending.push(sendOne(n, dueAt(n)))
    await setTimeout(Math.max(0, Math.min(2, dueAt(n) - performance.now())))
  }
  function dueAt(n: number): number {
    return startedAt + (n * 1_000) / options.rate
  }
  await Promise.all(pending)
  await pool.close()
  return measuring.finish(startedAt)
}

function createMeasuring() {
  const times: number[] = []
  const refused: Record<string, number> = {}
  return {
    add(status: number, ms: number) {
      if (status < 400) times.push(ms)
      else refused[status] = (refused[status] ?? 0) + 1
    },
    finish(startedAt: number): Measured {
      const seconds = (performance.now() - startedAt) / 1_000
      const all = times.length + Object.values(refused).reduce((sum, count) => sum + count, 0)
      if (times.length === 0) throw new Error(`Nothing was answered: ${JSON.stringify(refused)}`)
      if (Object.keys(refused).length > 0) console.log(`  refused: ${JSON.stringify(refused)} of ${all}`)
      return {
        perSecond: times.length / seconds,
        p50: quantile(times, 0.5),
        p99: quantile(times, 0.99),
        accepted: times.length / all,
      }
    },
  }
}
