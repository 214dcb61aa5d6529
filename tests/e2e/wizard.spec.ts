import { expect } from '@playwright/test'
import { expectAccessible, reducedMotion } from './page-checks.ts'
import { openAsNewCustomer } from './sign-in.ts'
import { test } from './test.ts'
import { back, chooseByArrow, fillAddress, next, onStep, openWizard, walkToPayment } from './wizard.ts'

test('the seven steps show and require what the specification lists [S2.1.1 S2.10.1]', async ({
  browser,
}) => {
  const page = await openAsNewCustomer(browser, reducedMotion)
  await openWizard(page)
  await expectAccessible(page, 'step 1')

  await next(page).click()

  await expect(page.getByRole('radio', { name: /Scheduled collection.*6 AM to 6 PM/ })).toBeChecked()
  await expect(
    page.getByRole('radio', { name: /Within 2 to 4 hours, express fee \+₹100, subject to availability/ }),
  ).toBeVisible()
  await expectAccessible(page, 'step 2')
  await next(page).click()

  await expect(page.getByRole('radio', { name: 'Myself' })).toBeChecked()
  await expectAccessible(page, 'step 3')
  await page.getByRole('button', { name: 'Add Family Member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Family Member' })
  await dialog.getByRole('combobox', { name: 'Relationship' }).click()
  await page.getByRole('option', { name: 'Mother' }).click()
  await dialog.getByLabel('Name').fill('Usha Verma')
  await dialog.getByRole('combobox', { name: 'Gender' }).click()
  await page.getByRole('option', { name: 'Female' }).click()
  await dialog.getByRole('button', { name: 'Add Member' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('radio', { name: /Usha Verma/ })).toBeChecked()
  await next(page).click()

  await onStep(page, 4)
  await expect(next(page)).toBeDisabled()
  await expect(page.getByPlaceholder('Enter 10-digit mobile number')).toBeVisible()
  // the whole form is in view: a field that the bar at the bottom covers in part would count as too small
  await expectAccessible(page, 'step 4', { height: 1_400 })
  await fillAddress(page)
  await next(page).click()

  await onStep(page, 5)
  await expect(page.getByText(/Fasting required:/)).toBeVisible()
  await expect(next(page)).toBeDisabled()
  const days = page.getByRole('radiogroup', { name: 'Preferred Date' }).getByRole('radio')
  await expect(days.first()).toHaveAccessibleName(/today/)
  await expect(page.getByRole('button', { name: 'Earlier days' })).toBeDisabled()
  await expect(page.getByRole('radiogroup', { name: 'Time Slot' }).getByRole('radio')).toHaveCount(6)
  await page.getByRole('radio', { name: /tomorrow/ }).click()
  await expect(next(page)).toBeDisabled()
  await page.getByRole('radio', { name: '6:00–8:00 am' }).click()
  await page.getByLabel('Special Instructions').fill('Second floor, please ring twice.')
  await expectAccessible(page, 'step 5', { isDarkToo: true })
  await next(page).click()

  await onStep(page, 6)
  await expectAccessible(page, 'step 6')
  await expect(page.getByRole('radio', { name: /Cash on Collection/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /Credit\/Debit Card/ })).toBeVisible()
  await expect(page.getByText('Total', { exact: true }).locator('xpath=following-sibling::dd')).toHaveText(
    '₹79',
  )
  await page.getByRole('radio', { name: /UPI/ }).click()
  const refusal = { error: 'This time has just been taken. Please choose another one.', code: 'slot-full' }
  await page.route('**/api/bookings', (route) => route.fulfill({ status: 409, json: refusal }), { times: 1 })
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Failed to create booking. Please try again.')
  await expect(alert).toContainText(refusal.error)
  await alert.getByRole('button', { name: 'Choose another time' }).click()
  await onStep(page, 5)
  await page.getByRole('radio', { name: '8:00–10:00 am' }).click()
  await next(page).click()
  await onStep(page, 6)
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/bookings', async (route) => {
    await asked
    await route.continue()
  })
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  answer()

  for (const shown of ['Fasting Blood Sugar', /8:00–10:00 am/, '14 Ashram Road, Ahmedabad', /UPI/]) {
    await expect(page.getByRole('definition').filter({ hasText: shown })).toBeVisible()
  }
  await expect(page.getByRole('definition').filter({ hasText: /^[0-9a-f]{8}$/ })).toBeVisible()
  await expect(page.getByText(/by SMS and e-mail/)).toBeVisible()
  await expectAccessible(page, 'step 7')
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL(/\/home$/)
})

test('a booking can be made without a mouse', async ({ browser }) => {
  const page = await openAsNewCustomer(browser)
  await openWizard(page)

  /** Presses Tab until this element has the focus. */
  async function tabTo(name: string | RegExp, role: 'button' | 'radio' | 'textbox' = 'button') {
    const wanted = page.getByRole(role, { name, exact: typeof name === 'string' })
    for (let presses = 0; presses < 30; presses += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${name}`)
  }
  async function press(name: string) {
    await tabTo(name)
    await page.keyboard.press('Enter')
  }

  await press('Next')
  await onStep(page, 2)
  await tabTo(/Scheduled collection/, 'radio')
  await chooseByArrow('ArrowDown', page.getByRole('radio', { name: /Instant collection/ }))
  await chooseByArrow('ArrowUp', page.getByRole('radio', { name: /Scheduled collection/ }))
  await press('Next')
  await onStep(page, 3)
  await press('Next')
  await onStep(page, 4)
  for (const [name, value] of [
    ['Pincode', '380009'],
    ['Street Address', '14 Ashram Road'],
    ['Contact Number', '9825012345'],
  ] as const) {
    await tabTo(name, 'textbox')
    await page.keyboard.type(value)
  }
  await press('Next')
  await onStep(page, 5)
  await tabTo('Later days')
  await page.keyboard.press('Tab')
  // today is over in the evening
  const days = page.getByRole('radiogroup', { name: 'Preferred Date' })
  await chooseByArrow('ArrowRight', days.getByRole('radio', { checked: true }))
  await tabTo(/6:00–8:00 am/, 'radio')
  await page.keyboard.press('Space')
  await press('Next')
  await onStep(page, 6)
  await tabTo(/Cash on Collection/, 'radio')
  await chooseByArrow('ArrowDown', page.getByRole('radio', { name: /UPI/ }))
  await press('Confirm Booking')
  await expect(page.getByRole('heading', { name: 'Your booking is placed' })).toBeVisible()
})

test('a reload and Back keep all input; Back leaves the wizard from the first step and, at once, from the confirmation [S2.10.3 S4.10]', async ({
  browser,
}) => {
  const page = await openAsNewCustomer(browser)
  await page.goto('/tests?q=Fasting%20Blood%20Sugar')
  const book = page.getByRole('button', { name: /^Book Now ?: Fasting Blood Sugar$/ })
  await book.click()
  await walkToPayment(page)
  await expect(page.getByText('The express fee of ₹100 is not part of this total.')).toBeVisible()
  await page.getByRole('radio', { name: /Card/ }).click()

  await page.reload()
  await onStep(page, 6)
  await expect(page.getByRole('radio', { name: /Card/ })).toBeChecked()

  await page.goBack()
  await onStep(page, 4)
  await expect(page.getByLabel('Street Address')).toHaveValue('14 Ashram Road')
  await back(page).click()
  await back(page).click()
  await onStep(page, 2)
  await expect(page.getByRole('radio', { name: /Instant collection/ })).toBeChecked()
  await back(page).click()
  await back(page).click()
  await expect(page).toHaveURL(/\/tests\?q=Fasting/)

  await book.click()
  for (let step = 1; step < 4; step += 1) await next(page).click()
  await expect(page.getByLabel('Street Address')).toHaveValue('14 Ashram Road')
  await next(page).click()
  await onStep(page, 6)
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Your booking is placed' })).toBeVisible()
  await expect(page).toHaveURL(/step=7$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/tests\?q=Fasting/)
  await book.click()
  await onStep(page, 1)
})

test('where nobody can come within four hours the address leads to a schedule', async ({ browser }) => {
  const page = await openAsNewCustomer(browser)
  // what is free there in fact does not arrive live
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (!String(message).includes('["slots"')) socket.send(message)
    })
  })
  await page.route(/\/api\/slots\?/, async (route) => {
    const answer = await route.fetch()
    const slots = { ...(await answer.json()), isLimited: true, instant: { possible: false } }
    await route.fulfill({ response: answer, json: slots })
  })
  await openWizard(page)
  await next(page).click()
  await page.getByRole('radio', { name: /Instant collection/ }).click()
  await next(page).click()
  await next(page).click()
  await fillAddress(page)
  await next(page).click()
  await expect(page.getByRole('alert')).toContainText('Nobody can come within four hours at 380009')
  await page.getByRole('button', { name: 'Choose a day and time' }).click()
  await onStep(page, 5)
})
