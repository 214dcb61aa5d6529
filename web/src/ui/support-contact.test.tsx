import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterEach(() => document.head.replaceChildren())

async function show(texts: Record<string, string>) {
  for (const [name, content] of Object.entries(texts)) {
    const meta = document.createElement('meta')
    Object.assign(meta, { name: `operator-${name}`, content })
    document.head.append(meta)
  }
  const { SupportContact } = await import('./support-contact')
  return render(<SupportContact lead="Questions?" />)
}

test('says phone, e-mail and hours of the installation, the phone to be dialled', async () => {
  await show({ phone: '+91 79 4000 1234', email: 'help@jaanch.example', hours: 'Mon–Sat 8 am–8 pm' })
  expect(screen.getByRole('link', { name: 'Call +91 79 4000 1234' }).getAttribute('href')).toBe(
    'tel:+917940001234',
  )
  expect(screen.getByRole('link', { name: 'Write to help@jaanch.example' }).getAttribute('href')).toBe(
    'mailto:help@jaanch.example',
  )
  expect(screen.getByText('Mon–Sat 8 am–8 pm')).toBeTruthy()
})

test('says nothing if the installation has neither phone nor e-mail', async () => {
  const { container } = await show({ hours: 'Mon–Sat 8 am–8 pm' })
  expect(container.textContent).toBe('')
})
