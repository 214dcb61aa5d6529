import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notificationRoutes } from '@jaanch/contracts/http/notifications'
import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import { findOnPath } from '@jaanch/infra/local/process/commands'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { registerCustomer } from '@jaanch/tests/support/people'
import { dataUrl, pdf } from '@jaanch/tests/support/sample-files'
import { patientBounds } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { afterAll, beforeAll, describe, expect, onTestFinished, vi } from 'vitest'

/** EICAR's test file, which every scanner reports; in two parts, so that no scanner reports this file. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

type Clamd = { url: string; stop(): Promise<void> }

const hasClamd = findOnPath('clamd') !== undefined

/** Starts ClamAV's daemon with one signature of its own, for EICAR's text: the official ones are 300 MB and come from elsewhere. */
async function startClamd(): Promise<Clamd> {
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-clamd-'))
  const port = await freePort()
  await mkdir(join(directory, 'db'))
  const pattern = Buffer.from(eicar).toString('hex')
  await writeFile(join(directory, 'db', 'test.ndb'), `Eicar-Test:0:*:${pattern}\n`)
  const settings = {
    TCPAddr: '127.0.0.1',
    TCPSocket: port,
    DatabaseDirectory: join(directory, 'db'),
    TemporaryDirectory: directory,
    Foreground: 'yes',
    StreamMaxLength: '20M',
  }
  const config = join(directory, 'clamd.conf')
  await writeFile(
    config,
    Object.entries(settings)
      .map((setting) => setting.join(' '))
      .join('\n'),
  )
  const child = spawn(findOnPath('clamd') ?? 'clamd', ['--config-file', config], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await untilListening(child)
  return {
    url: `tcp://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** clamd says on stdout which socket it has bound. */
function untilListening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk
      if (output.includes('Self checking') || output.includes('No stats for Database check')) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('exit', () => reject(new Error(`clamd ended:\n${output}`)))
  })
}

const it = stackTest({ workers: false })

const infected = Buffer.concat([pdf, Buffer.from(`\n${eicar}\n`)])
const upload = (bytes: Buffer) => ({
  body: { fileUrl: dataUrl('application/pdf', bytes), originalFileName: 'scan.pdf' },
})

it('an upload is refused while the scanner does not answer: not scanned is not clean [V5.4.3 V16.5.3]', async ({
  stack,
  customer,
}) => {
  const url = await stack.anotherApi({ clamdUrl: 'tcp://127.0.0.1:1' })
  const answer = await createClient(url, customer.token).ask(
    prescriptionRoutes.uploadPrescription,
    upload(pdf),
  )
  expect(answer.status).toBe(503)
  expect(answer.body.error).toContain('can’t be checked')
})

/** A scanner that answers when it is told to. */
async function startSlowScanner() {
  const asking: Socket[] = []
  const server = createServer((socket) => void asking.push(socket.resume())).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asking.length,
    answer() {
      for (const socket of asking) socket.end('stream: OK\0')
    },
    stop: () => server.close(),
  }
}

it('uploads whose scans take long have no place among the writes meanwhile, and are not refused for it', async ({
  stack,
  customer,
  otherCustomer,
}) => {
  const scanner = await startSlowScanner()
  const url = await stack.anotherApi({ clamdUrl: scanner.url, bounds: { writes: 1, waitingRequests: 0 } })
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  // one for the place, and one for the spare place of callers without one
  const uploading = [otherCustomer, await registerCustomer(stack.url)].map(({ token }) =>
    createClient(url, token).ask(prescriptionRoutes.uploadPrescription, upload(pdf)),
  )
  await expect.poll(scanner.asked).toBe(2)
  const other = createClient(url, customer.token)
  const write = () => other.call(notificationRoutes.readNotifications, { body: { all: true } })
  await write()
  vi.advanceTimersByTime(2 * patientBounds.deadlineMs)
  await write()
  scanner.answer()
  for (const { status } of await Promise.all(uploading)) expect(status).toBe(201)
  scanner.stop()
})

describe.skipIf(!hasClamd)('an installation with ClamAV (skipped where clamd is not installed)', () => {
  let clamd: Clamd
  beforeAll(async () => {
    clamd = await startClamd()
  })
  afterAll(() => clamd.stop())

  it('accepts clean files, and puts one with malware into quarantine [V5.4.3]', async ({
    stack,
    customer,
  }) => {
    const url = await stack.anotherApi({ clamdUrl: clamd.url })
    const client = createClient(url, customer.token)
    expect((await client.ask(prescriptionRoutes.uploadPrescription, upload(pdf))).status).toBe(201)
    const refused = await client.ask(prescriptionRoutes.uploadPrescription, upload(infected))
    expect(refused).toMatchObject(refusal('infected-file'))
    const { rows } = await stack.database.asOwner(
      'select signature, bytes from quarantine where user_id = $1',
      [customer.id],
    )
    expect(rows).toEqual([{ signature: expect.stringContaining('Eicar-Test'), bytes: infected }])
    const { rows: kept } = await stack.database.asOwner(
      'select count(*)::int as n from prescription_files f join prescriptions p on p.id = f.prescription_id where p.customer_id = $1',
      [customer.id],
    )
    expect(kept[0].n).toBe(1)
  })
})
