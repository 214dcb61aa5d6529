import { expect, type Page } from '@playwright/test'

/** The toast that is shown now. (By text: while a dialog is open, everything outside of it is hidden from roles.) */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  await expect(page.getByText(title, { exact: true }).first()).toBeVisible()
  if (description) await expect(page.getByText(description, { exact: true }).first()).toBeVisible()
}
