import { randomUUID } from 'node:crypto'
import { analyticsRoutes } from '@jaanch/contracts/http/analytics'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { expect, type Page } from '@playwright/test'
import { ask, createBooking, createBookingOfDemoLab, createPrescription, signInStaff } from './api.ts'
import { bookingCard, openListOf, openMenu } from './booking-card.ts'
import { openAs, openDashboard } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

async function atTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click()
}

async function applyAsLab(): Promise<string> {
  const organizationName = `Lab ${randomUUID().slice(0, 8)}`
  await ask('POST', '/api/lab-partners/register', undefined, {
    email: `${randomUUID()}@labs.example`,
    password: 'a-good-secret',
    organizationName,
    address: '1 Ring Road',
    phone: '98765 43210',
  })
  return organizationName
}

/** It asks once; an approval says that no licence is recorded. */
async function decide(page: Page, name: string, decision: 'Approve' | 'Reject'): Promise<void> {
  await labCard(page, name).getByRole('button', { name: decision }).click()
  const question = page.getByRole('alertdialog', { name: `${decision} ${name}?` })
  if (decision === 'Approve') await expect(question).toContainText('No licence is recorded')
  await question.getByRole('button', { name: decision }).click()
}

const labCard = (page: Page, name: string) => page.getByRole('article', { name })

test('the overview shows its numbers, quick actions, recent bookings, top labs and the platform [S2.14.1]', async ({
  browser,
}) => {
  const page = await openDashboard(browser, 'admin')
  await expect(page.getByText('Admin Console')).toBeVisible()
  for (const name of ['Overview', 'Lab Approvals', 'Manage Bookings', 'Prescriptions']) {
    await expect(page.getByRole('tab', { name, exact: true })).toBeVisible()
  }
  for (const name of ['Total Bookings', 'Active Bookings', 'Completed', 'Revenue']) {
    const term = page.getByRole('term').filter({ hasText: name })
    await expect(term.locator('xpath=following-sibling::dd')).toHaveText(/\d/)
  }
  await expect(page.getByRole('region', { name: 'Recent Bookings' }).getByRole('listitem')).toHaveCount(5)
  const labs = page.getByRole('region', { name: 'Top Labs' }).getByRole('listitem')
  await expect(labs).toHaveCount(4)
  const counts = (await labs.allInnerTexts()).map((text) => Number(text.match(/(\d+)\s+booking/)?.[1]))
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  const platform = page.getByRole('region', { name: 'Platform Summary' })
  const { client } = (await signInStaff()).admin
  // other tests add and remove packages meanwhile
  await expect
    .poll(async () => {
      const { totalPackages } = await client.call(analyticsRoutes.getDashboard)
      return (await platform.textContent())?.includes(`Total Packages${totalPackages}`)
    })
    .toBe(true)
  await expect(platform.getByText('Total Users')).toBeVisible()
  await page.getByRole('button', { name: /^Assign Labs/ }).click()
  await expect(page.getByRole('tab', { name: /^Unassigned/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Top Labs' })).toBeVisible()
})

test('a new booking shows on the overview without a reload [S2.14.1]', async ({ browser }) => {
  const page = await openDashboard(browser, 'admin')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const recent = page.getByRole('region', { name: 'Recent Bookings' }).getByRole('listitem')
  await expect(recent).toHaveCount(5)
  const { position } = await createBooking()
  const { client } = (await signInStaff()).admin
  // other tests place bookings, too
  await expect
    .poll(async () => {
      const newest = await client.call(bookingRoutes.listBookings, { query: { tab: 'all', limit: 5 } })
      const shown = await recent.allTextContents()
      return (
        newest.some((booking) => booking.position >= position) &&
        newest.every(({ id }, place) => shown[place]?.includes(`#${id.slice(0, 8)}`))
      )
    })
    .toBe(true)
  await expect(recent).toHaveCount(5)
})

test('an admin approves and rejects labs, and a second admin sees it live [S2.14.3 S4.5]', async ({
  browser,
}) => {
  const [good, bad] = [await applyAsLab(), await applyAsLab()]
  const [page, other] = [await openDashboard(browser, 'admin'), await openDashboard(browser, 'admin')]
  for (const admin of [page, other]) await atTab(admin, 'Lab Approvals')
  await decide(page, good, 'Approve')
  await expect(labCard(page, good).getByText('Approved', { exact: true })).toBeVisible()
  await decide(page, bad, 'Reject')
  await expect(labCard(page, bad).getByText('Rejected', { exact: true })).toBeVisible()
  await expect(labCard(other, good).getByText('Approved', { exact: true })).toBeVisible()
  await expect(labCard(other, bad).getByRole('button', { name: 'Approve' })).toBeHidden()
})

test('a failed approval and a failed rejection show an error [S8.4]', async ({ browser }) => {
  const name = await applyAsLab()
  const page = await openDashboard(browser, 'admin')
  await atTab(page, 'Lab Approvals')
  await page.route(/\/(approve|reject)$/, (route) => route.abort())
  await decide(page, name, 'Approve')
  await expectToast(page, 'Approval Failed')
  await decide(page, name, 'Reject')
  await expectToast(page, 'Rejection Failed')
  await expect(labCard(page, name).getByText('Pending Approval')).toBeVisible()
})

test('a suspended lab leaves its open bookings to be reassigned, is told so on its login, and is reinstated', async ({
  browser,
}) => {
  const name = await applyAsLab()
  const { admin } = await signInStaff()
  const labs = await ask<{ id: string; labName: string; user: { email: string } }[]>(
    'GET',
    '/api/lab-partners/all',
    admin.token,
  )
  const lab = labs.find(({ labName }) => labName === name)
  await ask('POST', `/api/lab-partners/${lab?.id}/approve`, admin.token, {})
  const booking = await createBooking()
  await ask('POST', `/api/admin/bookings/${booking.id}/assign-lab`, admin.token, { labPartnerId: lab?.id })

  const [page, other] = [await openDashboard(browser, 'admin'), await openDashboard(browser, 'admin')]
  for (const each of [page, other]) await atTab(each, 'Lab Approvals')
  const dialog = page.getByRole('dialog')
  await labCard(page, name)
    .getByRole('button', { name: /^Suspend/ })
    .click()
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Its licence has expired')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByRole('heading', { name: `Open bookings of ${name}` })).toBeVisible()
  await expect(labCard(other, name).getByText('Suspended', { exact: true })).toBeVisible()
  await bookingCard(page, booking).getByRole('button', { name: 'Change Lab' }).click()
  await dialog.getByRole('radio').first().click()
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText('No open bookings')).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/lab')
  await visitor.getByLabel('Email or Phone').fill(lab?.user.email ?? '')
  await visitor.getByLabel('Password', { exact: true }).fill('a-good-secret')
  await visitor.getByRole('button', { name: 'Login' }).click()
  await expect(visitor.getByRole('heading', { name: 'Lab Suspended' })).toBeVisible()

  await labCard(other, name)
    .getByRole('button', { name: /^Reinstate/ })
    .click()
  await other.getByRole('dialog').getByLabel('Reason').fill('It was renewed')
  await other.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click()
  await expect(labCard(other, name).getByText('Approved', { exact: true })).toBeVisible()
})

test('the admin fills in the fields that the lab’s registration lacks', async ({ browser }) => {
  const name = await applyAsLab()
  const page = await openDashboard(browser, 'admin')
  await atTab(page, 'Lab Approvals')
  await labCard(page, name)
    .getByRole('button', { name: /^Edit Details/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Lab Details' })
  await dialog.getByLabel('City').fill('Pune')
  await dialog.getByLabel('State').fill('Maharashtra')
  await dialog.getByLabel('PIN Code').fill('0411')
  await dialog.getByLabel('Licence Number').fill('MC-4242')
  await dialog.getByRole('button', { name: 'Save Details' }).click()
  await expect(dialog.getByText('A PIN code has six digits')).toBeVisible()
  await dialog.getByLabel('PIN Code').fill('411001')
  await dialog.getByRole('button', { name: 'Save Details' }).click()
  await expect(dialog).toBeHidden()
  await expect(labCard(page, name)).toContainText('1 Ring Road, Pune, Maharashtra 411001')
  await expect(labCard(page, name)).toContainText('MC-4242')
})

test('an admin assigns one of the approved labs, those of the booking’s city first, and every admin sees the booking under Assigned [S2.14.4]', async ({
  browser,
}) => {
  const [booking, waiting] = [await createBooking(), await applyAsLab()]
  const [page, other] = [await openDashboard(browser, 'admin'), await openDashboard(browser, 'admin')]
  for (const admin of [page, other]) await atTab(admin, 'Manage Bookings')
  for (const name of [/^Unassigned \d/, /^Assigned \d/, /^Completed \d/, /^All \d/]) {
    await expect(page.getByRole('tab', { name })).toBeVisible()
  }
  const card = bookingCard(page, booking)
  await expect(card.getByText('Ahmedabad')).toBeVisible()
  await expect(bookingCard(other, booking)).toBeVisible()
  await card.getByRole('button', { name: 'Assign Lab' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign Lab' })
  await expect(dialog.getByRole('radio').first()).toContainText(/Sabar Diagnostics.*Same city/s)
  await expect(dialog.getByText(waiting)).toBeHidden()

  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expectToast(page, 'Please select a lab partner')
  await dialog.getByLabel('Search labs').fill('kaveri')
  await expect(dialog.getByRole('radio')).toHaveCount(1)
  await dialog.getByRole('radio').click()

  await page.route('**/assign-lab', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expectToast(page, 'Failed to assign lab')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog).toBeHidden()
  for (const admin of [page, other]) {
    await expect(bookingCard(admin, booking)).toBeHidden()
    await admin.getByRole('tab', { name: /^Assigned/ }).click()
    await expect(bookingCard(admin, booking).getByText('Kaveri Clinical Laboratory')).toBeVisible()
  }
})

test('an admin changes the status of a booking and cancels another, and a failure shows an error [S2.15.3 S8.3]', async ({
  browser,
}) => {
  const [moving, cancelled] = [await createBookingOfDemoLab(), await createBooking()]
  const page = await openAs(browser, 'admin')
  // not `**/api/bookings/*`: the numbers of the tabs may still be on their way
  const itsCall = `**/api/bookings/${moving.id}`
  await page.route(itsCall, (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
  await openMenu(await openListOf(page, '/admin/bookings?list=all', moving))
  await page.getByRole('menuitem', { name: 'Update Status' }).click()
  await expectToast(page, 'Failed to update booking status')
  await openMenu(bookingCard(page, moving))
  await page.getByRole('menuitem', { name: 'Update Status' }).click()
  await expectToast(page, 'Booking status updated successfully')
  await expect(bookingCard(page, moving).getByText('Confirmed', { exact: true })).toBeVisible()

  await openMenu(await openListOf(page, '/admin/bookings?list=all', cancelled))
  await page.getByRole('menuitem', { name: 'Cancel Booking' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel booking' }).click()
  await expect(bookingCard(page, cancelled).getByText('Cancelled', { exact: true })).toBeVisible()
})

test('creating an order from a prescription sends the calls of the specification in their order [S2.14.5 S7.9]', async ({
  browser,
}) => {
  const name = `Nandini ${randomUUID().slice(0, 8)}`
  const { id, customerToken } = await createPrescription(name)
  const [page, other] = [await openDashboard(browser, 'admin'), await openDashboard(browser, 'admin')]
  for (const admin of [page, other]) await atTab(admin, 'Prescriptions')
  const card = page.getByRole('article', { name })
  await card.getByRole('button', { name: /^View/ }).click()
  const viewer = page.getByRole('dialog', { name: `Prescription of ${name}` })
  const image = viewer.getByRole('img', { name: /prescription\.png/ })
  await expect(image).toBeVisible()
  await expect
    .poll(() => image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0)
  await viewer.getByRole('button', { name: 'Close' }).click()

  await card.getByRole('button', { name: 'Create Order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Order' })
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expectToast(page, 'No Packages Selected', 'Please select at least one test package')
  await dialog.getByLabel('Search packages').fill('lipid profile')
  await dialog.getByRole('checkbox', { name: /^Lipid Profile/ }).click()
  await dialog.getByLabel('Search packages').fill('vitamin b12')
  await dialog.getByRole('checkbox', { name: /^Vitamin B12/ }).click()
  await expect(dialog.getByText('2 packages, total')).toBeVisible()
  await expect(dialog.getByText('₹1,098', { exact: true })).toBeVisible()
  await dialog.getByLabel('Notes').fill('Fast for ten hours.')

  const calls: { call: string; key: string | undefined; body: Record<string, unknown> }[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET') return
    calls.push({
      call: `${request.method()} ${new URL(request.url()).pathname}`,
      key: request.headers()['idempotency-key'],
      body: request.postDataJSON(),
    })
  })
  // the connection breaks between the creation of the order and the update of the prescription
  await page.route(`**/api/admin/prescriptions/${id}`, (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expectToast(page, 'Failed to create order')
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expect(dialog).toBeHidden()

  const item = `POST /api/admin/prescriptions/${id}/items`
  const once = [item, item, 'POST /api/bookings', `PUT /api/admin/prescriptions/${id}`]
  expect(calls.map(({ call }) => call)).toEqual([...once, ...once])
  expect(calls.slice(0, 3).map(({ key }) => key)).toEqual(calls.slice(4, 7).map(({ key }) => key))
  expect(calls[2]?.body).toMatchObject({ finalAmount: 1098, specialInstructions: 'Fast for ten hours.' })
  expect(calls.at(-1)?.body).toMatchObject({ status: 'processing', isProcessed: true })
  const orders = await ask<{ prescriptionId: string; finalAmount: number }[]>(
    'GET',
    '/api/bookings',
    customerToken,
  )
  expect(orders.map(({ prescriptionId, finalAmount }) => [prescriptionId, finalAmount])).toEqual([[id, 1098]])

  for (const admin of [page, other]) {
    const theirs = admin.getByRole('article', { name })
    await expect(theirs.getByText('Processing', { exact: true })).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Create Order' })).toBeHidden()
  }
})

test('a prescription that another admin has ordered in the meantime is not ordered twice', async ({
  browser,
}) => {
  const name = `Farhan ${randomUUID().slice(0, 8)}`
  const { id } = await createPrescription(name)
  const page = await openDashboard(browser, 'admin')
  await atTab(page, 'Prescriptions')
  await page.getByRole('article', { name }).getByRole('button', { name: 'Create Order' }).click()
  const { token } = (await signInStaff()).admin
  await ask('PUT', `/api/admin/prescriptions/${id}`, token, { status: 'processing', isProcessed: true })
  const dialog = page.getByRole('dialog', { name: 'Create Order' })
  await expect(dialog.getByText('Another admin has just made an order of this prescription.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create Order' })).toBeDisabled()
})
