import { bookingCalls } from '@jaanch/booking/api'
import { expect } from '@playwright/test'
import { bookingInput, createApprovedLab, password } from '../support/people.ts'
import { pdf as samplePdf } from '../support/sample-files.ts'
import { findPackage, registerCustomer, signInStaff, url } from './api.ts'
import { reducedMotion } from './page-checks.ts'
import { savedSession } from './saved-session.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

const bookings = 9
const pdf = {
  name: 'report.pdf',
  mimeType: 'application/pdf',
  buffer: samplePdf,
}

/** Bookings of tomorrow, three for each customer: nobody who is not verified has more open visits. */
async function assignBookings(labPartnerId: string): Promise<void> {
  const { admin } = await signInStaff()
  const { id: packageId } = await findPackage('Lipid Profile')
  const slots = ['08:00-10:00', '10:00-12:00', '12:00-14:00']
  for (let number = 0; number < bookings / slots.length; number += 1) {
    const { client, addressId } = await registerCustomer(`Customer ${number}`)
    for (const scheduledTime of slots) {
      const body = bookingInput(packageId, addressId, { scheduledTime })
      const { id } = await client.call(bookingCalls.placeBooking, { body })
      await admin.client.call(bookingCalls.assignLab, { params: { id }, body: { labPartnerId } })
    }
  }
}

test('a lab works the bookings of a day by keyboard, from the morning to the first report', async ({
  browser,
}) => {
  const { email, labPartnerId } = await createApprovedLab(url, (await signInStaff()).admin)
  await assignBookings(labPartnerId)
  const storageState = await savedSession({ email, password })
  const page = await (await browser.newContext({ ...reducedMotion, storageState })).newPage()
  await page.goto('/lab/bookings?day=tomorrow')
  const table = page.getByRole('table', { name: 'Bookings' })
  await expect(table.getByRole('row').nth(3)).toBeVisible()
  await expect(table.getByRole('rowheader').or(table.locator('th[scope=rowgroup]')).first()).toContainText(
    '8:00–10:00 am',
  )
  const press = (key: string) => page.keyboard.press(key)

  // all at once
  await page.getByRole('checkbox', { name: 'Select all shown' }).focus()
  await press('Space')
  const selected = page.getByRole('region', { name: 'Selected bookings' })
  await expect(selected.getByText(`${bookings} selected`)).toBeVisible()
  await selected.getByRole('button', { name: `Confirm ${bookings}` }).focus()
  await press('Enter')
  await expectToast(page, `${bookings} bookings confirmed`)

  // one after the other, each once however often the key is pressed
  const focused = page.locator('tr[data-row]:focus')
  for (let number = 0; number < 3; number += 1) {
    await press('j')
    await expect(focused).toBeVisible()
    await press('u')
    await press('u')
    await page.getByRole('button', { name: 'Collect now' }).press('Enter')
    await expect(focused.getByText('Sample Collection', { exact: true })).toBeVisible()
  }
  // so soon after a step, a press would be a double press
  await expect(focused.getByRole('button', { name: 'Update Status' })).toBeEnabled()
  await press('u')
  await expect(focused.getByText('Lab Processing', { exact: true }).first()).toBeVisible()
  await press('r')
  const report = page.getByRole('dialog', { name: 'Attach Report' })
  await report.getByLabel('Report file').setInputFiles(pdf)
  await report.getByRole('button', { name: 'Attach Report' }).press('Enter')
  await expect(report).toBeHidden()

  // the keys are named, can be turned off, and are text in a field
  await press('?')
  await expect(
    page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Next booking'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await press('/')
  await page.keyboard.type('u?j')
  await expect(page.getByRole('searchbox', { name: 'Search bookings' })).toHaveValue('u?j')
  await expect(page).toHaveURL(/[?&]q=u%3Fj/)
  await page.goBack()
})
