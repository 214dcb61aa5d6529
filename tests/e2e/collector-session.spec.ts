import { randomUUID } from 'node:crypto'
import { labStaffCalls } from '@jaanch/account/lab-staff/api'
import { authCalls } from '@jaanch/account/sessions/api'
import { expect, type Page } from '@playwright/test'
import { createClient } from '../support/client.ts'
import type { Lab } from '../support/people.ts'
import { url } from './api.ts'
import { findInMessage } from './outbox.ts'
import { createRound, openPhone } from './round.ts'
import { test } from './test.ts'

const dayMs = 86_400_000
const password = 'a-good-secret'
/** The customer of `createRound` */
const patient = 'Leela Nair'

/** @returns the id and a session of a collector whom a lab has invited */
async function invite({ client }: Lab) {
  const email = `collector.${randomUUID()}@people.example`
  const { id } = await client.call(labStaffCalls.inviteLabPerson, {
    body: { name: 'Imran Sheikh', email, labRole: 'collector' },
  })
  const invitation = () => findInMessage(email, /\/lab\?invitation=([\w.~-]+)/)
  await expect.poll(invitation).toBeTruthy()
  const visitor = createClient(url)
  await visitor.call(authCalls.resetPassword, { body: { token: invitation() ?? '', password } })
  const { token } = await visitor.call(authCalls.login, { body: { email, password } })
  return { id, token }
}

/** All that the phone has stored for the client */
const storedBy = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('jaanch-outbox')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const rows = [...database.objectStoreNames].map((name) => {
      const reading = database.transaction(name).objectStore(name).getAll()
      return new Promise<unknown[]>((resolve, reject) => {
        reading.onsuccess = () => resolve(reading.result)
        reading.onerror = () => reject(reading.error)
      })
    })
    const stored = {
      rows: await Promise.all(rows),
      local: { ...localStorage },
      session: { ...sessionStorage },
    }
    database.close()
    return JSON.stringify(stored)
  })

/** The phone has left the round for a page without a session, and keeps nothing of the patient. */
async function expectNobody(page: Page): Promise<void> {
  await page.waitForURL(({ pathname }) => pathname !== '/lab/round')
  await expect(page.getByText(patient)).toHaveCount(0)
  await expect.poll(() => storedBy(page)).not.toContain(patient)
}

/** Opens the round again, as after a restart of the phone. */
async function reopen(page: Page): Promise<Page> {
  const context = page.context()
  await page.close()
  const next = await context.newPage()
  await next.goto('/lab/round')
  return next
}

test('a collector’s session is ended from the lab; online, offline and three days later the phone shows nobody', async ({
  browser,
}) => {
  let collector = { id: '', token: '' }
  const { lab } = await createRound(1, undefined, async (lab) => {
    collector = await invite(lab)
    return collector.id
  })
  let online = await openPhone(browser, collector, 1)
  let offline = await openPhone(browser, collector, 1)
  await expect.poll(() => storedBy(offline)).toContain(patient)
  await offline.context().setOffline(true)
  await offline.getByRole('list', { name: 'Visits' }).getByRole('article').getByRole('link').first().click()
  await offline.getByRole('button', { name: 'I have arrived', exact: true }).click()
  await expect(offline.getByRole('button', { name: 'The name matches', exact: true })).toBeVisible()

  await lab.client.call(labStaffCalls.changeLabPerson, {
    params: { id: collector.id },
    body: { isEnded: true, visitsTo: null },
  })
  await expectNobody(online)
  await online.context().setOffline(true)
  online = await reopen(online)
  await expectNobody(online)

  // a phone that nobody could tell knows when its session is over
  await offline.clock.setSystemTime(Date.now() + 3 * dayMs)
  await offline.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expectNobody(offline)
  offline = await reopen(offline)
  await expectNobody(offline)
  // commands that were not sent are kept and handed in; the server decides whether they came in time
  const isWaiting = async () => (await storedBy(offline)).includes('"state":"waiting"')
  expect(await isWaiting()).toBe(true)
  await offline.context().setOffline(false)
  await expect.poll(isWaiting).toBe(false)
})
