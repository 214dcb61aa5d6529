import { z } from 'zod'
import { Problem } from '../local/problem.ts'
import { NoStackProblem } from './exit-codes.ts'

/** How long Alertmanager may take for an answer, ms */
const patience = 5_000
/** How long the alert fires, ms */
const duration = 5 * 60_000

const accepted = z.array(z.object({ receivers: z.array(z.object({ name: z.string() })) }))

export type Severity = 'page' | 'ticket'
export type TestAlert = {
  /** Of Alertmanager's configuration, which it sends the alert to */
  receivers: string[]
  endsAt: Date
}

/**
 * Gives Alertmanager an alert that says that it is a test. Nobody waits for its delivery: Alertmanager tells whom it will send it to.
 *
 * @param address of Alertmanager, such as `http://127.0.0.1:9093`
 * @throws NoStackProblem if it does not answer, Problem if it refuses the alert or sends it to nobody
 */
export async function sendTestAlert(address: string, severity: Severity, now: Date): Promise<TestAlert> {
  const endsAt = new Date(now.getTime() + duration)
  const alert = {
    labels: { alertname: 'JaanchTest', severity },
    annotations: {
      summary: 'This is a test',
      description: 'An operator sent it with alert-test. Nothing is wrong.',
    },
    startsAt: now.toISOString(),
    endsAt: endsAt.toISOString(),
  }
  const headers = { 'content-type': 'application/json' }
  await ask(address, 'alerts', { method: 'POST', headers, body: JSON.stringify([alert]) })
  const filter = new URLSearchParams({ filter: 'alertname="JaanchTest"' })
  filter.append('filter', `severity="${severity}"`)
  const found = accepted.parse(await (await ask(address, `alerts?${filter}`)).json())
  const receivers = found.flatMap((each) => each.receivers.map(({ name }) => name))
  if (receivers.length === 0) throw new Problem('Alertmanager took the alert and has no receiver for it.')
  return { receivers, endsAt }
}

async function ask(address: string, path: string, init: RequestInit = {}): Promise<Response> {
  const url = `${address.replace(/\/$/, '')}/api/v2/${path}`
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(patience) }).catch(() => undefined)
  if (!response) throw new NoStackProblem(`No Alertmanager answers at ${address}.`)
  if (!response.ok)
    throw new Problem(`Alertmanager answered ${response.status}: ${(await response.text()).slice(0, 200)}`)
  return response
}
