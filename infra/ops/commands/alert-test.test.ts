import { once } from 'node:events'
import { createServer } from 'node:http'
import { findFreePort } from '@jaanch/infra/local/process/ports'
import { expect, it, onTestFinished } from 'vitest'
import { exitCodeOf } from '../exit-codes.ts'
import { sendTestAlert } from './alert-test.ts'

/** The exit code of a test alert that an Alertmanager answers so. @param answers of its two calls */
async function exitCodeFor(...answers: [status: number, body: string][]): Promise<number> {
  const server = createServer((_, response) => {
    const [status, body] = answers.shift() ?? [500, '']
    response.writeHead(status).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return sendTestAlert(`http://127.0.0.1:${port}/`, 'ticket', new Date()).then(
    () => 0,
    (error) => exitCodeOf(error),
  )
}

it('a test alert is done when Alertmanager has a receiver for it, and fails when it refuses or has none', async () => {
  expect(await exitCodeFor([200, ''], [200, '[{"receivers":[{"name":"tickets"}]}]'])).toBe(0)
  expect(await exitCodeFor([400, 'bad'])).toBe(1)
  expect(await exitCodeFor([200, ''], [200, '[]'])).toBe(1)
})

it('without an Alertmanager there is nobody to ask', async () => {
  const port = await findFreePort()
  const sent = sendTestAlert(`http://127.0.0.1:${port}`, 'page', new Date())
  expect(await sent.catch((error) => exitCodeOf(error))).toBe(3)
})
