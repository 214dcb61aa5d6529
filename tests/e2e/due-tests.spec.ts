import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { expect } from '@playwright/test'
import { createBookingInStatus } from '../support/reports.ts'
import { findPackage, signInNewCustomer, signInStaff } from './api.ts'
import { expectAccessible } from './page-checks.ts'
import { test } from './test.ts'
import { next, onStep } from './wizard.ts'

const hba1c = 'HbA1c (Glycated Haemoglobin)'

test('what was measured today is too soon in the wizard, due later on the Reports page, and reminded of if it is asked for', async ({
  page,
}) => {
  const customer = await signInNewCustomer(page)
  await customer.client.call(peopleRoutes.addFamilyMember, {
    body: { name: 'Vivaan Joshi', relationship: 'Father', gender: 'male', dateOfBirth: '1961-04-02' },
  })
  const { id: packageId } = await findPackage(hba1c)
  const { admin, lab } = await signInStaff()
  const id = await createBookingInStatus('lab-processing', { admin, lab, customer, packageId })
  const values = [
    { code: 'A1C', value: 7.4 },
    { code: 'EAG', value: 166 },
  ]
  await lab.client.call(healthReportRoutes.releaseHealthReport, { params: { id }, body: { values } as never })

  await page.goto('/reports')
  const section = page.getByRole('region', { name: 'When to test again' })
  await expect(section.getByText(hba1c, { exact: true })).toBeVisible()
  await expect(section.getByText(/it is too soon to tell you more/)).toBeVisible()
  const reminders = section.getByRole('switch', { name: 'Remind me when a test is due' })
  await expect(reminders).not.toBeChecked()
  await reminders.click()
  await expect(reminders).toBeChecked()
  await section
    .getByText(/^Sources/)
    .first()
    .click()
  await page.reload()
  await expect(reminders).toBeChecked()
  await section.getByRole('combobox', { name: 'Whose tests' }).click()
  await page.getByRole('option', { name: 'Vivaan Joshi' }).click()
  await expect(section.getByRole('link', { name: 'Record the agreement' })).toBeVisible()

  await page.goto(`/book/${packageId}?for=self`)
  await next(page).click()
  await next(page).click()
  await onStep(page, 3)
  const notes = page.getByRole('list', { name: 'What was measured a short time ago' })
  await expect(
    notes.getByText(/^Your HbA1c .* was measured on .* Before .* too soon to tell you more\.$/),
  ).toBeVisible()
  await expectAccessible(page, 'step 3 with a notice', [360])
  await notes.getByRole('button', { name: `Keep the test ${hba1c}` }).click()
  await expect(notes).toBeHidden()
  await next(page).click()
  await onStep(page, 4)
})
