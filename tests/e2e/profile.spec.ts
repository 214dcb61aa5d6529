import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { collectionRoutes } from '@jaanch/contracts/http/collection'
import { userRoutes } from '@jaanch/contracts/http/users'
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

test('customers see and edit their own details; the page asks for a missing phone [S2.2.2 S2.9.1]', async ({
  page,
}) => {
  const { email } = await signInNewCustomer(page, 'Meera Joshi')
  await page.goto('/profile')
  const details = section(page, 'Your Details')
  await expect(details.getByText('Meera Joshi')).toBeVisible()
  await expect(details.getByText(email)).toBeVisible()

  await details.getByRole('button', { name: 'Add phone' }).click()
  const form = dialog(page, 'Edit Details')
  await form.getByLabel('Phone').fill('call me')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Please enter a valid phone number')).toBeVisible()

  await form.getByLabel('Phone').fill('98250 12345')
  await form.getByLabel('Full Name').fill('Meera Joshi-Rao')
  await page.route('**/api/users/me', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Failed to save your details')
  await page.unroute('**/api/users/me')

  await form.getByRole('button', { name: 'Save' }).click()
  await expect(details.getByText('+91 98250 12345')).toBeVisible()
  await expect(details.getByRole('button', { name: 'Add phone' })).toBeHidden()
  await expect(page.getByRole('complementary').getByText('Meera Joshi-Rao')).toBeVisible()
})

test('customers verify their email and their phone by the codes that are sent there', async ({ page }) => {
  const { email, client } = await signInNewCustomer(page, 'Tara Iyer')
  await client.call(userRoutes.changeMe, { body: { phone: '9825077001' } })
  await page.goto('/profile')
  const details = section(page, 'Your Details')
  await expect(page.getByText('Once you verified your email')).toBeVisible()

  await details.getByRole('button', { name: 'Verify your email' }).click()
  const form = dialog(page, 'Verify Your Email')
  await expect(form.getByText(email)).toBeVisible()
  await page.route('**/contacts/code', (route) => route.abort(), { times: 1 })
  await form.getByRole('button', { name: 'Send Code' }).click()
  await expectToast(page, 'The code could not be sent')
  await form.getByRole('button', { name: 'Send Code' }).click()
  await expect(form.getByLabel('Code')).toBeFocused()
  await expect(form.getByRole('button', { name: /^Send another code in \d+ s$/ })).toBeDisabled()
  await form.getByLabel('Code').fill('12 34')
  await form.getByRole('button', { name: 'Verify' }).click()
  await expect(form.getByText('A code has six digits')).toBeVisible()

  await expect.poll(() => findInMessage(email, /\s(\d{6})\s/)).toBeTruthy()
  const code = findInMessage(email, /\s(\d{6})\s/) ?? ''
  await form.getByLabel('Code').fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  await form.getByRole('button', { name: 'Verify' }).click()
  await expect(form.getByText('This is not the code. Please check it and try again.')).toBeVisible()
  await form.getByLabel('Code').fill(code)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Your email is verified')
  await expect(details.getByText('Verified')).toHaveCount(1)
  await expect(page.getByText(`To ${email}`)).toBeVisible()

  await details.getByRole('button', { name: 'Verify your phone' }).click()
  const ofPhone = dialog(page, 'Verify Your Phone')
  await ofPhone.getByRole('button', { name: 'Send Code' }).click()
  await expect.poll(() => findInMessage('+919825077001', /\s(\d{6})\s/)).toBeTruthy()
  await ofPhone.getByLabel('Code').fill(findInMessage('+919825077001', /\s(\d{6})\s/) ?? '')
  await ofPhone.getByRole('button', { name: 'Verify' }).click()
  await expectToast(page, 'Your phone is verified')
  await expect(details.getByText('Verified')).toHaveCount(2)
})

test('customers save their date of birth and gender and can remove the gender; a date in the future is rejected', async ({
  page,
}) => {
  await signInNewCustomer(page)
  await page.goto('/profile')
  const details = section(page, 'Your Details')
  await expect(details.getByText('Not given')).toHaveCount(3)

  await details.getByRole('button', { name: 'Edit your details' }).click()
  const form = dialog(page, 'Edit Details')
  await select(page, 'Gender (optional)', 'Female')
  await form.getByLabel('Date of Birth').fill('2999-01-01')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Failed to save your details', 'The date of birth lies in the future.')
  await form.getByLabel('Date of Birth').fill('1990-01-31')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  await page.reload()
  await expect(details.getByText('31 Jan 1990')).toBeVisible()
  await expect(details.getByText('Female')).toBeVisible()

  await details.getByRole('button', { name: 'Edit your details' }).click()
  await select(page, 'Gender (optional)', 'Not given')
  await expect(page.getByRole('combobox', { name: 'Gender (optional)' })).toHaveText('Select gender')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await page.reload()
  await expect(details.getByText('31 Jan 1990')).toBeVisible()
  await expect(details.getByText('Female')).toBeHidden()
})

test('a family member needs a name and a relationship, and is added, edited and removed [S2.9.2 S2.15.2]', async ({
  page,
}) => {
  await signInNewCustomer(page)
  await page.goto('/profile')
  const family = section(page, 'Family Members')
  await family.getByRole('button', { name: 'Add Family Member' }).click()
  const add = dialog(page, 'Add Family Member')
  await add.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Name and relationship are required')

  await add.getByLabel('Name').fill('Kiran Joshi')
  await add.getByRole('combobox', { name: 'Relationship' }).click()
  await expect(page.getByRole('option')).toHaveText(['Spouse', 'Child', 'Parent', 'Sibling', 'Other'])
  await page.getByRole('option', { name: 'Sibling' }).click()
  await page.route('**/api/family-members', (route) => route.fulfill({ status: 500 }), { times: 1 })
  await add.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Failed to save family member')
  await add.getByRole('button', { name: 'Save' }).click()
  await expect(family.getByText('Kiran Joshi')).toBeVisible()

  await family.getByRole('button', { name: 'Edit Kiran Joshi' }).click()
  const edit = dialog(page, 'Edit Family Member')
  await edit.getByLabel('Date of Birth').fill('1990-01-31')
  await select(page, 'Gender (optional)', 'Female')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(family.getByText(/^Sibling · \d+ years · Female$/)).toBeVisible()

  await family.getByRole('button', { name: 'Edit Kiran Joshi' }).click()
  await select(page, 'Gender (optional)', 'Not given')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(family.getByText(/^Sibling · \d+ years$/)).toBeVisible()

  const remove = family.getByRole('button', { name: 'Remove Kiran Joshi' })
  const question = page.getByRole('alertdialog')
  await remove.click()
  await expect(question.getByText('Are you sure you want to remove this family member?')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.route('**/api/family-members/*', (route) => route.abort(), { times: 1 })
  await remove.click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Failed to remove family member')
  await remove.click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(family.getByText('Add your family, and book their tests from your account.')).toBeVisible()
})

test('the dialog on the home page that adds a family member has the gender, too [S2.5.2 S5.1]', async ({
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

  await add.getByRole('combobox', { name: 'Gender' }).click()
  await expect(page.getByRole('option')).toHaveText(['Male', 'Female', 'Other'])
  await page.getByRole('option', { name: 'Male', exact: true }).click()
  await page.route('**/api/family-members', (route) => route.abort(), { times: 1 })
  await add.getByRole('button', { name: 'Add Member' }).click()
  await expectToast(page, 'Failed to add family member')
  await page.route(
    '**/api/family-members',
    (route) => route.fulfill({ status: 422, json: { error: 'The date of birth lies in the future.' } }),
    { times: 1 },
  )
  await add.getByRole('button', { name: 'Add Member' }).click()
  await expectToast(page, 'Failed to add family member', 'The date of birth lies in the future.')
  await add.getByRole('button', { name: 'Add Member' }).click()
  await expectToast(page, 'Family member added')

  // the profile keeps a relationship that is not in its list
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Ramesh Joshi' }).click()
  await expect(page.getByRole('combobox', { name: 'Relationship' })).toHaveText('Father')
  await dialog(page, 'Edit Family Member').getByLabel('Phone').fill('98250 12345')
  await dialog(page, 'Edit Family Member').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Father · Male · \+91 98250 12345$/)).toBeVisible()
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
  await form.getByLabel('Pincode').fill('4110')
  await form.getByLabel('Contact Number').fill('98250 12345')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('A PIN code has six digits')).toBeVisible()
  await form.getByLabel('Pincode').fill('411001')
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
  await page.route('**/api/customer-addresses/*', (route) => route.abort(), { times: 1 })
  await addresses.getByRole('button', { name: 'Remove Office, 7 Science Park' }).click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Failed to remove address')
  await addresses.getByRole('button', { name: 'Remove Office, 7 Science Park' }).click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(addresses.getByText('7 Science Park, Behind the lake')).toBeHidden()
  await page.reload()
  await expect(addresses.getByRole('listitem')).toHaveCount(1)
})

test('messages by e-mail and SMS are switched on and off; the theme is saved', async ({ page }) => {
  const kept = { email: true, sms: false }
  await page.route('**/api/notifications/preferences', async (route) => {
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
  await email.click()
  await expect(email).not.toBeChecked()
  expect(kept.email).toBe(false)

  await page.getByRole('radio', { name: 'Dark' }).click()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(page.locator('html')).toHaveClass(/dark/)
})

test('preferences that cannot be loaded or saved leave the page intact', async ({ page }) => {
  await signInNewCustomer(page)
  await page.route('**/api/notifications/preferences', (route) => route.fulfill({ status: 404 }))
  await page.goto('/profile')
  await expect(page.getByText("These can't be changed at the moment.")).toBeVisible()
  await page.unroute('**/api/notifications/preferences')
  await page.route('**/api/notifications/preferences', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { email: true, sms: true } })
      : route.fulfill({ status: 500 }),
  )
  await page.reload()
  await page.getByRole('switch', { name: 'Email', exact: true }).click()
  await expectToast(page, 'Failed to save preferences')
  await expect(page.getByRole('switch', { name: 'Email', exact: true })).toBeChecked()
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
  await form.getByLabel('Your password').fill('not the password')
  await form.getByRole('button', { name: 'Delete my account' }).click()
  await expect(form.getByText('The current password is not correct.')).toBeVisible()
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
  await admin.client.call(bookingRoutes.assignLab, { params, body: { labPartnerId: lab.labPartnerId } })
  await lab.client.call(bookingRoutes.changeBookingStatus, { params, body: { status: 'confirmed' } })
  await lab.client.call(collectionRoutes.getCollection, { params })
  await page.reload()
  // pages of this lab in other tests may open it too
  const opened = access.getByRole('listitem').filter({
    hasText: 'Sabar Diagnostics opened: Address and patient, Lipid Profile',
  })
  await expect(opened.first()).toBeVisible()
})
