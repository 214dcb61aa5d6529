import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { toasts } from '@/ui/toast-store'
import { ImportPage } from './import-page'
import { placeOfLine } from './problem-list'

const message = 'MSH|^~\\&|LAB\nPID|1\nOBX|1|NM|718-7^^LN||thirteen'

function refuseWith(code: string, problems: object[], questions: object[] = []) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    sent.push({ url, body: JSON.parse(body) })
    return new Response(JSON.stringify({ error: 'no', code, problems, questions, ack: 'MSA|AE\r' }), {
      status: 422,
    })
  })
  renderScreen(<ImportPage />)
  return sent
}

async function submit() {
  await userEvent.click(screen.getByLabelText('Message'))
  await userEvent.paste(message)
  await userEvent.click(screen.getByRole('button', { name: 'Check and submit' }))
}

test('problems stand at their lines, and a line is selected so that it can be corrected', async () => {
  refuseWith('invalid', [
    { segment: 0, field: '', text: 'It may be cut off.' },
    { segment: 3, field: 'OBX-5', text: '"thirteen" is not a number.' },
  ])
  await submit()
  expect(await screen.findByRole('heading', { name: '2 problems' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'The whole message' })).toBeTruthy()
  expect(screen.getByText('"thirteen" is not a number.', { exact: false })).toBeTruthy()
  expect(toasts.get()).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /Show.*Line 3/ }))
  const field = screen.getByLabelText<HTMLTextAreaElement>('Message')
  expect(document.activeElement).toBe(field)
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('OBX|1|NM|718-7^^LN||thirteen')
})

test('a message about another name is sent again only after the lab says that it is the same person', async () => {
  const sent = refuseWith(
    'confirmation-needed',
    [{ segment: 0, field: 'PID-5', text: 'The name differs.' }],
    [{ code: 'subject', parameter: null, text: 'The name differs.' }],
  )
  await submit()
  await userEvent.click(await screen.findByRole('button', { name: 'It is the same person: submit' }))
  expect(sent).toEqual([
    { url: '/api/lab/hl7', body: { message } },
    { url: '/api/lab/hl7?confirm=subject', body: { message } },
  ])
})

test('results that are far from the last ones are sent again only after the lab says that they are right', async () => {
  const sent = refuseWith(
    'confirmation-needed',
    [{ segment: 0, field: 'OBX-5', text: 'MCV is 60; it was 90.' }],
    [{ code: 'delta', parameter: 'MCV', text: 'MCV is 60; it was 90.' }],
  )
  await submit()
  await userEvent.click(await screen.findByRole('button', { name: 'All of this is right: submit' }))
  expect(sent[1]).toEqual({ url: '/api/lab/hl7?confirm=delta', body: { message } })
})

test('a line is found by its number', () => {
  expect(placeOfLine('a\nbcd\ne', 2)).toEqual([2, 5])
  expect(placeOfLine('a', 5)).toEqual([2, 2])
})
