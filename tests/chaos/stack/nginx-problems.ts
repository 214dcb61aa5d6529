/** What nginx itself decides about requests, in front of the APIs of a stack and in front of none. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { reportFileTexts } from '@jaanch/contracts/http/report-file'
import { findFreePort } from '@jaanch/infra/local/process/ports'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { customerPassword } from '@jaanch/tests/support/participants'
import type { Crew } from '../actors/crew.ts'
import { withDatabase } from '../oracle/outcome.ts'
import { startNginx } from './nginx.ts'
import type { Stack } from './stack.ts'

const json = { 'content-type': 'application/json' }
const noBooking = '/api/bookings/00000000-0000-4000-8000-000000000000/report'

/** @returns one sentence for each answer or record that is wrong */
export async function findNginxProblems({ url, directory, postgres }: Stack, crew: Crew): Promise<string[]> {
  const problems: string[] = []
  const expect = (what: string, isSo: boolean) => !isSo && problems.push(what)
  const [{ email }] = crew.customers as [Crew['customers'][number]]
  const [{ owner }] = crew.labs as [Crew['labs'][number]]

  await createClient(url).raw('/api/auth/login', {
    method: 'POST',
    headers: { ...json, 'x-forwarded-for': '203.0.113.7, 198.51.100.9' },
    body: JSON.stringify({ email, password: customerPassword }),
  })
  const networks = await withDatabase(postgres.url, async (db) => {
    const { rows } = await db.query(
      'select distinct network from sessions join users on users.id = user_id where email = $1',
      [email],
    )
    return rows.map(({ network }) => network)
  })
  expect(`a caller forged its address: ${networks}`, networks.join() === '127.0.0.1')

  const upload = (bytes: number) =>
    createClient(url, owner).raw(noBooking, {
      method: 'POST',
      headers: json,
      body: `{"fileUrl":"data:application/pdf;base64,${'A'.repeat(bytes - 50)}"}`,
    })
  // the API has read it: there is no such booking, or no such PDF
  const largest = await upload(14_000_000)
  expect(`the largest upload is answered with ${largest.status}`, [404, 422].includes(largest.status))
  const texts = { 15000000: reportFileTexts.tooLarge, 17000000: refusal('too-large').body.error }
  for (const [bytes, text] of Object.entries(texts)) {
    const { status, body } = await upload(Number(bytes))
    expect(`${bytes} bytes are answered with ${status} ${body.error}`, status === 413 && body.error === text)
  }

  const alone = await startNginx(join(directory, 'nginx-alone'), [await findFreePort()])
  try {
    const { status, body, headers } = await createClient(alone.url).raw('/api/packages')
    const unavailable = refusal('unavailable')
    expect(
      `without an API nginx answers ${status} ${body?.code}`,
      status === 503 && body.code === unavailable.body.code && headers.get('retry-after') === '1',
    )
    const page = await fetch(`${alone.url}/tests`)
    const text = await page.text()
    expect(
      `without an API a page is answered with ${page.status} ${text}`,
      page.status === 503 && text === unavailable.body.error,
    )
  } finally {
    await alone.stop()
    await rm(join(directory, 'nginx-alone'), { recursive: true, force: true })
  }
  return problems
}
