import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import { notificationCalls } from '@jaanch/messages/api'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { registerCustomer } from '@jaanch/tests/support/people'
import { dataUrl, pdf } from '@jaanch/tests/support/sample-files'
import { patientBounds } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { expect, onTestFinished, vi } from 'vitest'

const it = stackTest({ workers: false })

const upload = (bytes: Buffer) => ({
  body: { fileUrl: dataUrl('application/pdf', bytes), originalFileName: 'scan.pdf' },
})

/** Starts a scanner that answers each file when the test says so. */
async function startScanner() {
  const asking: Socket[] = []
  const server = createServer((socket) => void asking.push(socket.resume())).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asking.length,
    answer(text: string) {
      for (const socket of asking.splice(0)) socket.end(text)
    },
  }
}

it('an upload is refused while the scanner does not answer: not scanned is not clean [V5.4.3 V16.5.3]', async ({
  stack,
  customer,
}) => {
  const url = await stack.anotherApi({ clamdUrl: 'tcp://127.0.0.1:1' })
  const answer = await createClient(url, customer.token).ask(
    prescriptionCalls.uploadPrescription,
    upload(pdf),
  )
  expect(answer.status).toBe(503)
  expect(answer.body.error).toContain('can’t be checked')
})

it('uploads whose scans take long have no place among the writes meanwhile, and are not refused for it', async ({
  stack,
  customer,
  otherCustomer,
}) => {
  const scanner = await startScanner()
  const url = await stack.anotherApi({ clamdUrl: scanner.url, bounds: { writes: 1, waitingRequests: 0 } })
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  // one for the place, and one for the spare place of callers without one
  const uploading = [otherCustomer, await registerCustomer(stack.url)].map(({ token }) =>
    createClient(url, token).ask(prescriptionCalls.uploadPrescription, upload(pdf)),
  )
  await expect.poll(scanner.asked).toBe(2)
  const other = createClient(url, customer.token)
  const write = () => other.call(notificationCalls.readNotifications, { body: { all: true } })
  await write()
  vi.advanceTimersByTime(2 * patientBounds.deadlineMs)
  await write()
  scanner.answer('stream: OK\0')
  for (const { status } of await Promise.all(uploading)) expect(status).toBe(201)
})

it('an upload in which the scanner finds malware is refused and put into quarantine [V5.4.3]', async ({
  stack,
  customer,
}) => {
  const scanner = await startScanner()
  const client = createClient(await stack.anotherApi({ clamdUrl: scanner.url }), customer.token)
  const uploading = client.ask(prescriptionCalls.uploadPrescription, upload(pdf))
  await expect.poll(scanner.asked).toBe(1)
  scanner.answer('stream: Eicar-Test FOUND\0')
  expect(await uploading).toMatchObject(refusal('infected-file'))
  const { rows } = await stack.database.asOwner(
    'select signature, bytes from quarantine where user_id = $1',
    [customer.id],
  )
  expect(rows).toEqual([{ signature: 'Eicar-Test', bytes: pdf }])
  const kept = await stack.database.asOwner('select from prescriptions where customer_id = $1', [customer.id])
  expect(kept.rowCount).toBe(0)
})
