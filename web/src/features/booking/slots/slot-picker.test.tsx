import type { SlotsView } from '@jaanch/booking/slots/api'
import type { TimeSlot } from '@jaanch/contracts/vocabulary'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { mutate, SWRConfig } from 'swr'
import { beforeEach, expect, test, vi } from 'vitest'
import { swrConfig } from '@/lib/cache/swr-config'
import { createSlots, type FreeVisits } from '@/testing/slots'
import { announce } from '@/ui/announcer'
import { SlotPicker, type SlotPickerProps } from './slot-picker'

vi.mock('@/ui/announcer', () => ({ announce: vi.fn() }))

const now = new Date('2026-11-21T02:35:00Z') // 8:05 am in India
const today = '2026-11-21'
const tomorrow = '2026-11-22'
let pincode = 395_000
let choice: { date: string; time: TimeSlot | '' }
let answer: (url: URL) => SlotsView | null
const fetchMock = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.clearAllMocks()
  pincode += 1 // a key of its own in the cache
  fetchMock.mockImplementation(async (url) => {
    const slots = answer(new URL(String(url), 'http://localhost'))
    return slots ? Response.json(slots) : new Response('', { status: 503 })
  })
  vi.stubGlobal('fetch', fetchMock)
})
function Picker({ first, ...props }: Partial<SlotPickerProps> & { first: typeof choice }) {
  const [chosen, setChosen] = useState(first)
  choice = chosen
  return (
    <SWRConfig value={swrConfig}>
      <SlotPicker
        {...{ pincode: String(pincode), packageIds: ['p1'], now }}
        {...chosen}
        onChange={setChosen}
        {...props}
      />
    </SWRConfig>
  )
}

/** Shows the picker at a limited place. */
async function show(
  free: FreeVisits,
  first: Partial<typeof choice> = {},
  props: Partial<SlotPickerProps> = {},
) {
  answer = (url) => createSlots(url.searchParams.get('from') ?? '', free)
  const view = render(<Picker first={{ date: tomorrow, time: '', ...first }} {...props} />)
  await waitFor(() => expect(screen.getAllByText('Free').length).toBeGreaterThan(0))
  return view
}
const slot = (name: RegExp) => screen.getByRole('radio', { name }) as HTMLButtonElement

test('full slots say so and cannot be chosen; few say how many; the others are as ever', async () => {
  await show({ [`${tomorrow} 06:00-08:00`]: 0, [`${tomorrow} 08:00-10:00`]: 2 })
  expect(slot(/^6:00–8:00 am ?Full$/).disabled).toBe(true)
  expect(slot(/^8:00–10:00 am ?2 left$/).disabled).toBe(false)
  expect(slot(/^10:00 am–12:00 pm$/).disabled).toBe(false)
  await userEvent.click(slot(/8:00–10:00 am/))
  expect(choice).toEqual({ date: tomorrow, time: '08:00-10:00' })
  expect(screen.getByText('Tomorrow, 8:00–10:00 am')).toBeTruthy()
})

test('the days have a word, and are chosen by it; the slot stays if it is free there', async () => {
  await show({ [tomorrow]: 0, '2026-11-23': 0, '2026-11-23 16:00-18:00': 3 }, { time: '' })
  expect(slot(/^Sun ?22 ?Nov, ?Full ?, ?tomorrow$/)).toBeTruthy()
  await userEvent.click(slot(/^Mon ?23 ?Nov, 3 left$/))
  await userEvent.click(slot(/^4:00–6:00 pm/))
  await userEvent.click(slot(/^Tue ?24 ?Nov, Free$/))
  expect(choice).toEqual({ date: '2026-11-24', time: '16:00-18:00' })
  await userEvent.click(slot(/tomorrow$/))
  expect(choice).toEqual({ date: tomorrow, time: '' })
})

test('the next free slot is one tap away when the day is full', async () => {
  await show({ [tomorrow]: 0 })
  const offer = screen.getByRole('button', {
    name: /^This day is full. Next free: Mon 23 Nov, 6:00–8:00 am$/,
  })
  await userEvent.click(offer)
  expect(choice).toEqual({ date: '2026-11-23', time: '06:00-08:00' })
})

test('slots of today that have begun stay as they were, without a word', async () => {
  await show({ [today]: 0, [`${today} 16:00-18:00`]: 1 }, { date: today })
  expect(slot(/^8:00–10:00 am$/).disabled).toBe(true)
  expect(slot(/^4:00–6:00 pm ?1 left$/).disabled).toBe(false)
})

test('later weeks can be looked at without losing the choice', async () => {
  await show({ '2026-11-28': 0 }, { time: '06:00-08:00' })
  await userEvent.click(screen.getByRole('button', { name: 'Later days' }))
  expect(await screen.findByRole('radio', { name: /^Sat ?28 ?Nov, Full$/ })).toBeTruthy()
  expect(choice).toEqual({ date: tomorrow, time: '06:00-08:00' })
  expect((screen.getByRole('button', { name: 'Earlier days' }) as HTMLButtonElement).disabled).toBe(false)
})

test.each([
  [
    'the answer says so',
    (url: URL) => createSlots(url.searchParams.get('from') ?? '', {}, { isLimited: false }),
  ],
  ['the call fails', () => null],
])('everything can be chosen, without a word or an offer: %s', async (_, given) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  answer = given
  render(<Picker first={{ date: tomorrow, time: '' }} />)
  await waitFor(() => expect(fetchMock).toHaveBeenCalled())
  expect(screen.getByRole('radiogroup', { name: 'Time Slot' }).querySelectorAll('[disabled]')).toHaveLength(0)
  const days = screen.getByRole('radiogroup', { name: 'Preferred Date' })
  expect([...days.querySelectorAll('[role=radio]')].map((day) => day.textContent)).toEqual([
    ...['Sat21Nov, today', 'Sun22Nov, tomorrow', 'Mon23Nov', 'Tue24Nov', 'Wed25Nov', 'Thu26Nov', 'Fri27Nov'],
  ])
  for (const name of [/Next free/, /left/, /Full/, /Free/]) expect(screen.queryByText(name)).toBeNull()
  await userEvent.click(slot(/^8:00–10:00 am$/))
  expect(choice.time).toBe('08:00-10:00')
})

test('for people who fast, each slot says until when they may eat', async () => {
  await show({ [`${tomorrow} 12:00-14:00`]: 0 }, {}, { fastingHours: 10 })
  expect(slot(/^6:00–8:00 am ?Last meal by 8:00 pm on Sat 21 Nov$/)).toBeTruthy()
  expect(slot(/^10:00 am–12:00 pm ?Last meal by 11:59 pm on Sat 21 Nov$/)).toBeTruthy()
  expect(slot(/^12:00–2:00 pm ?Full$/)).toBeTruthy()
})

test('for people who fast, a slot says which day is meant before one is chosen', async () => {
  await show({}, { date: '' }, { fastingHours: 0 })
  expect(slot(/^6:00–8:00 am ?Last meal by 6:00 pm the day before$/)).toBeTruthy()
  expect(slot(/^4:00–6:00 pm ?Last meal by 4:00 am that day$/)).toBeTruthy()
})

test('people who fast are offered a free morning before an earlier slot of the day', async () => {
  await show({ [tomorrow]: 0, [`${tomorrow} 14:00-16:00`]: 1 }, { date: tomorrow }, { fastingHours: 10 })
  await userEvent.click(screen.getByRole('button', { name: /^Next free morning: Mon 23 Nov, 6:00–8:00 am$/ }))
  expect(choice).toEqual({ date: '2026-11-23', time: '06:00-08:00' })
})

const free = { [`${tomorrow} 08:00-10:00`]: 1 }
const fill = () =>
  act(() =>
    mutate(
      `/api/slots?pincode=${pincode}&from=${today}&days=7&packageIds=p1`,
      createSlots(today, { [`${tomorrow} 08:00-10:00`]: 0 }),
      { revalidate: false },
    ),
  )

test('a slot that fills while somebody looks at it changes under their eyes', async () => {
  await show(free)
  await fill()
  expect(slot(/^8:00–10:00 am ?Full$/).disabled).toBe(true)
  expect(announce).not.toHaveBeenCalled()
})

test('a slot that fills while somebody looks at it is taken back with a message if it was chosen, and the next free one is offered', async () => {
  await show(free, { time: '08:00-10:00' })
  await fill()
  expect(choice).toEqual({ date: tomorrow, time: '' })
  expect(announce).toHaveBeenCalledExactlyOnceWith(
    'tomorrow, 8:00–10:00 am has just been taken. Please choose another time.',
  )
  const offer = /^Your time was just taken. Next free: Tomorrow, 6:00–8:00 am$/
  expect(screen.getByRole('button', { name: offer })).toBeTruthy()
})

test('a slot that fills while somebody looks at it stays chosen while it is held', async () => {
  await show(free, { time: '08:00-10:00' }, { isHeld: true })
  await fill()
  expect(choice.time).toBe('08:00-10:00')
  expect(slot(/^8:00–10:00 am ?Yours$/).disabled).toBe(false)
})

test('a slot that fills while somebody looks at it is full once the server refuses it, until newer data arrive', async () => {
  const { rerender } = await show(free, { time: '08:00-10:00' })
  rerender(<Picker first={choice} isRefused />)
  expect(choice.time).toBe('')
  expect(slot(/^8:00–10:00 am ?Full$/).disabled).toBe(true)
})
