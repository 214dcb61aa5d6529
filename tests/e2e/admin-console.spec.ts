import { randomUUID } from 'node:crypto'
import { bookingCalls } from '@jaanch/booking/api'
import { expect, type Page } from '@playwright/test'
import { ask, createBooking, createBookingOfDemoLab, createPrescription, signInStaff } from './api.ts'
import { bookingCard, openListOf, openMenu } from './booking-card.ts'
import { logIn, openAs, openDashboard } from './sign-in.ts'
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

async function decide(page: Page, name: string, decision: 'Approve' | 'Reject'): Promise<void> {
  await labCard(page, name).getByRole('button', { name: decision }).click()
  const question = page.getByRole('alertdialog', { name: `${decision} ${name}?` })
  await question.getByRole('button', { name: decision }).click()
}

const labCard = (page: Page, name: string) => page.getByRole('article', { name })

const charts = [
  'Bookings and revenue',
  'How far bookings come',
  'Collection slots',
  'Turnaround per lab',
  'Cancellations',
  'Packages by revenue',
  'Cities',
  'Report promises kept',
]

test('the overview shows its numbers, charts, recent bookings and top labs, and a new booking without a reload [S2.14.1]', async ({
  browser,
}) => {
  const page = await openDashboard(browser, 'admin')
  for (const name of ['Overview', 'Lab Approvals', 'Manage Bookings', 'Prescriptions']) {
    await expect(page.getByRole('tab', { name, exact: true })).toBeVisible()
  }
  for (const name of ['Total Bookings', 'Active Bookings', 'Completed', 'Revenue']) {
    const term = page.getByRole('term').filter({ hasText: name })
    await expect(term.locator('xpath=following-sibling::dd')).toHaveText(/\d/)
  }
  for (const name of charts) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Top Labs' }).getByRole('listitem')).toHaveCount(4)
  await expect(page.getByRole('region', { name: 'Platform Summary' }).getByText('Total Users')).toBeVisible()
  const recent = page.getByRole('region', { name: 'Recent Bookings' }).getByRole('listitem')
  await expect(recent).toHaveCount(5)
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible()

  const placed = page
    .getByRole('table', { name: 'How far bookings come' })
    .getByRole('row', { name: 'Placed' })
    .getByRole('cell')
  // not innerText: a chart that is far below the visible part is not rendered, and has none
  const countPlaced = async () => Number((await placed.first().textContent())?.replaceAll(',', ''))
  const before = await countPlaced()
  const { position } = await createBooking()
  const { client } = (await signInStaff()).admin
  // other tests place bookings, too
  await expect.poll(countPlaced).toBeGreaterThan(before)
  await expect
    .poll(async () => {
      const newest = await client.call(bookingCalls.listBookings, { query: { tab: 'all', limit: 5 } })
      const shown = await recent.allTextContents()
      return (
        newest.some((booking) => booking.position >= position) &&
        newest.every(({ id }, place) => shown[place]?.includes(`#${id.slice(0, 8)}`))
      )
    })
    .toBe(true)
  await page.getByRole('button', { name: /^Assign Labs/ }).click()
  await expect(page.getByRole('tab', { name: /^Unassigned/ })).toBeVisible()
})

test('an admin completes, approves and rejects labs, a failure shows an error, and a second admin sees it live [S2.14.3 S4.5 S8.4]', async ({
  browser,
}) => {
  const [good, bad] = [await applyAsLab(), await applyAsLab()]
  const [page, other] = [await openDashboard(browser, 'admin'), await openDashboard(browser, 'admin')]
  for (const admin of [page, other]) await atTab(admin, 'Lab Approvals')
  await labCard(page, good)
    .getByRole('button', { name: /^Edit Details/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Lab Details' })
  await dialog.getByLabel('City').fill('Pune')
  await dialog.getByLabel('State').fill('Maharashtra')
  await dialog.getByLabel('PIN Code').fill('411001')
  await dialog.getByLabel('Licence Number').fill('MC-4242')
  await dialog.getByRole('button', { name: 'Save Details' }).click()
  await expect(labCard(page, good)).toContainText('1 Ring Road, Pune, Maharashtra 411001')
  await expect(labCard(page, good)).toContainText('MC-4242')

  await page.route(/\/(approve|reject)$/, (route) => route.abort())
  await decide(page, bad, 'Approve')
  await expectToast(page, 'Approval Failed')
  await decide(page, bad, 'Reject')
  await expectToast(page, 'Rejection Failed')
  await expect(labCard(page, bad).getByText('Pending Approval')).toBeVisible()
  await page.unroute(/\/(approve|reject)$/)

  await decide(page, good, 'Approve')
  await decide(page, bad, 'Reject')
  for (const admin of [page, other]) {
    await expect(labCard(admin, good).getByText('Approved', { exact: true })).toBeVisible()
    await expect(labCard(admin, bad).getByText('Rejected', { exact: true })).toBeVisible()
    await expect(labCard(admin, bad).getByRole('button', { name: 'Approve' })).toBeHidden()
  }
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
  await dialog.getByLabel('Reason').fill('Its licence has expired')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByRole('heading', { name: `Open bookings of ${name}` })).toBeVisible()
  await expect(labCard(other, name).getByText('Suspended', { exact: true })).toBeVisible()
  await bookingCard(page, booking).getByRole('button', { name: 'Change Lab' }).click()
  await dialog.getByRole('radio').first().click()
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText('No open bookings')).toBeVisible()

  const visitor = await openAs(browser, 'visitor')
  await visitor.goto('/lab')
  await logIn(visitor, { email: lab?.user.email ?? '', password: 'a-good-secret' })
  await expect(visitor.getByRole('heading', { name: 'Lab Suspended' })).toBeVisible()

  await labCard(other, name)
    .getByRole('button', { name: /^Reinstate/ })
    .click()
  await other.getByRole('dialog').getByLabel('Reason').fill('It was renewed')
  await other.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click()
  await expect(labCard(other, name).getByText('Approved', { exact: true })).toBeVisible()
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

test('an admin opens a booking by its address, advances it, cancels another, and a failure shows an error [S2.15.3 S8.3]', async ({
  browser,
}) => {
  const [moving, cancelled] = [await createBookingOfDemoLab(), await createBooking()]
  const page = await openAs(browser, 'admin')
  await page.goto(`/admin/bookings?id=${moving.id}`)
  const details = page.getByRole('dialog', { name: moving.packageName })
  await expect(details.getByText('Sabar Diagnostics')).toBeVisible()
  await expect(details.getByRole('list', { name: 'Progress' })).toBeVisible()
  await expect(details.getByText(/Law Garden|98250/)).toBeHidden()

  // not `**/api/bookings/*`: the numbers of the tabs may still be on their way
  const itsCall = `**/api/bookings/${moving.id}`
  await openMenu(await openListOf(page, '/admin/bookings?list=all', moving))
  await expect(page.getByRole('menuitem', { name: 'Attach Report' })).toBeDisabled()
  await page.route(itsCall, (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
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

test('creating an order from a prescription sends the calls of the specification in their order, and no second admin can create it again [S2.14.5 S7.9]', async ({
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
  await other.getByRole('article', { name }).getByRole('button', { name: 'Create Order' }).click()
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

  await expect(card.getByText('Processing', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Create Order' })).toBeHidden()
  const late = other.getByRole('dialog', { name: 'Create Order' })
  await expect(late.getByText('Another admin has just made an order of this prescription.')).toBeVisible()
  await expect(late.getByRole('button', { name: 'Create Order' })).toBeDisabled()
})
