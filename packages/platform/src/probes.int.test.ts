import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { startProxy } from '@jaanch/tests/support/proxy'
import { expect, it, onTestFinished } from 'vitest'
import { addChecks, postgresAnswers } from './probes.ts'
import { createWakeSignal, runLoop } from './run-loop.ts'
import { serveMetrics } from './telemetry/open-metrics.ts'

const database = useTestDatabase()

const hangsAfterMs = 200

/** A loop whose pass ends when the test says so. */
function startLoop() {
  const stop = new AbortController()
  const wakeSignal = createWakeSignal()
  let goOn = Promise.withResolvers<void>()
  let progress = () => {}
  const ended = runLoop({
    name: 'the loop',
    hangsAfterMs,
    async pass(onProgress) {
      progress = onProgress
      await goOn.promise
      return false
    },
    wakeSignal,
    pollMs: 3_600_000,
    onError: () => {},
    signal: stop.signal,
  })
  onTestFinished(async () => {
    stop.abort()
    goOn.resolve()
    await ended
  })
  return {
    progress: () => progress(),
    endPass: () => goOn.resolve(),
    nextPass() {
      goOn = Promise.withResolvers()
      wakeSignal.notify()
    },
  }
}

async function startProbes() {
  const proxy = await startProxy(database.url)
  const removeChecks = addChecks({ ready: [], servers: [postgresAnswers(proxy.url)] })
  const server = await serveMetrics((_, response) => response.end(), 0, '127.0.0.1')
  onTestFinished(async () => {
    server.close()
    await once(server, 'close')
    removeChecks()
    await proxy.close()
  })
  const { port } = server.address() as AddressInfo
  const live = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/live`, { headers: { connection: 'close' } })
    return { status: response.status, body: await response.json() }
  }
  return { proxy, live }
}

const hangs = {
  status: 503,
  body: { status: 'unavailable', reasons: [expect.stringMatching(/^the loop has stood still/)] },
}
const lives = { status: 200, body: { status: 'ok' } }

it('a loop that hangs is a reason to start the process again, unless Postgres is away', async () => {
  const { proxy, live } = await startProbes()
  const loop = startLoop()
  await expect.poll(live).toEqual(hangs)
  await proxy.cut()
  expect(await live()).toEqual(lives)
  await proxy.restore()
  await expect.poll(live).toEqual(hangs)
  proxy.silence()
  expect(await live()).toEqual(lives)
  await proxy.restore()
  await expect.poll(live).toEqual(hangs)
  loop.endPass()
  await expect.poll(live).toEqual(lives)
})
