import { evolveCustody } from '@jaanch/collection/custody/evolve'
import type { PhoneRound } from '@jaanch/collection/rounds/api'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { PersonSteps } from './person-steps'
import type { RoundControl } from './use-round'

type Visit = PhoneRound['visits'][number]

const person: Visit['people'][number] = {
  bookingId: 'b1',
  orderNumber: 'JN-2026-000042',
  status: 'sample-collection',
  tests: ['Complete Blood Count'],
  patient: { name: 'Kamala Patel', relationship: 'Mother', age: 65, sex: 'female', dateOfBirth: null },
  due: 0,
  visitCode: null,
  custody: evolveCustody(null, {
    type: 'TubesPlanned',
    data: { tubes: [{ number: 1, specimen: 'Whole blood', container: null, tests: ['p1'] }] },
  } as never),
}
const visit = { id: 'v1', people: [person] } as unknown as Visit

test('a wrong person at the door is recorded only after the collector confirmed it once', async () => {
  const record = vi.fn().mockResolvedValue(true)
  renderScreen(
    <PersonSteps
      person={person}
      visit={visit}
      round={{ record } as unknown as RoundControl}
      isReady
      isOpen
      onOpen={vi.fn()}
    />,
  )
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  press('Somebody else')
  const name = 'Record that this is not Kamala Patel?'
  const question = await screen.findByRole('alertdialog', { name })
  fireEvent.click(within(question).getByRole('button', { name: 'Ask again' }))
  expect(record).not.toHaveBeenCalled()
  press('Somebody else')
  fireEvent.click(await screen.findByRole('button', { name: 'Record wrong person' }))
  expect(record).toHaveBeenCalledExactlyOnceWith(person, {
    type: 'identify',
    method: 'name-and-birth-date',
    isConfirmed: false,
  })
})
