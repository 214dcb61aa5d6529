import { peopleCalls } from '@jaanch/account/people/api'
import { bookingCalls } from '@jaanch/booking/api'
import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import { expect, type Page } from '@playwright/test'
import { placeBooking } from '../support/people.ts'
import { uploadPrescription } from '../support/prescriptions.ts'
import { createBookingInStatus } from '../support/reports.ts'
import { createBooking, findPackage, proposeOrder, signInNewCustomer, signInStaff } from './api.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

const cbc = 'Complete Blood Count (CBC)'
const lipid = 'Lipid Profile'

const card = (page: Page, name = cbc) => page.getByRole('article', { name })
const tab = (page: Page, name: 'Upcoming' | 'Past', count: number) =>
  page.getByRole('tab', { name: `${name} ${count}`, exact: true })

test('the tabs count the bookings, each status has its actions, and a confirmed one is cancelled after a question and a failure [S2.7.1 S2.12.3 S4.2 S8.3]', async ({
  page,
}) => {
  const customer = await signInNewCustomer(page)
  const { id: packageId } = await findPackage(cbc)
  const everyone = { ...(await signInStaff()), customer, packageId }
  await placeBooking(customer, packageId)
  for (const status of ['confirmed', 'sample-collection', 'lab-processing', 'completed'] as const) {
    await createBookingInStatus(status, everyone)
  }
  await page.goto('/booking')
  await expect(tab(page, 'Upcoming', 4)).toBeVisible()
  await expect(card(page)).toHaveCount(4)
  for (const word of ['Pending', 'Confirmed', 'Sample Collection', 'Lab Processing']) {
    await expect(card(page).getByText(word, { exact: true }).first()).toBeVisible()
  }
  const cancel = page.getByRole('button', { name: `Cancel ${cbc}` })
  await expect(cancel, 'only a confirmed one').toHaveCount(1)
  const question = page.getByRole('alertdialog', { name: 'Cancel this booking?' })
  await cancel.click()
  await question.getByRole('button', { name: 'Keep booking' }).click()
  await page.route('**/api/bookings/*', (route) => route.abort(), { times: 1 })
  await cancel.click()
  await question.getByRole('button', { name: 'Cancel booking' }).click()
  await expectToast(page, 'Failed to update booking status')
  await cancel.click()
  await question.getByRole('button', { name: 'Cancel booking' }).click()
  await expectToast(page, 'Booking status updated successfully')
  await expect(card(page)).toHaveCount(3)
  await tab(page, 'Past', 2).click()
  for (const word of ['Cancelled', 'Completed'])
    await expect(card(page).getByText(word, { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: `View Report ${cbc}` })).toBeVisible()
})

test('a prescription shows above the bookings until its order exists, and each of its steps shows live [S2.7.2]', async ({
  page,
}) => {
  const customer = await signInNewCustomer(page)
  const { admin } = await signInStaff()
  await page.goto('/booking')
  await expect(page.getByText('No upcoming bookings')).toBeVisible()

  const { id } = await uploadPrescription(customer, {
    originalFileName: 'letter.pdf',
    notes: 'For the knee.',
  })
  const letter = page
    .getByRole('region', { name: 'Prescriptions in review' })
    .getByRole('article', { name: 'letter.pdf' })
  await expect(letter.getByText('Pending', { exact: true })).toBeVisible()
  await expect(letter.getByText('“For the knee.”')).toBeVisible()

  const href = await letter.getByRole('link', { name: /View letter.pdf/ }).getAttribute('href')
  const file = await page.request.get(href ?? '')
  expect(file.headers()).toMatchObject({ 'content-type': 'application/pdf' })

  const params = { id }
  await admin.client.call(prescriptionCalls.changePrescription, { params, body: { status: 'processing' } })
  await expect(letter.getByText('Processing', { exact: true })).toBeVisible()
  await admin.client.call(prescriptionCalls.changePrescription, {
    params,
    body: { status: 'declined', adminNotes: 'The picture is too dark.' },
  })
  await expect(letter).toBeHidden()

  await tab(page, 'Past', 0).click()
  await page.getByText('Earlier prescriptions (1)').click()
  await expect(
    page.getByRole('article', { name: 'letter.pdf' }).getByText('The picture is too dark.'),
  ).toBeVisible()
})

test('an order opens by itself and waits on its card; after a failure it is confirmed at a new address and another time, and says what to pay [S2.7.3]', async ({
  page,
}) => {
  const customer = await signInNewCustomer(page)
  await customer.client.call(peopleCalls.removeAddress, { params: { id: customer.addressId } })
  const prescription = await uploadPrescription(customer, { originalFileName: 'letter.pdf' })
  await page.goto('/booking')
  await expect(page.getByRole('article', { name: 'letter.pdf' })).toBeVisible()
  const total = (await findPackage(cbc)).price + (await findPackage(lipid)).price
  await proposeOrder(customer, prescription.id, [cbc, lipid])
  const dialog = page.getByRole('dialog', { name: 'Confirm Order' })
  await expect(dialog.getByText('from your prescription letter.pdf')).toBeVisible()
  for (const name of [cbc, lipid])
    await expect(dialog.getByRole('listitem').filter({ hasText: name })).toBeVisible()
  await expect(dialog.getByText(`₹${total}`, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(card(page).getByText('Awaiting Confirmation', { exact: true })).toBeVisible()
  await expect(card(page).getByText('Action Required', { exact: true })).toBeVisible()

  await page.reload()
  await card(page).getByRole('button', { name: 'Confirm Order' }).click()
  const confirm = dialog.getByRole('button', { name: 'Confirm Order' })
  await confirm.click()
  await expectToast(page, 'Where shall we come?')
  await dialog.getByRole('button', { name: 'New address' }).click()
  const form = page.getByRole('dialog', { name: 'Add Address' })
  await form.getByLabel('Street Address').fill('1 Ring Road')
  await form.getByLabel('City').fill('Vadodara')
  await form.getByLabel('State').fill('Gujarat')
  await form.getByLabel('Pincode').fill('390007')
  await form.getByLabel('Contact Number').fill('98250 11111')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('radio', { name: /1 Ring Road, Vadodara, 390007/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Change time' }).click()
  await dialog.getByRole('radio', { name: /^4:00–6:00 pm/ }).click()
  await page.route('**/api/bookings/*/confirm', (route) => route.fulfill({ status: 500 }), { times: 1 })
  await confirm.click()
  await expectToast(page, 'Failed to confirm booking. Please try again.')
  await confirm.click()
  const confirmed = page.getByRole('dialog', { name: 'Order confirmed' })
  await expect(confirmed.getByText(/4:00–6:00 pm/)).toBeVisible()
  await expect(
    confirmed.getByText(`Please pay ₹${total} in cash when your sample is collected.`),
  ).toBeVisible()
  await confirmed.getByRole('button', { name: 'Done' }).click()
  await expect(card(page).getByText('Confirmed', { exact: true }).first()).toBeVisible()
  const [booking] = await customer.client.call(bookingCalls.listBookings)
  expect(booking).toMatchObject({ city: 'Vadodara', scheduledTime: '16:00-18:00', status: 'confirmed' })
})

test('an order is declined after a question and a failure [S2.7.3]', async ({ page }) => {
  const customer = await signInNewCustomer(page)
  const prescription = await uploadPrescription(customer)
  await proposeOrder(customer, prescription.id, [cbc])
  await page.goto('/booking')
  await page.getByRole('dialog', { name: 'Confirm Order' }).getByRole('button', { name: 'Close' }).click()
  const decline = card(page).getByRole('button', { name: `Decline ${cbc}` })
  const question = page.getByRole('alertdialog', { name: 'Decline this order?' })
  await page.route('**/api/bookings/*/decline', (route) => route.fulfill({ status: 503 }), { times: 1 })
  await decline.click()
  await question.getByRole('button', { name: 'Decline order' }).click()
  await expectToast(page, 'Failed to decline booking')
  await decline.click()
  await question.getByRole('button', { name: 'Decline order' }).click()
  await expect(card(page)).toBeHidden()
  await tab(page, 'Past', 1).click()
  await expect(card(page).getByText('Cancelled', { exact: true }).first()).toBeVisible()
})

test('a link to a booking opens it first, on its own tab, and follows it to the other; one to another customer’s booking says so', async ({
  page,
}) => {
  const customer = await signInNewCustomer(page)
  const { lab, ...others } = await signInStaff()
  const { id: packageId } = await findPackage(lipid)
  const id = await createBookingInStatus('lab-processing', { ...others, lab, customer, packageId })
  await placeBooking(customer, (await findPackage(cbc)).id)

  await page.goto(`/booking?id=${id}`)
  await expect(page.getByRole('article').first()).toHaveAccessibleName(lipid)
  await expect(page.getByRole('heading', { name: lipid })).toBeFocused()
  await expect(tab(page, 'Upcoming', 2)).toHaveAttribute('aria-selected', 'true')

  await lab.client.call(bookingCalls.changeBookingStatus, { params: { id }, body: { status: 'completed' } })
  await expect(tab(page, 'Past', 1)).toHaveAttribute('aria-selected', 'true')
  await expect(card(page, lipid).getByText('Completed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show all bookings' }).click()
  await expect(page).toHaveURL(/\/booking\?tab=past$/)

  await page.goto(`/booking?id=${(await createBooking()).id}`)
  await expect(page.getByText('The booking that this link names is not among yours.')).toBeVisible()
  await expect(card(page)).toBeVisible()
})
