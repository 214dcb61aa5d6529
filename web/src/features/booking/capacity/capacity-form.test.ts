import { bySlot, type CapacityView } from '@jaanch/booking/capacity/api'
import { timeSlots } from '@jaanch/contracts/vocabulary'
import { expect, it } from 'vitest'
import {
  capacitySchema,
  capacityText,
  declaredText,
  isIncomplete,
  pincodesOf,
  toCapacityForm,
  toCapacityRequest,
  weekdaysText,
} from './capacity-form'

const declared: CapacityView = {
  cities: ['Surat'],
  pincodes: ['396001', '396191'],
  weekdays: [1, 2, 3, 4, 5, 6],
  slots: bySlot((_, index) => [8, 6, 5, 0, 1, 4][index] ?? 0),
  instant: true,
  excludedPackageIds: [],
  daysOff: ['2030-01-26'],
  isDeclared: true,
  waiting: { pincodes: [], cities: [] },
  changedAt: '2026-03-18T09:47:11.250Z',
}
const form = toCapacityForm(declared)
const problems = (changed: object) =>
  capacitySchema.safeParse({ ...form, ...changed }).error?.issues.map(({ message }) => message) ?? []

it('the form of a capacity sends back what was declared: collectors and visits each make the visits of a slot', () => {
  expect(form.slots['06:00-08:00']).toEqual({ collectors: '2', each: '4' })
  expect(form.slots['10:00-12:00']).toEqual({ collectors: '5', each: '1' })
  expect(form.slots['12:00-14:00']).toEqual({ collectors: '', each: '' })
  const { isDeclared, changedAt, waiting, ...request } = declared
  expect(toCapacityRequest(form)).toEqual(request)
})

it('the form of a capacity takes PIN codes as they are pasted from a web page or spreadsheet, each once, and names one that is wrong', () => {
  expect(pincodesOf(' 396001, 396191;396001\n395007\t')).toEqual(['396001', '396191', '395007'])
  expect(pincodesOf('396 001, 396 191 395007')).toEqual(['396001', '396191', '395007'])
  expect(pincodesOf('३९६ ००१, ३९६१९१ 396191')).toEqual(['396001', '396191'])
  expect(problems({ pincodes: '396001 39600 12' })).toEqual(['“39600” is not a PIN code: it has six digits'])
  const many = Array.from({ length: 501 }, (_, n) => 396_001 + n).join(' ')
  expect(problems({ pincodes: many })).toEqual(['At most 500 PIN codes'])
  expect(pincodesOf('560\u00a0001, 560\u2009002\t560\u200b003')).toEqual(['560001', '560002', '560003'])
  expect(pincodesOf('560001\u00a0560002\u2028560003')).toEqual(['560001', '560002', '560003'])
  expect(pincodesOf('560\r\n001')).toEqual(['560', '001'])
})

it('the form of a capacity accepts whole numbers of visits up to 500 in a slot', () => {
  const slot = (collectors: string, each: string) => ({
    slots: { ...form.slots, '06:00-08:00': { collectors, each } },
  })
  expect(problems(slot('', ''))).toEqual([])
  expect(problems(slot('3', ''))).toEqual(['Please enter both numbers, or none'])
  expect(problems(slot(' ', '4'))).toEqual(['Please enter both numbers, or none'])
  expect(problems(slot('2.5', '4'))).toEqual(['Please enter whole numbers'])
  expect(problems(slot('-1', '4'))).toEqual(['Please enter whole numbers'])
  expect(problems(slot('251', '2'))).toEqual(['At most 500 visits in a slot'])
})

it('the form of a capacity begins without weekdays before anything was declared: a press on one chooses it', () => {
  const empty = { ...declared, weekdays: [], slots: bySlot(() => 0), isDeclared: false }
  expect(toCapacityForm(empty).weekdays).toEqual([])
  expect(problems({ weekdays: [] })).toEqual(['Choose the weekdays of these visits'])
  expect(problems({ weekdays: [], slots: toCapacityForm(empty).slots })).toEqual([])
})

it('the sentence of a capacity says how many visits, where and when', () => {
  expect(capacityText(form)).toBe(
    'Up to 24 visits a day in Surat and 2 PIN codes, Monday to Saturday. Also within four hours.',
  )
  const cities = ['Surat', 'Pune', 'Valsad', 'Tapi']
  expect(capacityText({ ...form, cities, pincodes: '', instant: false, weekdays: [6, 7] })).toBe(
    'Up to 24 visits a day in Surat, Pune and 2 other cities, Saturday and Sunday.',
  )
})

it('the sentence of a capacity says what a declaration without an area or without visits means', () => {
  expect(capacityText({ ...form, cities: [], pincodes: '', instant: false })).toBe(
    'Up to 24 visits a day, Monday to Saturday, for bookings that are assigned to the lab. Without an area, customers everywhere can choose any slot.',
  )
  const nothing = Object.fromEntries(timeSlots.map((slot) => [slot, { collectors: '', each: '' }]))
  expect(capacityText({ ...form, slots: nothing as typeof form.slots })).toBe(
    'No visits: nobody is limited in Surat and 2 PIN codes, and no booking goes to the lab.',
  )
  const empty = { ...declared, cities: [], pincodes: [], slots: bySlot(() => 0) }
  expect(declaredText(empty)).toContain('suggested for no booking and gets none automatically')
  expect(declaredText({ ...empty, isDeclared: false })).toContain('any number of bookings up to 100 km')
  expect([declared, empty, { ...declared, cities: [], pincodes: [] }].map(isIncomplete)).toEqual([
    false,
    true,
    true,
  ])
})

it('the sentence of a capacity names weekdays in a row as from and to', () => {
  expect([[1, 2, 3, 4, 5, 6, 7], [2, 3, 4], [5, 1, 3], [7]].map(weekdaysText)).toEqual([
    'every day',
    'Tuesday to Thursday',
    'Monday, Wednesday and Friday',
    'Sunday',
  ])
})
