import { bookingCalls } from '@jaanch/booking/api'
import { type CustodyInput, custodyCalls } from '@jaanch/collection/api'
import { qualityCalls } from '@jaanch/insight/quality/api'
import { expect, type Page } from '@playwright/test'
import { bookingInput } from '../support/people.ts'
import { createBookingOfDemoLab, findPackage, signInNewCustomer, signInStaff, tomorrow } from './api.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

async function recordAsLab(id: string, command: CustodyInput): Promise<void> {
  const body = { recorded: { at: new Date().toISOString(), offsetMs: 0 }, command }
  await (await signInStaff()).lab.client.call(custodyCalls.recordCustody, { params: { id }, body })
}

/** @returns the order number of a booking whose first tube was drawn */
async function drawFirstTube(): Promise<string> {
  return drawFirstTubeOf((await createBookingOfDemoLab('confirmed')).id)
}

async function drawFirstTubeOf(id: string): Promise<string> {
  const { admin } = await signInStaff()
  const read = () => admin.client.call(bookingCalls.getBooking, { params: { id } })
  await expect.poll(async () => (await read()).orderNumber).not.toBeNull()
  await recordAsLab(id, { type: 'identify', method: 'name-and-birth-date', isConfirmed: true })
  await recordAsLab(id, { type: 'draw', tubes: [{ number: 1 }] })
  return (await read()).orderNumber as string
}

/** As a hardware scanner does it */
async function scan(page: Page, code: string): Promise<void> {
  await page.getByLabel('Barcode of a tube').fill(code)
  await page.keyboard.press('Enter')
}

test('the front desk scans tubes, receives and accepts one, and rejects another for a reason that it can have', async ({
  browser,
}) => {
  const [first, second] = [await drawFirstTube(), await drawFirstTube()]
  const page = await openAs(browser, 'frontDesk')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Tubes' }).click()
  await expect(page.getByRole('heading', { name: 'Tubes', level: 1 })).toBeVisible()

  await scan(page, `${first}-1`)
  const opened = page.getByRole('region', { name: 'Scanned' })
  await expect(opened.getByText(first).first()).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`date=${tomorrow()}`))
  const actions = page.getByRole('region', { name: 'Selected tubes' })
  await expect(actions.getByText('1 tube selected')).toBeVisible()
  await actions.getByRole('button', { name: 'Receive 1' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Temperature/).fill('45')
  await dialog.getByRole('button', { name: 'Receive' }).click()
  await expectToast(page, '1 tube received')
  await expect(opened.getByText(/^Too warm/)).toBeVisible()
  await expect(opened.getByText('In time')).toBeVisible()
  await actions.getByRole('button', { name: 'Accept 1' }).click()
  await expectToast(page, '1 tube accepted')
  await expect(opened.getByText('Accepted', { exact: true })).toBeVisible()
  await expect(actions).toBeHidden()

  await scan(page, `${second.replaceAll('-', '')}-1`)
  await expect(actions.getByText('1 tube selected')).toBeVisible()
  await actions.getByRole('button', { name: 'Reject 1' }).click()
  await expect(dialog.getByText(/a free recollection is offered/)).toBeVisible()
  await dialog.getByLabel('Reason').click()
  // serum clots on purpose
  await expect(page.getByRole('option', { name: 'Clotted' })).toBeHidden()
  await page.getByRole('option', { name: 'Another reason' }).click()
  await dialog.getByLabel('What is wrong with it?').fill('The cap is loose')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expectToast(page, '1 tube rejected', 'The customer is told, and a free recollection is offered.')

  await page.getByRole('button', { name: 'Show the day' }).click()
  await page.getByRole('tab', { name: /^Rejected/ }).click()
  await expect(page.getByText(/Rejected .*: Another reason/).first()).toBeVisible()
  await expect(page.getByText(second).first()).toBeVisible()
})

test('a board that is open shows a tube as soon as it is drawn; on a phone nothing covers what can be done with it', async ({
  browser,
}) => {
  const page = await openAs(browser, 'technician')
  await page.goto(`/lab/tubes?date=${tomorrow()}`)
  await expect(page.getByRole('tab', { name: /^On the way \d/ })).toBeVisible()
  const orderNumber = await drawFirstTube()
  await expect(page.getByText(orderNumber).first()).toBeVisible()
  await page.setViewportSize({ width: 360, height: 780 })
  await page
    .getByRole('checkbox', { name: /^Tube 1 / })
    .first()
    .click()
  const reject = page.getByRole('region', { name: 'Selected tubes' }).getByRole('button', { name: /^Reject/ })
  const bottomBar = page.getByRole('navigation').filter({ visible: true })
  const [end, start] = await Promise.all([reject.boundingBox(), bottomBar.boundingBox()])
  expect((end?.y ?? 780) + (end?.height ?? 0)).toBeLessThanOrEqual(start?.y ?? 0)
})

test('on the day of the visit the customer sees the collector come, the code for the door, and what was collected', async ({
  browser,
}) => {
  const page = await openAs(browser, 'visitor')
  const customer = await signInNewCustomer(page)
  const { admin, lab } = await signInStaff()
  const { id: packageId } = await findPackage('Lipid Profile')
  const instant = { collectionType: 'instant', scheduledDate: null, scheduledTime: null }
  const body = bookingInput(packageId, customer.addressId, instant)
  const { id } = await customer.client.call(bookingCalls.placeBooking, { body })
  const params = { id }
  await admin.client.call(bookingCalls.assignLab, { params, body: { labPartnerId: lab.labPartnerId } })
  await lab.client.call(custodyCalls.assignCollector, { params, body: { collectorId: lab.id } })
  const read = () => customer.client.call(bookingCalls.getBooking, { params })
  await expect.poll(async () => (await read()).orderNumber).not.toBeNull()
  const { visitCode } = await read()

  await page.goto('/booking')
  const card = page.getByRole('article')
  await expect(card.getByText(/ comes to you today$/)).toBeVisible()
  await expect(card.getByText(`Say this code to the collector: ${visitCode}`)).toBeVisible()
  await recordAsLab(id, { type: 'fail', outcome: 'nobody-home' })
  await expect(card.getByText(/^Nobody was at home\. Your booking stays open/)).toBeVisible()
  await recordAsLab(id, { type: 'arrive' })
  await recordAsLab(id, { type: 'identify', method: 'code', isConfirmed: true, code: visitCode as string })
  await recordAsLab(id, { type: 'draw', tubes: [{ number: 1 }] })
  await expect(card.getByText(/^Sample collected, 1 tube, /)).toBeVisible()
  await recordAsLab(id, { type: 'receive', tubes: [1] })
  await expect(card.getByText(/^Received at the lab at /)).toBeVisible()
})

test('a lab sees how the collections of its collectors went, and saves it', async ({ browser }) => {
  const { id } = await createBookingOfDemoLab('confirmed')
  await drawFirstTubeOf(id)
  await recordAsLab(id, { type: 'reject', tubes: [{ number: 1, reason: 'leaked' }] })
  const { client } = (await signInStaff()).lab
  await expect
    .poll(async () => (await client.call(qualityCalls.getQuality)).total.rejectedFor.leaked)
    .toBeTruthy()
  const page = await openAs(browser, 'lab')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Quality' }).click()
  const reasons = page.getByRole('table', { name: 'Rejected tubes by reason' })
  await expect(reasons.getByText('Leaked or broken')).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^jaanch-quality-30-days-.*\.csv$/)
  await expectToast(page, 'Export ready')
})

test('the front desk counts the cash of a collector, and corrects the count', async ({ browser }) => {
  const { id } = await createBookingOfDemoLab('confirmed')
  const { lab } = await signInStaff()
  const payment = { method: 'cash-on-collection', reference: null } as const
  await lab.client.call(bookingCalls.recordPayment, { params: { id }, body: payment })
  const page = await openAs(browser, 'frontDesk')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Cash' }).click()
  const card = page.getByRole('article').first()
  const field = card.getByLabel('Cash counted, ₹')
  await field.fill('1')
  await card.getByRole('button', { name: /^Save count/ }).click()
  await expectToast(page, 'Count saved')
  await expect(card.getByText(/^₹[\d,.]+ short$/)).toBeVisible()
  await card.getByText(/payments?$/).click()
  await field.fill('2')
  await card.getByRole('button', { name: /^Correct count/ }).click()
  await expectToast(page, 'Count saved')
  await expect(card.getByText(/^Before that: ₹1\. Counted by Jyoti/)).toBeVisible()
})
