import { bookingCalls } from '@jaanch/booking/api'
import { roundCalls } from '@jaanch/collection/rounds/api'
import { expect, type Page } from '@playwright/test'
import { placeBooking } from '../support/people.ts'
import { findPackage, signInNewCustomer, signInStaff } from './api.ts'
import { findInMessage } from './outbox.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function select(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('customers see and edit their details, and verify their email and phone by the codes that are sent there [S2.2.2 S2.9.1]', async ({
  page,
}) => {
  const { email } = await signInNewCustomer(page, 'Tara Iyer')
  await page.goto('/profile')
  const details = section(page, 'Your Details')
  await expect(details.getByText('Tara Iyer')).toBeVisible()
  await expect(details.getByText(email)).toBeVisible()
  await expect(details.getByText('Not given')).toHaveCount(3)
  await details.getByRole('button', { name: 'Add phone' }).click()
  const form = dialog(page, 'Edit Details')
  await form.getByLabel('Phone').fill('98250 77001')
  await form.getByLabel('Full Name').fill('Tara Iyer-Rao')
  await select(page, 'Gender (optional)', 'Female')
  await form.getByLabel('Date of Birth').fill('2999-01-01')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Failed to save your details', 'The date of birth lies in the future.')
  await form.getByLabel('Date of Birth').fill('1990-01-31')
  await form.getByRole('button', { name: 'Save' }).click()
  for (const text of ['+91 98250 77001', '31 Jan 1990', 'Female'])
    await expect(details.getByText(text)).toBeVisible()
  await expect(page.getByRole('complementary').getByText('Tara Iyer-Rao')).toBeVisible()
  await expect(page.getByText('Once you verified your email')).toBeVisible()

  for (const [what, to] of [
    ['email', email],
    ['phone', '+919825077001'],
  ] as const) {
    await details.getByRole('button', { name: `Verify your ${what}` }).click()
    const codes = page.getByRole('dialog', { name: new RegExp(`^Verify Your ${what}$`, 'i') })
    await codes.getByRole('button', { name: 'Send Code' }).click()
    await expect(codes.getByLabel('Code')).toBeFocused()
    const code = () => findInMessage(to, /\s(\d{6})\s/) ?? ''
    await expect.poll(code).toBeTruthy()
    await codes.getByLabel('Code').fill(String((Number(code()) + 1) % 1_000_000).padStart(6, '0'))
    await codes.getByRole('button', { name: 'Verify' }).click()
    await expect(codes.getByText('This is not the code. Please check it and try again.')).toBeVisible()
    await codes.getByLabel('Code').fill(code())
    await page.keyboard.press('Enter')
    await expectToast(page, `Your ${what} is verified`)
  }
  await expect(details.getByText('Verified')).toHaveCount(2)
  await expect(page.getByText(`To ${email}`)).toBeVisible()
})

test('a family member is added on the home page and on the profile, edited and removed [S2.5.2 S2.9.2 S2.15.2 S5.1]', async ({
  page,
}) => {
  await signInNewCustomer(page)
  await page.goto('/home')
  await page.getByRole('button', { name: 'Add Family Member' }).click()
  const add = dialog(page, 'Add Family Member')
  await add.getByLabel('Name').fill('Ramesh Joshi')
  await add.getByRole('combobox', { name: 'Relationship' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'Father',
    'Mother',
    'Spouse',
    'Son',
    'Daughter',
    'Brother',
    'Sister',
    'Other',
  ])
  await page.getByRole('option', { name: 'Father' }).click()
  await add.getByRole('button', { name: 'Add Member' }).click()
  await expectToast(page, 'Validation Error', 'Please fill in all required fields')
  await select(page, 'Gender', 'Male')
  const members = '**/api/family-members'
  await page.route(members, (route) => route.abort(), { times: 1 })
  await add.getByRole('button', { name: 'Add Member' }).click()
  await expectToast(page, 'Failed to add family member')
  await add.getByRole('button', { name: 'Add Member' }).click()
  await expectToast(page, 'Family member added')

  await page.goto('/profile')
  const family = section(page, 'Family Members')
  await family.getByRole('button', { name: 'Add Family Member' }).click()
  await add.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Name and relationship are required')
  await add.getByLabel('Name').fill('Kiran Joshi')
  await add.getByRole('combobox', { name: 'Relationship' }).click()
  await expect(page.getByRole('option')).toHaveText(['Spouse', 'Child', 'Parent', 'Sibling', 'Other'])
  await page.getByRole('option', { name: 'Sibling' }).click()
  await page.route(members, (route) => route.fulfill({ status: 500 }), { times: 1 })
  await add.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Failed to save family member')
  await add.getByRole('button', { name: 'Save' }).click()
  await expect(family.getByText('Kiran Joshi')).toBeVisible()

  // the profile keeps a relationship that is not in its list
  await family.getByRole('button', { name: 'Edit Ramesh Joshi' }).click()
  const edit = dialog(page, 'Edit Family Member')
  await expect(edit.getByRole('combobox', { name: 'Relationship' })).toHaveText('Father')
  await edit.getByLabel('Phone').fill('98250 12345')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(family.getByText(/^Father · Male · \+91 98250 12345$/)).toBeVisible()

  const question = page.getByRole('alertdialog')
  const remove = family.getByRole('button', { name: 'Remove Kiran Joshi' })
  await remove.click()
  await expect(question.getByText('Are you sure you want to remove this family member?')).toBeVisible()
  await page.route(`${members}/*`, (route) => route.abort(), { times: 1 })
  await question.getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Failed to remove family member')
  await remove.click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(family.getByText('Kiran Joshi')).toBeHidden()
})

test('saved addresses are added, edited and removed', async ({ page }) => {
  await signInNewCustomer(page)
  await page.goto('/profile')
  const addresses = section(page, 'Saved Addresses')
  await expect(addresses.getByText('12 MG Road')).toBeVisible()
  await addresses.getByRole('button', { name: 'Add Address' }).click()
  const form = dialog(page, 'Add Address')
  await select(page, 'Label', 'Office')
  await form.getByLabel('Street Address').fill('7 Science Park')
  await form.getByLabel('City').fill('Pune')
  await form.getByLabel('State').fill('Maharashtra')
  await form.getByLabel('Pincode').fill('411001')
  await form.getByLabel('Contact Number').fill('98250 12345')
  await page.route('**/api/customer-addresses', (route) => route.abort(), { times: 1 })
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Failed to save address')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(addresses.getByText('Pune, Maharashtra 411001')).toBeVisible()

  await addresses.getByRole('button', { name: 'Edit Office, 7 Science Park' }).click()
  await dialog(page, 'Edit Address').getByLabel('Landmark').fill('Behind the lake')
  await dialog(page, 'Edit Address').getByRole('button', { name: 'Save' }).click()
  await expect(addresses.getByText('7 Science Park, Behind the lake')).toBeVisible()

  const question = page.getByRole('alertdialog', { name: 'Remove address' })
  await addresses.getByRole('button', { name: 'Remove Office, 7 Science Park' }).click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(addresses.getByText('7 Science Park, Behind the lake')).toBeHidden()
})

test('messages by e-mail and SMS are switched on and off, a failure leaves them as they were, and the theme is saved', async ({
  page,
}) => {
  const kept = { email: true, sms: false }
  const preferences = '**/api/notifications/preferences'
  await page.route(preferences, async (route) => {
    Object.assign(kept, route.request().postDataJSON())
    await route.fulfill({ json: kept })
  })
  await signInNewCustomer(page)
  await page.goto('/profile')
  const email = page.getByRole('switch', { name: 'Email', exact: true })
  await expect(email).toBeChecked()
  const sms = page.getByRole('switch', { name: 'SMS', exact: true })
  await expect(page.getByText('Once you added your phone number'), 'there is no phone yet').toBeVisible()
  await expect(sms).not.toBeChecked()
  await sms.click()
  await expect(sms).toBeChecked()
  expect(kept.sms).toBe(true)
  await page.route(preferences, (route) => route.fulfill({ status: 500 }), { times: 1 })
  await email.click()
  await expectToast(page, 'Failed to save preferences')
  await expect(email).toBeChecked()

  await page.getByRole('radio', { name: 'Dark' }).click()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(page.locator('html')).toHaveClass(/dark/)
})

test('customers answer what they agree to, and download their data and delete the account with the password', async ({
  page,
}) => {
  const { email } = await signInNewCustomer(page)
  await page.goto('/profile')
  const data = section(page, 'Your Data')
  const offers = data.getByRole('switch', { name: 'Offers by email' })
  await offers.click()
  await expect(offers).toBeChecked()
  await page.reload()
  await expect(offers).toBeChecked()

  const saving = page.waitForEvent('download')
  await data.getByRole('button', { name: 'Download my data' }).click()
  const asked = dialog(page, 'Download Your Data')
  await asked.getByLabel('Your password').fill('a-good-secret')
  await asked.getByRole('button', { name: 'Download my data' }).click()
  expect((await saving).suggestedFilename()).toBe('jaanch-my-data.zip')

  await data.getByRole('button', { name: 'Delete my account' }).click()
  const form = dialog(page, 'Delete Your Account')
  await form.getByLabel('Your password').fill('a-good-secret')
  await form.getByRole('button', { name: 'Delete my account' }).click()
  await expectToast(page, 'Your account is deleted')
  await expect(page).not.toHaveURL(/profile/)
  const login = await page.request.post('/api/auth/login', { data: { email, password: 'a-good-secret' } })
  expect(login.status()).toBe(401)
})

test('customers see who opened their documents: the lab by its name, and Jaanch', async ({ page }) => {
  const customer = await signInNewCustomer(page)
  await page.goto('/profile')
  const access = section(page, 'Who opened my documents')
  await expect(access.getByText(/^Nobody but you/)).toBeVisible()

  const { admin, lab } = await signInStaff()
  const { id: packageId } = await findPackage('Lipid Profile')
  const params = { id: (await placeBooking(customer, packageId)).id }
  await admin.client.call(bookingCalls.assignLab, { params, body: { labPartnerId: lab.labPartnerId } })
  await lab.client.call(bookingCalls.changeBookingStatus, { params, body: { status: 'confirmed' } })
  await lab.client.call(roundCalls.getCollection, { params })
  await page.reload()
  // pages of this lab in other tests may open it too
  const opened = access.getByRole('listitem').filter({
    hasText: 'Sabar Diagnostics opened: Address and patient, Lipid Profile',
  })
  await expect(opened.first()).toBeVisible()
})
