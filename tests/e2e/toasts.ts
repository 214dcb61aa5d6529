import { expect, type Locator, type Page } from '@playwright/test'

/** An open dialog hides the toasts' region from assistive technology; a live region announces their text. */
const toastRegion = (page: Page): Locator =>
  page.getByRole('region', { name: /Notifications/, includeHidden: true })

/** Expects exactly one toast, with this title and text, and dismisses it. */
export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  const toast = toastRegion(page).getByRole('listitem', { includeHidden: true })
  await expect(toast).toHaveCount(1)
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  if (text) await expect(toast.getByText(text, { exact: true })).toBeVisible()
  await toast.getByRole('button', { name: 'Dismiss', includeHidden: true }).click()
  await expect(toast).toHaveCount(0)
}

/** Expects a toast with this text among those that are shown. */
export async function expectToastText(page: Page, text: string): Promise<void> {
  await expect(toastRegion(page).getByText(text).first()).toBeVisible()
}
