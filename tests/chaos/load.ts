/** Requests at a rate or in a loop, and what became of them. */
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

export type Call = {
  /** For the report */
  kind: string
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** `status` 0: no answer. `at`: when it was sent, ms of performance.now() */
export type Outcome = {
  kind: string
  at: number
  ms: number
  status: number
  retryAfter: string | undefined
  body: string
}

const giveUpAfterMs = 30_000

export function createSender(url: string): { send(call: Call): Promise<Outcome>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 1_000 })

  function send(call: Call, isRepeated = false): Promise<Outcome> {
    const { kind, method, path, headers, body } = call
    const at = performance.now()
    return new Promise((resolve) => {
      const end = (status: number, text = '', retryAfter?: string) =>
        resolve({ kind, at, ms: performance.now() - at, status, retryAfter, body: text })
      const sent = request(
        new URL(path, url),
        { agent, method, headers, timeout: giveUpAfterMs },
        (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (part) => (text += part))
          response.on('error', () => end(0))
          response.on('end', () => end(response.statusCode ?? 0, text, response.headers['retry-after']))
        },
      )
      sent.on('timeout', () => sent.destroy())
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // the server closed an idle connection just as it was used again, before it read the request
        const isStale = sent.reusedSocket && error.code === 'ECONNRESET' && !isRepeated
        if (isStale) void send(call, true).then(resolve)
        else end(0, error.message)
      })
      sent.end(body)
    })
  }
  return { send: (call) => send(call), close: () => agent.destroy() }
}

/** Polite clients: each sends the next call when the last one was answered. */
export async function runClosedLoop(
  send: () => Promise<Outcome>,
  clients: number,
  durationMs: number,
): Promise<Outcome[]> {
  const until = performance.now() + durationMs
  const outcomes: Outcome[] = []
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        const outcome = await send()
        outcomes.push(outcome)
        if (outcome.status === 503) await setTimeout(1_000)
      }
    }),
  )
  return outcomes
}

/** Strangers: calls arrive at a fixed rate, whether or not earlier ones were answered. */
export async function runOpenLoop(
  send: () => Promise<Outcome>,
  perSecond: number,
  durationMs: number,
): Promise<Outcome[]> {
  const startedAt = performance.now()
  const total = Math.round((perSecond * durationMs) / 1_000)
  const outcomes: Promise<Outcome>[] = []
  while (outcomes.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1_000) * perSecond))
    while (outcomes.length < due) outcomes.push(send())
    await setTimeout(5)
  }
  return Promise.all(outcomes)
}
