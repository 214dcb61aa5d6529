import { expect } from '@playwright/test'
import { pdf, pdfOf, png } from '../support/sample-files.ts'
import { signInNewCustomer } from './api.ts'
import { test } from './test.ts'
import { expectToast } from './toasts.ts'

test('a prescription is previewed, refused with the server’s reason, cancelled while it is sent, and exists once although an answer was lost [S2.5.2 S8.1]', async ({
  page,
}) => {
  await signInNewCustomer(page)
  await page.goto('/home')
  await page.getByRole('button', { name: 'Upload Prescription' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Prescription' })
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    dialog.getByLabel('Prescription file').setInputFiles({ name, mimeType, buffer })
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true })

  await choose('photo.png', 'image/png', png)
  await expect(dialog.getByRole('img', { name: 'Your prescription' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove photo.png' }).click()
  await choose('photo.png', 'image/png', Buffer.from('not a picture'))
  await upload.click()
  await expectToast(page, 'Failed to upload prescription', 'Please upload a JPG, PNG, or PDF file')
  await dialog.getByRole('button', { name: 'Remove photo.png' }).click()

  const line = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 20_000 }
  await line.send('Network.emulateNetworkConditions', slow)
  await choose('scan.pdf', 'application/pdf', pdfOf(4 * 1024 ** 2))
  await upload.click()
  const progress = dialog.getByRole('progressbar', { name: 'Upload' })
  await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/)
  await dialog.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(progress).toBeHidden()
  await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })

  await dialog.getByRole('button', { name: 'Remove scan.pdf' }).click()
  await choose('letter.pdf', 'application/pdf', pdf)
  await expect(dialog.getByRole('link', { name: 'Open the PDF' })).toHaveAttribute('href', /^blob:/)
  await dialog.getByLabel('Notes').fill('For my father.')
  await page.route(
    '**/api/prescriptions',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await upload.click()
  await expectToast(page, 'Failed to upload prescription')
  await upload.click()
  await expectToast(page, 'Prescription uploaded')
  await expect(page).toHaveURL(/\/booking$/)
  const prescription = page.getByRole('article', { name: 'letter.pdf' })
  await expect(prescription.getByText('Pending', { exact: true })).toBeVisible()
  await expect(prescription.getByText('“For my father.”')).toBeVisible()
  await page.reload()
  await expect(prescription).toHaveCount(1)
})
