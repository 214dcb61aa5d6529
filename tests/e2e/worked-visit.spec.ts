import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { expect } from '@playwright/test'
import { bookingInput, createApprovedLab, password } from '../support/people.ts'
import { pdf as samplePdf } from '../support/sample-files.ts'
import { findPackage, registerCustomer, signInStaff, url } from './api.ts'
import { openMenu } from './booking-card.ts'
import { reducedMotion } from './page-checks.ts'
import { savedSession } from './saved-session.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

const pdf = {
  name: 'report.pdf',
  mimeType: 'application/pdf',
  buffer: samplePdf,
}

test('a lab works a visit of two: one card, one press for each step, one payment, and one report after the other', async ({
  browser,
}) => {
  const { admin } = await signInStaff()
  const { email, labPartnerId } = await createApprovedLab(url, admin)
  const customer = await registerCustomer('Leela Nair')
  const { id: familyMemberId } = await customer.client.call(peopleRoutes.addFamilyMember, {
    body: { name: 'Usha Nair', relationship: 'Mother', gender: 'female', dateOfBirth: '1955-04-02' },
  })
  const [lipid, cbc] = await Promise.all(['Lipid Profile', 'Complete Blood Count (CBC)'].map(findPackage))
  const { packageId: _, ...input } = bookingInput('', customer.addressId, {
    items: [{ packageIds: [lipid?.id] }, { packageIds: [cbc?.id, lipid?.id], familyMemberId }],
  })
  const { id } = await customer.client.call(bookingRoutes.placeBooking, { body: input })
  await admin.client.call(bookingRoutes.assignLab, { params: { id }, body: { labPartnerId } })

  const storageState = await savedSession({ email, password })
  const page = await (await browser.newContext({ ...reducedMotion, storageState })).newPage()
  await page.goto('/lab/bookings')
  const card = page.getByRole('article', { name: 'Visit for 2 people' })
  const people = card.getByRole('list', { name: 'People of the visit' }).getByRole('listitem')
  await expect(people).toHaveCount(2)
  await expect(card.getByText('The details are shown as soon as you have confirmed')).toBeVisible()
  await expect(card.getByRole('definition').filter({ hasText: 'Ahmedabad' })).toBeVisible()

  const press = card.getByRole('button', { name: 'Update Status' })
  await press.click()
  await expect(people.getByText('Confirmed')).toHaveCount(2)
  await expect(card.getByText(/^Specimens and tubes: \d+ for the 2 people/)).toBeVisible()
  await expect(people.filter({ hasText: 'Usha Nair' })).toContainText('Complete Blood Count (CBC) + 1')

  await openMenu(card)
  await page.getByRole('menuitem', { name: 'Record Payment' }).click()
  const payment = page.getByRole('dialog', { name: 'Record Payment' })
  await payment.getByRole('button', { name: /^Record ₹/ }).click()
  await expectToast(page, 'Payment recorded')
  await expect(people.getByText(/₹.* paid/)).toHaveCount(2)

  await press.click()
  await page.getByRole('button', { name: 'Collect now' }).click()
  await expect(people.getByText('Sample Collection')).toHaveCount(2)
  await press.click()
  await expect(people.getByText('Lab Processing')).toHaveCount(2)

  await card
    .getByRole('button', { name: 'Attach Report for Leela Nair' })
    .or(people.getByRole('button').first())
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Attach Report' })
  await expect(dialog.getByText(/Order JN-/)).toBeVisible()
  const first =
    (await dialog
      .getByText(/Leela Nair|Usha Nair/)
      .first()
      .textContent()) ?? ''
  await dialog.getByLabel('Report file').setInputFiles(pdf)
  await dialog.getByRole('button', { name: 'Save and next' }).click()
  const other = first.includes('Usha') ? 'Leela Nair' : 'Usha Nair'
  await expect(dialog.getByText(other)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save and next' })).toBeHidden()
  await dialog.getByLabel('Report file').setInputFiles(pdf)
  await dialog.getByRole('button', { name: 'Attach Report' }).click()
  await expect(dialog).toBeHidden()
  await expect(people.getByText('Report ready')).toHaveCount(2)
  await press.click()
  await expect(people.getByText('Completed')).toHaveCount(2)
  await expect(press).toBeDisabled()
})
