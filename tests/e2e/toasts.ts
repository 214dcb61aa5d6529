import { expect, type Page } from '@playwright/test'

/** The one toast there is, with its words; then out of the way. */
export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  // A dialog hides what is beside it from screen readers; they are told a toast by a live region.
  const toast = page
    .getByRole('region', { name: /Notifications/, includeHidden: true })
    .getByRole('listitem', { includeHidden: true })
  await expect(toast).toHaveCount(1)
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  if (text) await expect(toast.getByText(text, { exact: true })).toBeVisible()
  await toast.getByRole('button', { name: 'Dismiss', includeHidden: true }).click()
  await expect(toast).toHaveCount(0)
}
